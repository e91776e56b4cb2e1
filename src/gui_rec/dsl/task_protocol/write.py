"""Task -> JSON. Fields that hold their default are left out, so that a document is as short as it can be."""

from __future__ import annotations

import json
from dataclasses import MISSING
from dataclasses import fields as fields_of
from typing import Any

from gui_rec.dsl.task_protocol.fields import FIELDS, Kind
from gui_rec.dsl.task_protocol.model import (
    Absent,
    AllOf,
    AnyOf,
    Condition,
    Equal,
    Goto,
    InActivity,
    InPackage,
    Not,
    OnFailure,
    Present,
    Ref,
    Task,
    TaskInput,
    TaskSelector,
    TaskStep,
    Value,
)
from gui_rec.model.action_fields import selector_to_fields
from gui_rec.model.actions import Direction

_DEFAULTS = {item.name: item.default for item in fields_of(TaskStep) if item.default is not MISSING}


def task_text(task: Task) -> str:
    """The document as a file holds it."""
    return json.dumps(task_record(task), ensure_ascii=False, indent=2) + "\n"


def task_record(task: Task) -> dict[str, object]:
    """The document as plain values."""
    record: dict[str, object] = {
        "schemaVersion": task.version,
        "taskId": task.task_id,
        "revision": task.revision,
        "assignedAgentName": task.agent_name,
    }
    if task.inputs:
        record["inputs"] = {item.name: _input(item) for item in task.inputs}
    record["steps"] = [step_record(step) for step in task.steps]
    return record


def step_record(step: TaskStep) -> dict[str, object]:
    """One step as plain values, its keys in the order of the table."""
    record: dict[str, object] = {}
    for key, spec in FIELDS.items():
        held = getattr(step, spec.attribute)
        if (spec.attribute in _DEFAULTS and held == _DEFAULTS[spec.attribute]) or (key == "id" and not held):
            continue
        record[key] = _plain(held, spec.kind)
    return record


def _input(item: TaskInput) -> dict[str, object]:
    record: dict[str, object] = {} if item.default is None else {"default": item.default}
    return {**record, "secret": True} if item.secret else record


def _plain(held: Any, kind: Kind) -> object:  # noqa: ANN401 - a field's value of whatever kind the table names
    match kind:
        case Kind.SELECTOR:
            return selector_record(held)
        case Kind.CONDITION:
            return condition_record(held)
        case Kind.VALUE:
            return _value(held)
        case Kind.ON_FAILURE:
            return {"goto": held.step_id} if isinstance(held, Goto) else OnFailure(held).value
        case Kind.DIRECTION:
            return Direction(held).name
        case Kind.ACTION | Kind.ATTRIBUTE:
            return held.value
        case _:
            plain: object = held
            return plain


def _value(held: Value) -> object:
    return {"ref": str(held)} if isinstance(held, Ref) else held


def selector_record(held: TaskSelector) -> dict[str, object]:
    """A selector as plain values, with its references."""
    record = selector_to_fields(held.selector)
    for path, ref in held.refs:
        inner: Any = record
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = {"ref": str(ref)}
    return record


def condition_record(held: Condition) -> dict[str, object]:
    """A condition as plain values."""
    match held:
        case Present(chosen):
            return {"present": selector_record(chosen)}
        case Absent(chosen):
            return {"absent": selector_record(chosen)}
        case InPackage(package):
            return {"packageName": package}
        case InActivity(activity):
            return {"activityName": activity}
        case Equal(left, right):
            return {"equals": [_value(left), _value(right)]}
        case AllOf(parts):
            return {"all": [condition_record(part) for part in parts]}
        case AnyOf(parts):
            return {"any": [condition_record(part) for part in parts]}
        case Not(part):
            return {"not": condition_record(part)}
