"""A step survives its row, and a row that is not a step is refused by name."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import actions, episodes, steps
from trajectories import a_step, an_episode

from gui_rec.errors import InputError, StoreError
from gui_rec.model.action_fields import from_fields
from gui_rec.model.actions import ACTION_TYPES, Action, Note, Tap, Type
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import MissingReason
from gui_rec.model.observation import Missing, Observation
from gui_rec.model.step import Step
from gui_rec.store.rows import from_row, info_from_row, to_row
from gui_rec.store.schema import STEP_SCHEMA
from gui_rec.store.shards import check_storable


def through_arrow(row: dict[str, object]) -> dict[str, object]:
    rows: list[dict[str, object]] = pa.Table.from_pylist([row], schema=STEP_SCHEMA).to_pylist()
    return rows[0]


def a_row() -> dict[str, Any]:
    return deepcopy(through_arrow(to_row(a_step(), an_episode())))


@settings(max_examples=40, deadline=None)
@given(steps(index=4), episodes())
def test_any_step_survives_its_row(step: Step, info: EpisodeInfo) -> None:
    row = to_row(step, info)
    check_storable(row)
    stored = through_arrow(row)
    assert from_row(stored) == step
    assert list(row.keys() - set(STEP_SCHEMA.names)) == []
    seen = info_from_row(stored)
    assert (seen.episode_id, seen.goal, seen.device) == (info.episode_id, info.goal, info.device)


@pytest.mark.parametrize("kind", sorted(ACTION_TYPES))
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_every_action_type_survives_and_has_its_text_form(kind: str, data: st.DataObject) -> None:
    action: Action = data.draw(actions(kind))
    stored = through_arrow(to_row(a_step(action=action), an_episode()))
    assert from_row(stored).action == action
    text = stored["action_dsl"]
    assert isinstance(text, str)
    assert "\n" not in text
    assert from_fields(json.loads(text)) == action


def test_a_row_holds_every_column_of_the_schema_in_its_order() -> None:
    row = to_row(a_step(), an_episode())
    assert set(row) == set(STEP_SCHEMA.names)


def test_an_absent_target_has_its_reason_in_pre_missing() -> None:
    row = to_row(a_step(target_missing=MissingReason.NO_TREE), an_episode())
    assert row["pre_missing"] == [{"column": "target", "reason": "no_tree"}]
    assert from_row(through_arrow(row)).target_missing is MissingReason.NO_TREE


def test_the_target_is_no_column_of_an_observation() -> None:
    look = Observation(missing=(Missing("target", MissingReason.NO_TREE),))
    with pytest.raises(StoreError, match=r"post_missing.*target_missing"):
        to_row(a_step(post=look), an_episode())


@pytest.mark.parametrize(
    ("step", "place"),
    [
        (a_step(thought="half \ud83d"), "thought"),
        (a_step(action=Type("a\udfff")), "action.text"),
        (a_step(pre=Observation(ui_xml="<hierarchy>\ud800</hierarchy>")), "pre_ui_xml"),
    ],
)
def test_a_lone_surrogate_is_refused_with_its_place(step: Step, place: str) -> None:
    with pytest.raises(StoreError, match=f"^{place}.*lone surrogate U\\+D") as caught:
        to_row(step, an_episode())
    assert caught.value.field == place


WRONG: list[tuple[str, object, str]] = [
    ("step_index", None, "step_index: expected a whole number, got None"),
    ("step_index", -1, "step_index"),
    ("pre_rotation", 4, r"pre_rotation: expected 0\.\.3, got 4"),
    ("pre_rotation", 1.5, "pre_rotation: expected a whole number"),
    ("pre_width_px", None, "pre_width_px: expected both sides"),
    ("pre_width_px", 0, r"pre_width_px: .*1\.\.32768"),
    ("action", None, "action: expected a struct, got null"),
    ("action", {"type": None}, "action: action type"),
    ("action", {"type": "tap", "x": float("nan"), "y": 0.1}, "action: tap.x"),
    ("action", {"type": "tap", "x": 1.2, "y": 0.1}, "action: tap.x"),
    ("action", {"type": "tap", "x": float("inf"), "y": 0.1}, "action: tap.x"),
    ("action", {"type": "wait_for", "selector": "{"}, "action: action.selector: expected JSON"),
    ("action", "tap", "action: expected a struct"),
    ("action_dialect", None, "action_dialect: expected text"),
    ("flags", ["shiny"], "flags: expected one of unsettled"),
    ("pre_missing", [{"column": "ui_xml", "reason": "?"}], r"pre_missing\[0\].reason"),
    ("pre_missing", "none", "pre_missing: expected a list"),
    ("post_ui_xml", "hello", "post_ui_xml: expected a view hierarchy"),
    ("post_screenshot", {"bytes": b"", "path": None}, "post_screenshot: expected a picture, got 0 bytes"),
    ("post_screenshot", {"bytes": None, "path": "/etc/x.png"}, "stands outside the file"),
    ("post_screenshot", {"bytes": "text", "path": None}, "post_screenshot.bytes: expected bytes"),
    ("settled", 1, "settled: expected a boolean"),
    ("thought", 5, "thought: expected text"),
    ("target", {"path": "0", "candidates": 1, "bounds_px": None}, "target.bounds_px"),
    ("sent", {"what": None}, "sent.what"),
    ("post_state_key", {"structure": "a"}, "post_state_key.content"),
]


@pytest.mark.parametrize(("column", "value", "message"), WRONG)
def test_a_wrong_cell_is_refused_with_its_column(column: str, value: object, message: str) -> None:
    row = a_row()
    row[column] = value
    with pytest.raises(StoreError, match=message) as caught:
        from_row(row)
    assert caught.value.field is not None
    assert caught.value.field.startswith(column)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(STEP_SCHEMA.names),
    st.none() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=5) | st.booleans(),
)
def test_no_foreign_value_ends_in_anything_but_a_step_or_a_refusal(column: str, value: object) -> None:
    row = a_row()
    row[column] = value
    try:
        step = from_row(row)
    except InputError:
        return
    assert step.index >= 0


def test_a_number_that_the_schema_cannot_hold_is_refused_with_its_column() -> None:
    row = to_row(a_step(settle_ms=2**40), an_episode())
    with pytest.raises(StoreError, match="settle_ms: the column cannot hold this value"):
        check_storable(row)


def test_whole_coordinates_written_as_integers_are_the_same_action() -> None:
    stored = through_arrow(to_row(a_step(action=Tap(1, 0)), an_episode()))
    assert from_row(stored).action == Tap(1.0, 0.0)


def test_a_newline_in_a_text_does_not_break_the_text_form() -> None:
    row = to_row(a_step(action=Note("a\nb")), an_episode())
    assert row["action_dsl"] == '{"text":"a\\nb","type":"note"}'
