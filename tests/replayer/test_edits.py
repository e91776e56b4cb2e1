from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import N, nodes, text, tree

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.edits import as_record, describe, is_hard, reason, stable_edits, tree_edits
from gui_rec.replayer.looks import Look
from gui_rec.ui.diff import Edit, EditKind

NOTHING = Look(Observation())
TITLE = text("Milk", "a:id/title")
PRICE = text("$5.00", "a:id/price", top=40)
NOTE = N("android.widget.EditText", rid="a:id/note", text="two", bounds=(0, 80, 400, 120))
BUY = N("android.widget.Button", rid="a:id/buy", desc="Buy", bounds=(0, 120, 400, 160))
# From the one that forgives most to the one that forgives nothing.
RISING = (Tolerance.NONE, Tolerance.PACKAGE_ONLY, Tolerance.LAYOUT, Tolerance.DYNAMIC, Tolerance.STRICT)

edits = st.builds(
    Edit,
    kind=st.sampled_from(EditKind),
    path=st.sampled_from(["0", "0/1", "0/1/2"]),
    label=st.text(max_size=20),
    before=st.none() | st.text(max_size=5),
    after=st.none() | st.text(max_size=5),
    bounds=st.none() | st.builds(Rect, *[st.integers(-9, 9)] * 4),
    hard=st.booleans(),
)
places = st.frozensets(st.sampled_from(["0", "0/1", "0/1/2"]))


def page(*children: N) -> Look:
    return Look(Observation(), tree(N(children=children)))


BEFORE = page(TITLE, PRICE, NOTE, BUY)


@pytest.mark.parametrize(
    ("after", "kind", "said"),
    [
        (page(TITLE, replace(PRICE, text="$6.00"), NOTE, BUY), EditKind.TEXT, "TEXT_CHANGED"),
        (page(TITLE, PRICE, replace(NOTE, text="three"), BUY), EditKind.TEXT, "VALUE_MISMATCH"),
        (page(TITLE, PRICE, NOTE, replace(BUY, desc="Order")), EditKind.DESC, "TEXT_CHANGED"),
        (page(TITLE, PRICE, NOTE, replace(BUY, flags=frozenset())), EditKind.STATE, "STATE_CHANGED"),
        (page(TITLE, NOTE, BUY), EditKind.DELETE, "ELEMENT_MISSING"),
        (page(TITLE, PRICE, NOTE, BUY, text("New", "a:id/new", top=160)), EditKind.INSERT, "COUNT_CHANGED"),
        (page(TITLE, NOTE, BUY, PRICE), EditKind.ORDER, "ORDER_CHANGED"),
    ],
)
def test_a_change_on_the_page_and_its_reason(after: Look, kind: EditKind, said: str) -> None:
    (edit,) = tree_edits(BEFORE, after)
    assert (edit.kind, reason(edit, after)) == (kind, said)
    assert describe(edit) == edit.label
    assert as_record(edit)["kind"] == kind.value


def test_each_kind_has_a_reason_without_a_hierarchy_too() -> None:
    said = {kind: reason(Edit(kind, "0/2", "", None, None, None, True), NOTHING) for kind in EditKind}
    assert said[EditKind.TEXT] == "TEXT_CHANGED", "nobody knows that it is a field"
    assert [said[kind] for kind in (EditKind.ID, EditKind.ROLE, EditKind.MOVE)] == [
        "ID_CHANGED",
        "ROLE_CHANGED",
        "MOVED",
    ]


def test_only_the_text_of_a_field_is_a_value() -> None:
    edit = Edit(EditKind.TEXT, "0/2", "", "two", "three", None, True)
    assert reason(edit, BEFORE) == "VALUE_MISMATCH"
    assert reason(replace(edit, path="0/1"), BEFORE) == "TEXT_CHANGED"
    assert reason(replace(edit, path="0/99"), BEFORE) == "TEXT_CHANGED"
    assert reason(replace(edit, kind=EditKind.STATE), BEFORE) == "STATE_CHANGED"


def test_without_both_hierarchies_there_are_no_edits() -> None:
    assert tree_edits(NOTHING, BEFORE) == tree_edits(BEFORE, NOTHING) == tree_edits(NOTHING, NOTHING) == ()


def test_edits_at_places_that_change_by_themselves_are_left_out() -> None:
    after = page(TITLE, replace(PRICE, text="$6.00"), replace(NOTE, text="three"), BUY)
    first, second = tree_edits(BEFORE, after)
    assert stable_edits(BEFORE, after, frozenset()) == (first, second)
    assert stable_edits(BEFORE, after, frozenset({first.path})) == (second,)
    assert stable_edits(BEFORE, after, frozenset({first.path, second.path})) == ()


@settings(max_examples=50, deadline=None)
@given(nodes(), nodes())
def test_a_state_does_not_differ_from_itself_and_all_that_is_volatile_is_left_out(one: N, other: N) -> None:
    before, after, again = Look(Observation(), tree(one)), Look(Observation(), tree(other)), tree(one)
    assert tree_edits(before, Look(Observation(), again)) == ()
    found = tree_edits(before, after)
    assert stable_edits(before, after, frozenset()) == found
    assert stable_edits(before, after, frozenset(edit.path for edit in found)) == ()


@settings(max_examples=100, deadline=None)
@given(edits, places)
def test_a_stricter_tolerance_never_forgives_more(edit: Edit, volatile: frozenset[str]) -> None:
    judged = [is_hard(edit, tolerance, volatile) for tolerance in RISING]
    assert judged == sorted(judged)
    assert judged[:2] == [False, False]
    assert judged[-1]


@settings(max_examples=100, deadline=None)
@given(edits, places)
def test_soft_and_volatile_edits_fail_no_step_but_a_strict_one(edit: Edit, volatile: frozenset[str]) -> None:
    counts = edit.hard and edit.path not in volatile
    assert is_hard(edit, Tolerance.DYNAMIC, volatile) is counts
    about_elements = edit.kind in {EditKind.INSERT, EditKind.DELETE, EditKind.ORDER, EditKind.ROLE}
    assert is_hard(edit, Tolerance.LAYOUT, volatile) is (counts and about_elements)


@settings(max_examples=60, deadline=None)
@given(edits)
def test_the_evidence_goes_through_json_whole(edit: Edit) -> None:
    record = json.loads(json.dumps(as_record(edit)))
    bounds = record.pop("bounds")
    assert (None if bounds is None else Rect(*bounds)) == edit.bounds
    assert Edit(**{**record, "kind": EditKind(record["kind"])}, bounds=edit.bounds) == edit
