"""What a step's fields hold: texts, references, selectors and conditions, read with their place."""

from __future__ import annotations

from collections.abc import Mapping

from gui_rec.dsl.task_protocol.fields import CONDITION_KEYS, REF_KEYS
from gui_rec.dsl.task_protocol.model import (
    MAX_CONDITION_DEPTH,
    MAX_CONDITION_PARTS,
    Absent,
    AllOf,
    AnyOf,
    Condition,
    Equal,
    InActivity,
    InPackage,
    Not,
    Present,
    Ref,
    Scope,
    TaskSelector,
    Value,
)
from gui_rec.errors import InputError
from gui_rec.model.action_fields import selector_from_fields

MAX_NEAR_DEPTH = 8
_Refs = tuple[tuple[tuple[str, ...], Ref], ...]


def expected(where: str, what: str, got: object) -> InputError:
    """The error for something else than `what` at a place of the document."""
    shown = repr(got)
    return InputError(f"{where}: expected {what}, got {shown if len(shown) <= 80 else shown[:80] + '…'}")


def name(said: object, where: str, _version: int = 1) -> str:
    """A text that is not empty."""
    if not isinstance(said, str) or not said:
        raise expected(where, "a text that is not empty", said)
    return said


def text(said: object, where: str, _version: int) -> str:
    """Any text."""
    if not isinstance(said, str):
        raise expected(where, "a text", said)
    return said


def value(said: object, where: str, version: int) -> Value:
    """A text, or in version 2 a reference."""
    if isinstance(said, dict) and version > 1:
        return _ref(said, where)
    return text(said, where, version)


def _ref(record: Mapping[str, object], where: str) -> Ref:
    for key in record:
        if key != "ref":
            raise InputError(f"{where}.{key}: no such field; a reference has ref")
    said = record.get("ref")
    scope, dot, called = said.partition(".") if isinstance(said, str) else ("", "", "")
    if not dot or scope not in tuple(Scope) or not called:
        raise expected(f"{where}.ref", "inputs.NAME or outputs.NAME", said)
    return Ref(Scope(scope), called)


def selector(said: object, where: str, version: int) -> TaskSelector:
    """A selector; in version 2 its texts may be references."""
    plain, refs = _without_refs(said, where, version, 0)
    try:
        return TaskSelector(selector_from_fields(plain, where), refs)
    except InputError as error:
        told = str(error)
        raise InputError(told if told.startswith(where) else f"{where}: {told}") from error


def _without_refs(said: object, where: str, version: int, depth: int) -> tuple[object, _Refs]:
    """The selector with an empty text in the place of each reference, and the references."""
    if depth > MAX_NEAR_DEPTH:
        raise InputError(f"{where}: expected at most {MAX_NEAR_DEPTH} relations in one another, got more")
    if not isinstance(said, dict):
        return said, ()
    plain: dict[str, object] = {}
    refs: list[tuple[tuple[str, ...], Ref]] = []
    for key, inner in said.items():
        plain[key] = inner
        if key in REF_KEYS and isinstance(inner, dict) and version > 1:
            plain[key] = ""
            refs.append(((key,), _ref(inner, f"{where}.{key}")))
        elif key == "near" and isinstance(inner, dict):
            parts: dict[str, object] = {}
            for relation, anchor in inner.items():
                parts[relation], found = _without_refs(anchor, f"{where}.near.{relation}", version, depth + 1)
                refs += [(("near", relation, *path), ref) for path, ref in found]
            plain[key] = parts
    return plain, tuple(refs)


def condition(said: object, where: str, version: int) -> Condition:
    """A condition of version 2."""
    return _condition(said, where, version, 1)


def _condition(said: object, where: str, version: int, depth: int) -> Condition:
    if depth > MAX_CONDITION_DEPTH:
        raise InputError(
            f"{where}: expected at most {MAX_CONDITION_DEPTH} conditions in one another, got more"
        )
    if not isinstance(said, dict):
        raise expected(where, "an object", said)
    for key in said:
        if key not in CONDITION_KEYS:
            raise InputError(
                f"{where}.{key}: no such field; a condition is one of {', '.join(CONDITION_KEYS)}"
            )
    if len(said) != 1:
        raise InputError(f"{where}: expected exactly one of {', '.join(CONDITION_KEYS)}, got {len(said)}")
    key, inner = next(iter(said.items()))
    place = f"{where}.{key}"
    match key:
        case "present":
            return Present(selector(inner, place, version))
        case "absent":
            return Absent(selector(inner, place, version))
        case "packageName":
            return InPackage(name(inner, place))
        case "activityName":
            return InActivity(name(inner, place))
        case "equals":
            return _equal(inner, place, version)
        case "not":
            return Not(_condition(inner, place, version, depth + 1))
        case _:
            parts = _parts(inner, place, version, depth)
            return AllOf(parts) if key == "all" else AnyOf(parts)


def _equal(said: object, where: str, version: int) -> Equal:
    if not isinstance(said, list) or len(said) != 2:
        raise expected(where, "a list of two texts or references", said)
    return Equal(value(said[0], f"{where}[0]", version), value(said[1], f"{where}[1]", version))


def _parts(said: object, where: str, version: int, depth: int) -> tuple[Condition, ...]:
    if not isinstance(said, list) or not 1 <= len(said) <= MAX_CONDITION_PARTS:
        raise expected(where, f"a list of 1 to {MAX_CONDITION_PARTS} conditions", said)
    return tuple(_condition(part, f"{where}[{index}]", version, depth + 1) for index, part in enumerate(said))
