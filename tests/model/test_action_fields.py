"""Actions as plain mappings come back as they were."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import actions, selectors

from gui_rec.errors import InputError
from gui_rec.model.action_fields import from_fields, selector_from_fields, selector_to_fields, to_fields
from gui_rec.model.actions import (
    ACTION_TYPES,
    Action,
    Direction,
    ExtractText,
    Finish,
    FinishStatus,
    Gesture,
    Hotkey,
    Scroll,
    Tap,
    TimedPoint,
    Type,
    WaitFor,
)
from gui_rec.model.selector import Relation, Selector

SELECTOR = Selector(resource_id="a:id/b", near=(Relation.BELOW, Selector(text_contains="User")), index=2)

EXAMPLES: list[Action] = [
    Tap(0.5, 0.25, sensitive=True, message="Pay?"),
    Scroll(Direction.DOWN, amount=0.5),
    Gesture(((TimedPoint(0.1, 0.2, 0), TimedPoint(0.2, 0.3, 16)), (TimedPoint(0.5, 0.5, 4),))),
    Type('say "hi", <image>\n灯 😀', press_enter=True),
    WaitFor(SELECTOR, timeout_ms=500),
    ExtractText(Selector(text="Total"), "total"),
    Hotkey(("ctrl", "c")),
    Finish(FinishStatus.INFEASIBLE, "no such app"),
]


@pytest.mark.parametrize("action", EXAMPLES, ids=lambda action: action.type)
def test_round_trip_through_json(action: Action) -> None:
    assert from_fields(json.loads(json.dumps(to_fields(action)))) == action


def test_nulls_count_as_left_out() -> None:
    assert from_fields({"type": "tap", "x": 0.5, "y": 0.5, "message": None, "text": None}) == Tap(0.5, 0.5)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({}, "action type: expected one of"),
        ({"type": "fly"}, "got 'fly'"),
        ({"type": "tap", "x": 0.5}, r"tap\.y: missing"),
        ({"type": "tap", "x": 0.5, "y": 0.5, "z": 1}, r"tap\.z: no such field"),
        ({"type": "tap", "x": "0.5", "y": 0.5}, r"tap\.x: expected a number"),
        ({"type": "tap", "x": True, "y": 0.5}, r"tap\.x: expected a number"),
        ({"type": "tap", "x": 10**400, "y": 0.5}, r"tap\.x: expected a number that fits a float"),
        ({"type": "tap", "x": 0.5, "y": 0.5, "clicks": True}, r"tap\.clicks: expected int"),
        ({"type": "scroll", "direction": "sideways"}, r"scroll\.direction: expected one of up, down"),
        ({"type": "hotkey", "keys": "ctrl"}, r"hotkey\.keys: expected a list"),
        ({"type": "hotkey", "keys": [1]}, r"hotkey\.keys\[0\]: expected str"),
        ({"type": "gesture", "contacts": [[{"x": 1}]]}, r"gesture\.contacts\[0\]\[0\]: expected an object"),
        ({"type": "wait_for", "selector": {"colour": "red"}}, r"wait_for\.selector\.colour: no such key"),
        ({"type": "wait_for", "selector": 5}, r"wait_for\.selector: expected an object"),
    ],
)
def test_a_wrong_record_names_its_field(record: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_fields(record)


def test_selectors_use_the_protocols_key_names() -> None:
    fields = selector_to_fields(SELECTOR)
    assert fields == {"resourceId": "a:id/b", "index": 2, "near": {"below": {"textContains": "User"}}}
    assert selector_from_fields(fields) == SELECTOR


@pytest.mark.parametrize(
    "record",
    [{}, {"index": 1}, {"text": "a", "index": -1}, {"near": {"under": {}}}, {"near": []}, {"text": 5}],
)
def test_a_selector_that_selects_nothing_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(InputError):
        selector_from_fields(record)


@settings(max_examples=150, deadline=None)
@given(actions())
def test_any_action_comes_back_from_json_with_plain_values_only(action: Action) -> None:
    fields = to_fields(action)
    assert None not in fields.values()
    assert from_fields(json.loads(json.dumps(fields))) == action


@settings(max_examples=60, deadline=None)
@given(selectors(2))
def test_any_selector_comes_back(selector: Selector) -> None:
    assert selector_from_fields(json.loads(json.dumps(selector_to_fields(selector)))) == selector


_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(ACTION_TYPES)), st.data())
def test_junk_in_a_field_is_refused_or_means_an_action_that_comes_back(
    kind: str, data: st.DataObject
) -> None:
    good = to_fields(data.draw(actions(kind)))
    name = data.draw(st.sampled_from([*good, "colour"]))
    try:
        action = from_fields({**good, name: data.draw(_JUNK)})
    except InputError:
        return
    assert from_fields(to_fields(action)) == action
