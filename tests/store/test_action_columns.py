"""The action struct is derived from the model; selectors are JSON text, contacts are typed."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import given, settings
from strategies import gestures, selectors

from gui_rec.errors import InputError
from gui_rec.model.actions import Gesture, Tap, WaitFor
from gui_rec.model.selector import Relation, Selector
from gui_rec.store.action_columns import (
    ACTION_STRUCT,
    action_from_column,
    action_to_column,
    compact_json,
    json_value,
)


def test_numbers_texts_and_lists_have_arrow_types_of_their_own() -> None:
    kinds = {field.name: field.type for field in ACTION_STRUCT}
    assert kinds["x"] == pa.float64()
    assert kinds["duration_ms"] == pa.int32()
    assert kinds["clear_before"] == pa.bool_()
    assert kinds["direction"] == pa.string()
    assert kinds["keys"] == pa.list_(pa.string())
    assert kinds["selector"] == pa.string()
    point = pa.struct([("x", pa.float64()), ("y", pa.float64()), ("at_ms", pa.int32())])
    assert kinds["contacts"] == pa.list_(pa.list_(point))


def test_a_selector_is_compact_json_with_the_protocol_s_names() -> None:
    selector = Selector(text_contains="Wi", near=(Relation.BELOW, Selector(text="Network")))
    column = action_to_column(WaitFor(selector))
    assert column["selector"] == '{"near":{"below":{"text":"Network"}},"textContains":"Wi"}'


@settings(max_examples=30, deadline=None)
@given(selectors(depth=2))
def test_any_selector_survives(selector: Selector) -> None:
    action = WaitFor(selector, 5)
    assert action_from_column(action_to_column(action)) == action


@settings(max_examples=30, deadline=None)
@given(gestures())
def test_any_gesture_survives_arrow(gesture: Gesture) -> None:
    schema = pa.schema([pa.field("action", ACTION_STRUCT)])
    (row,) = pa.Table.from_pylist([{"action": action_to_column(gesture)}], schema=schema).to_pylist()
    assert action_from_column(row["action"]) == gesture


def test_a_foreign_member_that_holds_nothing_is_passed_over_and_one_that_holds_something_is_not() -> None:
    tap = action_to_column(Tap(0.1, 0.2))
    assert action_from_column({**tap, "pressure": None}) == Tap(0.1, 0.2)
    with pytest.raises(InputError, match=r"tap\.pressure: no such field"):
        action_from_column({**tap, "pressure": 0.5})


def test_json_is_one_line_and_refuses_what_json_has_not() -> None:
    assert compact_json({"b": "é\n", "a": 1}) == '{"a":1,"b":"é\\n"}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        compact_json(float("nan"))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000])
def test_a_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="selector: expected JSON"):
        json_value(text, "selector")


def test_nan_is_a_null_and_a_whole_float_a_whole_number() -> None:
    nan = float("nan")
    assert action_from_column({"type": "tap", "x": 0.5, "y": 0.5, "clicks": 1.0, "duration_ms": nan}) == Tap(
        0.5, 0.5
    )
    with pytest.raises(InputError, match=r"tap\.x: missing"):
        action_from_column({"type": "tap", "x": nan, "y": 0.5})
    with pytest.raises(InputError, match=r"tap\.clicks: expected int, got 1\.5"):
        action_from_column({"type": "tap", "x": 0.5, "y": 0.5, "clicks": 1.5})
