from __future__ import annotations

from dataclasses import replace

from observations import look
from shop import SHOP, label

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.edits import describe, is_hard, reason, stable_edits, tree_edits
from gui_rec.replayer.looks import Look, same_state
from gui_rec.replayer.pictures import equal_pixels, hash_distance, is_black_picture, is_flat_picture
from gui_rec.testing.builders import png
from gui_rec.ui.diff import EditKind

ITEM = look(SHOP["item"].elements)


def test_a_damaged_hierarchy_counts_as_absent() -> None:
    damaged = Look.of(Observation(ui_xml="<hierarchy><node"))
    assert damaged.tree is None
    assert damaged.nodes() == ()
    assert damaged.is_opaque
    assert tree_edits(damaged, ITEM) == ()


def test_two_states_without_a_key_are_not_the_same() -> None:
    nothing = Look.of(Observation())
    assert not same_state(nothing, nothing)
    assert same_state(ITEM, ITEM)


def test_texts_are_those_of_elements_with_an_area() -> None:
    page = look([label(4, "Shown"), replace(label(4, "Hidden"), bounds=Rect(0, 0, 0, 0))])
    assert page.texts() == ("Shown",)


def test_edits_carry_reason_and_words() -> None:
    dearer = look([replace(e, text="$6.00") if e.text == "$5.00" else e for e in SHOP["item"].elements])
    (edit,) = tree_edits(ITEM, dearer)
    assert edit.kind is EditKind.TEXT
    assert reason(edit, dearer) == "TEXT_CHANGED"
    assert "'$5.00' -> '$6.00'" in describe(edit)
    assert stable_edits(ITEM, dearer, frozenset({edit.path})) == ()
    hard = {level: is_hard(edit, level, frozenset()) for level in Tolerance}
    assert [level for level, is_it in hard.items() if is_it] == [Tolerance.STRICT, Tolerance.DYNAMIC]
    assert not is_hard(edit, Tolerance.DYNAMIC, frozenset({edit.path}))


def test_a_cut_picture_says_nothing() -> None:
    whole = png(colour=(0, 0, 0))
    assert is_black_picture(whole)
    assert is_flat_picture(whole)
    assert not is_black_picture(whole[:40])
    assert not is_flat_picture(None)
    assert equal_pixels(whole, whole, ())
    assert not equal_pixels(whole[:40], whole[:40], ())


def test_hashes_of_different_kinds_have_no_distance() -> None:
    assert hash_distance(None, "phash8/area1:0000000000000000") is None
    assert hash_distance(ITEM.seen.fingerprint, ITEM.seen.fingerprint) == 0
