"""Actions as plain mappings and back: one spelling for JSON, for Parquet and for scripts."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from functools import cache
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from gui_rec.errors import InputError
from gui_rec.model.actions import ACTION_TYPES, Action, TimedPoint
from gui_rec.model.selector import Relation, Selector

Fields = dict[str, object]


def to_fields(action: Action) -> Fields:
    """`{"type": ..., field: value}` with plain values; fields that are None are left out."""
    out: Fields = {"type": action.type}
    for field in fields(action):
        value = getattr(action, field.name)
        if value is not None:
            out[field.name] = _plain(value)
    return out


def from_fields(record: Mapping[str, object]) -> Action:
    """The action that `record` spells; None counts as left out.

    Raises InputError naming the field for an unknown type, an unknown or missing field, or a value
    of the wrong kind or range.
    """
    kind = record.get("type")
    if not isinstance(kind, str) or kind not in ACTION_TYPES:
        raise InputError(f"action type: expected one of {', '.join(sorted(ACTION_TYPES))}, got {kind!r:.80}")
    cls = ACTION_TYPES[kind]
    given = {name: value for name, value in record.items() if name != "type" and value is not None}
    known = {field.name: field for field in fields(cls)}
    for name in given:
        if name not in known:
            raise InputError(f"{kind}.{name}: no such field; {kind} has {', '.join(known) or 'none'}")
    for name, field in known.items():
        if field.default is MISSING and name not in given:
            raise InputError(f"{kind}.{name}: missing")
    hints = _hints(kind)
    values = {name: _typed(hints[name], value, f"{kind}.{name}") for name, value in given.items()}
    return cast(Callable[..., Action], cls)(**values)


@cache  # as many as there are action types; each costs as much as reading a whole row
def _hints(kind: str) -> dict[str, Any]:
    return get_type_hints(ACTION_TYPES[kind])


def selector_to_fields(selector: Selector) -> Fields:
    """A selector with the step protocol's key names (`textContains`, `resourceId`, ...)."""
    out: Fields = {}
    for field in fields(selector):
        value = getattr(selector, field.name)
        if value is None:
            continue
        if field.name == "near":
            out["near"] = {value[0].value: selector_to_fields(value[1])}
        else:
            out[_camel(field.name)] = value
    return out


def selector_keys() -> dict[str, str]:
    """A selector's keys as written, each with its field's name."""
    return {_camel(field.name): field.name for field in fields(Selector)}


def selector_from_fields(record: object, where: str = "selector") -> Selector:
    """The selector that `record` spells. Raises InputError naming the key."""
    if not isinstance(record, Mapping):
        raise InputError(f"{where}: expected an object, got {record!r:.80}")
    names = selector_keys()
    hints = get_type_hints(Selector)
    values: dict[str, Any] = {}
    for key, value in record.items():
        if key not in names:
            raise InputError(f"{where}.{key}: no such key; known: {', '.join(names)}")
        if value is None:
            continue
        name = names[key]
        values[name] = _near(value, where) if name == "near" else _typed(hints[name], value, f"{where}.{key}")
    return Selector(**values)


def _near(value: object, where: str) -> tuple[Relation, Selector]:
    if not isinstance(value, Mapping) or len(value) != 1:
        raise InputError(
            f"{where}.near: expected one relation such as {{'below': {{...}}}}, got {value!r:.80}"
        )
    name, inner = next(iter(value.items()))
    if name not in tuple(Relation):
        raise InputError(f"{where}.near: expected one of {', '.join(Relation)}, got {name!r:.80}")
    return Relation(name), selector_from_fields(inner, f"{where}.near.{name}")


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(part.capitalize() for part in tail)


def _plain(value: object) -> object:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Selector):
        return selector_to_fields(value)
    if isinstance(value, TimedPoint):
        return {"x": value.x, "y": value.y, "at_ms": value.at_ms}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _typed(hint: Any, value: object, where: str) -> Any:  # noqa: ANN401 - a value of whatever type `hint` names
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(arg for arg in get_args(hint) if arg is not type(None))
    if hint is float:
        return _number(value, where)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if not isinstance(value, str) or value not in tuple(hint):
            raise InputError(f"{where}: expected one of {', '.join(hint)}, got {value!r:.80}")
        return hint(value)
    if hint is Selector:
        return selector_from_fields(value, where)
    if get_origin(hint) is tuple:
        return _typed_tuple(get_args(hint)[0], value, where)
    if hint is TimedPoint:
        return _timed_point(value, where)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise InputError(f"{where}: expected {hint.__name__}, got {value!r:.80}")
    return value


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{where}: expected a number, got {value!r:.80}")
    try:
        return float(value)
    except OverflowError:
        raise InputError(f"{where}: expected a number that fits a float, got a larger one") from None


def _typed_tuple(item: Any, value: object, where: str) -> tuple[Any, ...]:  # noqa: ANN401
    if not isinstance(value, list | tuple):
        raise InputError(f"{where}: expected a list, got {value!r:.80}")
    return tuple(_typed(item, element, f"{where}[{index}]") for index, element in enumerate(value))


def _timed_point(value: object, where: str) -> TimedPoint:
    if not isinstance(value, Mapping) or set(value) != {"x", "y", "at_ms"}:
        raise InputError(f"{where}: expected an object with x, y, at_ms, got {value!r:.80}")
    return TimedPoint(
        _typed(float, value["x"], f"{where}.x"),
        _typed(float, value["y"], f"{where}.y"),
        _typed(int, value["at_ms"], f"{where}.at_ms"),
    )
