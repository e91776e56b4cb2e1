"""The JSON Schema of a version, made from the table of fields (draft 2020-12).

What no schema can say is the parser's alone: ids of their own, steps that lead forward, references that name
something, patterns that are understood, and how deep relations and conditions may go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_type_hints

from gui_rec.dsl.task_protocol.fields import ACTIONS, FIELDS, INPUT_NAME, REF_KEYS, ActionFields, Kind
from gui_rec.dsl.task_protocol.model import (
    DEFAULT_SCROLLS,
    DEFAULT_TIMEOUT_MS,
    MAX_CONDITION_PARTS,
    MAX_SCROLLS,
    MAX_STEPS,
    MAX_TIMEOUT_MS,
    MIN_TIMEOUT_MS,
    Attribute,
    OnFailure,
    StepAction,
)
from gui_rec.model.action_fields import selector_keys
from gui_rec.model.actions import Direction
from gui_rec.model.selector import Relation, Selector

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

_NAME: Schema = {"type": "string", "minLength": 1}
_SELECTOR: Schema = {"$ref": "#/$defs/selector"}
_CONDITION: Schema = {"$ref": "#/$defs/condition"}


def task_schema(version: int) -> Schema:
    """The schema of a whole document of `version`."""
    actions = ACTIONS[version]
    properties: Schema = {
        "schemaVersion": {"const": version},
        "taskId": _NAME,
        "revision": {"type": "integer", "minimum": 1, "default": 1},
        "assignedAgentName": {**_NAME, "description": "Must equal the name of the device, case included."},
        "steps": {
            "type": "array",
            "minItems": 1,
            "maxItems": MAX_STEPS,
            "items": {"oneOf": [{"$ref": f"#/$defs/{action.value}"} for action in actions]},
        },
    }
    if version > 1:
        properties["inputs"] = _inputs()
    return {
        "$schema": DIALECT,
        "title": f"gui-rec step protocol, version {version}",
        "type": "object",
        "additionalProperties": False,
        "required": ["schemaVersion", "taskId", "assignedAgentName", "steps"],
        "properties": properties,
        "$defs": {
            **_definitions(version),
            **{a.value: _step(a, spec, version) for a, spec in actions.items()},
        },
    }


def _definitions(version: int) -> Schema:
    shared: Schema = {"selector": _selector(version)}
    return shared if version == 1 else {**shared, "condition": _condition(), "ref": _ref()}


def _step(action: StepAction, spec: ActionFields, version: int) -> Schema:
    schema: Schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["id", "action", *spec.needed],
        "properties": {key: _field(key, action, version) for key in spec.keys},
    }
    if spec.one_of:
        schema["oneOf"] = [{"required": [key]} for key in spec.one_of]
    if {"optional", "onFailure"} <= set(spec.keys):
        schema["not"] = {"required": ["optional", "onFailure"]}
    return schema


def _field(key: str, action: StepAction, version: int) -> Schema:
    spec = FIELDS[key]
    if spec.kind is Kind.ACTION:
        return {"const": action.value, "description": spec.meaning}
    return {**_KINDS[spec.kind](version), "description": spec.meaning}


def _value(version: int) -> Schema:
    return {"type": "string"} if version == 1 else {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/ref"}]}


def _on_failure(_version: int) -> Schema:
    goto: Schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["goto"],
        "properties": {"goto": _NAME},
    }
    return {"oneOf": [{"enum": [item.value for item in OnFailure]}, goto], "default": OnFailure.STOP.value}


_KINDS: dict[Kind, Callable[[int], Schema]] = {
    Kind.NAME: lambda _: _NAME,
    Kind.TEXT: lambda _: {"type": "string"},
    Kind.VALUE: _value,
    Kind.SELECTOR: lambda _: _SELECTOR,
    Kind.CONDITION: lambda _: _CONDITION,
    Kind.TIMEOUT: lambda _: {
        "type": "integer", "minimum": MIN_TIMEOUT_MS, "maximum": MAX_TIMEOUT_MS, "default": DEFAULT_TIMEOUT_MS,
    },
    Kind.FLAG: lambda _: {"type": "boolean", "default": False},
    Kind.ON_FAILURE: _on_failure,
    Kind.GOTO: lambda _: _NAME,
    Kind.DIRECTION: lambda _: {"enum": [item.name for item in Direction], "default": Direction.DOWN.name},
    Kind.SCROLLS: lambda _: {
        "type": "integer", "minimum": 1, "maximum": MAX_SCROLLS, "default": DEFAULT_SCROLLS,
    },
    Kind.ATTRIBUTE: lambda _: {"enum": [item.value for item in Attribute], "default": Attribute.TEXT.value},
}  # fmt: skip


def _selector(version: int) -> Schema:
    hints = get_type_hints(Selector)
    keys = selector_keys()
    properties = {key: _selector_key(key, hints[name], version) for key, name in keys.items()}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "anyOf": [{"required": [key]} for key in keys if key != "index"],
        "description": "All given keys must hold.",
    }


def _selector_key(key: str, hint: object, version: int) -> Schema:
    if key == "near":
        return {
            "type": "object",
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
            "properties": {relation.value: _SELECTOR for relation in Relation},
        }
    if key in REF_KEYS:
        return _value(version)
    if hint == bool | None:
        return {"type": "boolean"}
    return {"type": "integer", "minimum": 0} if hint == int | None else {"type": "string"}


def _condition() -> Schema:
    some: Schema = {"type": "array", "minItems": 1, "maxItems": MAX_CONDITION_PARTS, "items": _CONDITION}
    kinds: Schema = {
        "present": _SELECTOR,
        "absent": _SELECTOR,
        "packageName": _NAME,
        "activityName": _NAME,
        "equals": {"type": "array", "minItems": 2, "maxItems": 2, "items": _value(2)},
        "all": some,
        "any": some,
        "not": _CONDITION,
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
        "properties": kinds,
    }


def _ref() -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["ref"],
        "properties": {"ref": {"type": "string", "pattern": "^(inputs|outputs)\\.[\\s\\S]"}},
    }


def _inputs() -> Schema:
    return {
        "type": "object",
        "propertyNames": {"pattern": f"^{INPUT_NAME}$"},
        "additionalProperties": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"default": {"type": "string"}, "secret": {"type": "boolean", "default": False}},
        },
    }
