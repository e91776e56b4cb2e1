"""A step as a row of the schema, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from gui_rec.errors import StoreError
from gui_rec.model.action_fields import selector_from_fields, selector_to_fields, to_fields
from gui_rec.model.episode import DeviceInfo, EpisodeInfo
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.step import Sent, Step, Target
from gui_rec.store.action_columns import action_from_column, action_to_column, compact_json, json_value
from gui_rec.store.cells import Cells
from gui_rec.store.observation_columns import (
    TARGET_COLUMN,
    missing_of,
    observation_from_row,
    observation_to_row,
    rect_from_cell,
    rect_to_cell,
)

_SAME_NAME = (
    *("turn_id", "app_version", "action_dialect", "action_raw", "action_space", "app_name", "claimed"),
    *("thought", "operation", "operation_source", "prompt_id", "result_code", "result_detail"),
    *("settled", "settle_ms", "withdrawn"),
)


def to_row(step: Step, info: EpisodeInfo) -> dict[str, object]:
    """Every column of the schema. Raises StoreError naming the column for text that UTF-8 cannot carry."""
    pre = observation_to_row("pre", step.pre)
    if step.target_missing is not None:
        entry = {"column": TARGET_COLUMN, "reason": step.target_missing.value}
        pre["pre_missing"] = [*_list(pre["pre_missing"]), entry]
    row: dict[str, object] = {
        "episode_id": info.episode_id,
        "step_index": step.index,
        "goal": info.goal,
        "task_id": info.task_id,
        "annotator": info.annotator,
        "source": info.source,
        "device": device_to_cell(info.device),
        **pre,
        **observation_to_row("post", step.post),
        "action": action_to_column(step.action),
        "action_dsl": compact_json(to_fields(step.action)),
        "target": None if step.target is None else _target_to_cell(step.target),
        "sent": None if step.sent is None else {f.name: getattr(step.sent, f.name) for f in fields(Sent)},
        "flags": [flag.value for flag in step.flags],
        **{name: getattr(step, name) for name in _SAME_NAME},
    }
    refuse_lone_surrogates(row)
    return row


def from_row(row: Mapping[str, object]) -> Step:
    """The step that a row of plain values spells. Raises StoreError with the column as `field`."""
    cells = Cells(row)
    action = cells.struct("action")
    if action is None:
        raise StoreError("action: expected a struct, got null", field="action")
    return Step(
        index=cells.required_integer("step_index", 0),
        pre=observation_from_row("pre", cells),
        action=cells.made("action", lambda: action_from_column(action.values)),
        post=observation_from_row("post", cells),
        action_dialect=cells.required_text("action_dialect"),
        action_raw=cells.text("action_raw"),
        action_space=cells.required_text("action_space"),
        app_name=cells.text("app_name"),
        app_version=cells.text("app_version"),
        claimed=cells.text("claimed"),
        thought=cells.text("thought"),
        operation=cells.text("operation"),
        operation_source=cells.text("operation_source"),
        prompt_id=cells.text("prompt_id"),
        turn_id=cells.text("turn_id"),
        target=_target(cells),
        target_missing=_target_missing(cells),
        sent=_sent(cells.struct("sent")),
        result_code=cells.text("result_code"),
        result_detail=cells.text("result_detail"),
        settled=cells.flag("settled"),
        settle_ms=cells.integer("settle_ms", 0),
        flags=cells.members("flags", Flag),
        withdrawn=bool(cells.flag("withdrawn")),
    )


def info_from_row(row: Mapping[str, object]) -> EpisodeInfo:
    """The frame of an episode as its rows alone tell it, for files whose metadata a foreign tool dropped."""
    cells = Cells(row)
    return EpisodeInfo(
        episode_id=cells.required_text("episode_id"),
        source=cells.required_text("source"),
        goal=cells.text("goal"),
        task_id=cells.text("task_id"),
        annotator=cells.text("annotator"),
        device=device_from_cell(cells.struct("device")),
    )


def device_to_cell(device: DeviceInfo) -> dict[str, object]:
    """The struct's value."""
    return {field.name: getattr(device, field.name) for field in fields(DeviceInfo)}


def device_from_cell(cell: Cells | None) -> DeviceInfo:
    """The device that the struct spells. Raises StoreError."""
    if cell is None:
        return DeviceInfo()
    return DeviceInfo(
        serial_id=cell.text("serial_id"),
        model=cell.text("model"),
        android_release=cell.text("android_release"),
        sdk=cell.integer("sdk"),
        width_px=cell.integer("width_px"),
        height_px=cell.integer("height_px"),
        density_dpi=cell.integer("density_dpi"),
        display_id=cell.text("display_id"),
        locale=cell.text("locale"),
        font_scale=cell.number("font_scale"),
        night_mode=cell.flag("night_mode"),
    )


def refuse_lone_surrogates(row: Mapping[str, object]) -> None:
    """Raise StoreError naming the first text that UTF-8 cannot carry.

    Such text comes from careless decoding upstream; whoever captured it knows whether to replace the
    half character, the store must not guess.
    """
    for place, text in _texts(row, ""):
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            found = f"U+{ord(text[error.start]):04X}"
            raise StoreError(
                f"{place}: expected text that UTF-8 can carry, got the lone surrogate {found} at character "
                f"{error.start}; replace it where the text is captured",
                field=place,
            ) from error


def _texts(value: object, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(inner, f"{place}.{name}" if place else str(name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _texts(inner, f"{place}[{at}]")


def _target_to_cell(target: Target) -> dict[str, object]:
    selector = target.selector
    return {
        "selector": None if selector is None else compact_json(selector_to_fields(selector)),
        "bounds_px": rect_to_cell(target.bounds_px),
        "class": target.class_name,
        "resource_id": target.resource_id,
        "text": target.text,
        "content_desc": target.content_desc,
        "path": target.path,
        "candidates": target.candidates,
    }


def _target(row: Cells) -> Target | None:
    cell = row.struct("target")
    if cell is None:
        return None
    bounds, spelled = cell.struct("bounds_px"), cell.text("selector")
    if bounds is None:
        raise StoreError("target.bounds_px: expected bounds, got null", field="target.bounds_px")
    return Target(
        selector=None
        if spelled is None
        else cell.made("selector", lambda: selector_from_fields(json_value(spelled, "selector"))),
        bounds_px=rect_from_cell(bounds),
        class_name=cell.text("class"),
        resource_id=cell.text("resource_id"),
        text=cell.text("text"),
        content_desc=cell.text("content_desc"),
        path=cell.required_text("path"),
        candidates=cell.required_integer("candidates", 0),
    )


def _target_missing(row: Cells) -> MissingReason | None:
    reasons = [item.reason for item in missing_of(row, "pre") if item.column == TARGET_COLUMN]
    return reasons[-1] if reasons else None


def _sent(cell: Cells | None) -> Sent | None:
    if cell is None:
        return None
    return Sent(
        what=cell.required_text("what"),
        method=cell.required_text("method"),
        exit_status=cell.integer("exit_status"),
        output=cell.required_text("output"),
        started_us=cell.required_integer("started_us"),
        ended_us=cell.required_integer("ended_us"),
        client=cell.text("client"),
    )


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []
