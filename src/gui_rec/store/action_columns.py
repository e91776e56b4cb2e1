"""The `action` struct: every field of every canonical action, nullable, derived from the model itself.

Numbers, texts and a gesture's contacts are typed and nested. A selector is JSON text, since its `near`
relation nests without bound and Parquet has no recursive type.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

import pyarrow as pa

from gui_rec.errors import InputError
from gui_rec.model.action_fields import from_fields, to_fields
from gui_rec.model.actions import ACTION_TYPES, Action, TimedPoint
from gui_rec.model.selector import Selector

_TIMED_POINT = pa.struct([("x", pa.float64()), ("y", pa.float64()), ("at_ms", pa.int32())])
_SELECTOR = "selector"


def _arrow_type(hint: Any) -> pa.DataType:  # noqa: ANN401 - a type hint of any shape
    if get_origin(hint) is tuple:
        return pa.list_(_arrow_type(get_args(hint)[0]))
    options = [arg for arg in get_args(hint) if arg is not type(None)]
    plain = options[0] if options else hint
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return pa.string()
    known: dict[object, pa.DataType] = {
        str: pa.string(),
        int: pa.int32(),
        float: pa.float64(),
        bool: pa.bool_(),
        Selector: pa.string(),
        TimedPoint: _TIMED_POINT,
    }
    return known[plain]


def _all_fields() -> dict[str, pa.DataType]:
    found: dict[str, pa.DataType] = {"type": pa.string()}
    for cls in ACTION_TYPES.values():
        hints = get_type_hints(cls)
        for field in fields(cls):
            kind = _arrow_type(hints[field.name])
            if found.setdefault(field.name, kind) != kind:
                raise TypeError(f"{cls.__name__}.{field.name}: a field of this name has another type")
    return found


ACTION_STRUCT = pa.struct(list(_all_fields().items()))
"""The Arrow type of the column `action`."""

_KINDS = {field.name: field.type for field in ACTION_STRUCT}


def action_to_column(action: Action) -> dict[str, object]:
    """The struct's value; fields that the action does not have are left out."""
    values = to_fields(action)
    if _SELECTOR in values:
        values[_SELECTOR] = compact_json(values[_SELECTOR])
    return values


def action_from_column(value: Mapping[str, object]) -> Action:
    """The action of a struct's value; members that hold nothing are passed over. Raises InputError.

    In a struct, pandas writes a null among numbers as NaN and a whole number beside it as a float.
    """
    values = {name: _number(name, item) for name, item in value.items()}
    spelled = values.get(_SELECTOR)
    if isinstance(spelled, str):
        values[_SELECTOR] = json_value(spelled, "action.selector")
    return from_fields(values)


def _number(name: str, value: object) -> object:
    if not isinstance(value, float) or name not in _KINDS:
        return value
    if math.isnan(value):
        return None
    return int(value) if pa.types.is_integer(_KINDS[name]) and value.is_integer() else value


def compact_json(value: object) -> str:
    """One line of JSON with sorted keys; the canonical text form of an action's fields."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def json_value(text: str, where: str) -> object:
    """The value of a JSON text. Raises InputError naming `where`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: expected JSON, got {text[:60]!r} ({error})") from error
