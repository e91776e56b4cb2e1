"""Which screens of an episode are the same."""

from __future__ import annotations

from dataclasses import replace

from small_recordings import small_look, small_step

from gui_rec.datasets.labels.looks import Eyes, hash_bits, masks_of, tree_of
from gui_rec.model.actions import Key
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Facts, Observation, Window
from gui_rec.testing.builders import TEXT_FIELD, Element, hierarchy_xml

KEY = Key("ENTER")
BAR = Window("com.android.systemui", "StatusBar", Rect(0, 0, 40, 8), "STATUS_BAR")


def _numbers(*looks: Observation) -> list[int | None]:
    eyes = Eyes()
    steps = [small_step(at, KEY, pre=look, post=look) for at, look in enumerate(looks)]
    return [eyes.look(step).before for step in steps]


def test_states_are_numbered_by_key_and_picture() -> None:
    again = small_look(1)
    assert _numbers(small_look(1), small_look(2), again) == [1, 2, 1]


def test_a_toggle_that_only_its_picture_shows_makes_another_state() -> None:
    on = small_look(1)
    off = replace(on, screenshot=small_look(4).screenshot)
    assert _numbers(on, off, on) == [1, 2, 1]


def test_without_a_picture_the_key_tells_and_without_both_nothing_does() -> None:
    blind = replace(small_look(1), screenshot=None)
    assert _numbers(small_look(1), blind) == [1, 1]
    assert _numbers(replace(blind, state_key=None)) == [None]


def test_a_damaged_picture_equals_only_itself() -> None:
    damaged = replace(small_look(1), screenshot=b"no picture")
    assert _numbers(small_look(1), damaged, damaged) == [1, 2, 2]


def test_bars_and_the_cursor_are_masked() -> None:
    field = Element(Rect(5, 20, 35, 30), text="a", class_name=TEXT_FIELD, focused=True)
    seen = replace(small_look(1), ui_xml=hierarchy_xml([field]), facts=Facts(windows=(BAR,)))
    assert set(masks_of(seen, seen)) == {Rect(0, 0, 40, 8), Rect(5, 20, 35, 30)}
    left = replace(seen, ui_xml=hierarchy_xml([replace(field, focused=False)]))
    assert set(masks_of(seen, left)) == {Rect(0, 0, 40, 8)}, "the cursor came or went: that is a difference"


def test_what_is_damaged_says_nothing() -> None:
    assert tree_of(replace(small_look(1), ui_xml="<no")) is None
    assert hash_bits(small_look(1), replace(small_look(1), fingerprint="?")) is None
    assert hash_bits(small_look(0), small_look(1)) == 32
