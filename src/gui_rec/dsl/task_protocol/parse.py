"""JSON -> Task, strictly: what is not in the table of fields is refused with its place in the document."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gui_rec._files import read_text, unique_keys
from gui_rec.dsl._text import lone_surrogate
from gui_rec.dsl.task_protocol.fields import (
    ACTIONS,
    FIELDS,
    INPUT_ALLOWED,
    INPUT_NAME,
    TASK_ALLOWED,
    TASK_NEEDED,
    ActionFields,
    Kind,
)
from gui_rec.dsl.task_protocol.flow import check_flow
from gui_rec.dsl.task_protocol.model import (
    MAX_SCROLLS,
    MAX_STEPS,
    MAX_TIMEOUT_MS,
    MIN_TIMEOUT_MS,
    VERSIONS,
    Attribute,
    Goto,
    OnFailure,
    StepAction,
    Task,
    TaskInput,
    TaskStep,
)
from gui_rec.dsl.task_protocol.parse_parts import condition, expected, name, selector, text, value
from gui_rec.errors import InputError
from gui_rec.model.actions import Direction

MAX_TASK_BYTES = 4 * 1024 * 1024
_MAX_DEPTH = 64


def read_task(path: Path) -> Task:
    """The task in a file. Raises InputError naming the file and the place in it."""
    try:
        return parse_task(read_text(path, "a task", MAX_TASK_BYTES))
    except InputError as error:
        told = str(error)
        raise InputError(told if told.startswith(str(path)) else f"{path}: {told}") from error


def parse_task(document: str) -> Task:
    """The task that a JSON text spells. Raises InputError naming the place: `steps[3].selector.txt: ...`."""
    try:
        record = json.loads(document, object_pairs_hook=unique_keys, parse_constant=_no_constant)
        return task_from(record)
    except json.JSONDecodeError as error:
        raise InputError(
            f"task: expected JSON, got what does not parse at line {error.lineno}, column {error.colno}: {error.msg}"
        ) from error
    except RecursionError as error:
        raise InputError(f"task: expected at most {_MAX_DEPTH} levels, got more") from error
    except ValueError as error:  # a number of more digits than Python reads
        raise InputError(f"task: unreadable JSON: {error}") from error


def task_from(record: object) -> Task:
    """The task that plain JSON values spell. Raises InputError naming the place."""
    _refuse_odd(record, "", 0)
    if not isinstance(record, dict):
        raise expected("task", "an object", record)
    version = _version(record)
    _check_keys(record, "", TASK_NEEDED, (*TASK_NEEDED, *TASK_ALLOWED[version]), _task_hint(version))
    steps = record["steps"]
    if not isinstance(steps, list) or not 1 <= len(steps) <= MAX_STEPS:
        got = f"{len(steps)} of them" if isinstance(steps, list) else f"{steps!r:.80}"
        raise InputError(f"steps: expected a list of 1 to {MAX_STEPS} steps, got {got}")
    task = Task(
        version=version,
        task_id=name(record["taskId"], "taskId"),
        agent_name=name(record["assignedAgentName"], "assignedAgentName"),
        revision=_count(record.get("revision", 1), "revision", 1, None),
        inputs=_inputs(record.get("inputs", {})),
        steps=tuple(_step(step, f"steps[{index}]", version) for index, step in enumerate(steps)),
    )
    _check_ids(task.steps)
    check_flow(task)
    return task


def step_from(record: object, version: int, where: str = "step", *, framed: bool = True) -> TaskStep:
    """One step that plain JSON values spell. Without `framed` the fields that only a document can give, `id` and
    `packageName`, may be missing. Raises InputError naming the place.
    """
    _refuse_odd(record, where, 0)
    return _step(record, where, version, framed=framed)


def _version(record: Mapping[str, object]) -> int:
    if "schemaVersion" not in record:
        raise InputError("schemaVersion: missing")
    version = record["schemaVersion"]
    if isinstance(version, bool) or not isinstance(version, int) or version not in VERSIONS:
        raise expected("schemaVersion", " or ".join(map(str, VERSIONS)), version)
    return version


def _step(record: object, where: str, version: int, *, framed: bool = True) -> TaskStep:
    if not isinstance(record, dict):
        raise expected(where, "an object", record)
    action = _action(record, where, version)
    spec = ACTIONS[version][action]
    needed = ("id", "action", *spec.needed)
    if not framed:
        needed = tuple(key for key in needed if key not in ("id", "packageName"))
    _check_keys(record, where, needed, spec.keys, _step_hint(action, version, spec))
    given = [key for key in spec.one_of if key in record]
    if spec.one_of and len(given) != 1:
        got = " and ".join(given) or "none"
        raise InputError(f"{where}: expected exactly one of {', '.join(spec.one_of)}, got {got}")
    if {"optional", "onFailure"} <= record.keys():
        raise InputError(f"{where}.onFailure: expected either onFailure or optional, got both")
    values: dict[str, Any] = {"id": ""}
    for key, given_value in record.items():
        field = FIELDS[key]
        values[field.attribute] = _READERS[field.kind](given_value, f"{where}.{key}", version)
    return TaskStep(**values)


def _action(record: Mapping[str, object], where: str, version: int) -> StepAction:
    if "action" not in record:
        raise InputError(f"{where}.action: missing")
    said, known = record["action"], ACTIONS[version]
    if isinstance(said, str) and said in tuple(StepAction):
        action = StepAction(said)
        if action in known:
            return action
        raise InputError(
            f"{where}.action: {said} is version 2's, and this document says schemaVersion {version}"
        )
    raise expected(f"{where}.action", "one of " + ", ".join(known), said)


def _check_keys(
    record: Mapping[str, object],
    where: str,
    needed: Sequence[str],
    known: Sequence[str],
    hint: Callable[[str], str],
) -> None:
    prefix = f"{where}." if where else ""
    for key in record:
        if key not in known:
            raise InputError(f"{prefix}{key}: {hint(key)}")
    for key in needed:
        if key not in record:
            raise InputError(f"{prefix}{key}: missing")


def _task_hint(version: int) -> Callable[[str], str]:
    known = ", ".join((*TASK_NEEDED, *TASK_ALLOWED[version]))

    def hint(key: str) -> str:
        if key in TASK_ALLOWED[2]:
            return f"is version 2's, and this document says schemaVersion {version}"
        return f"no such field; a task has {known}"

    return hint


def _step_hint(action: StepAction, version: int, spec: ActionFields) -> Callable[[str], str]:
    def hint(key: str) -> str:
        if version == 1 and key in ACTIONS[2][action].keys:
            return "is version 2's, and this document says schemaVersion 1"
        return f"no such field; {action.value} has {', '.join(spec.keys)}"

    return hint


def _inputs(record: object) -> tuple[TaskInput, ...]:
    if not isinstance(record, dict):
        raise expected("inputs", "an object", record)
    return tuple(_input(key, spec) for key, spec in record.items())


def _input(key: str, record: object) -> TaskInput:
    where = f"inputs.{key}"
    if re.fullmatch(INPUT_NAME, key) is None:
        raise InputError(f"{where}: expected a name of letters, digits and _, got {key!r}")
    if not isinstance(record, dict):
        raise expected(where, "an object", record)
    known = ", ".join(INPUT_ALLOWED)
    _check_keys(record, where, (), INPUT_ALLOWED, lambda _key: f"no such field; an input has {known}")
    default = record.get("default")
    if default is not None:
        default = text(default, f"{where}.default", 2)
    return TaskInput(key, default, _flag(record.get("secret", False), f"{where}.secret", 2))


def _check_ids(steps: Sequence[TaskStep]) -> None:
    counts = Counter(step.id for step in steps)
    for index, step in enumerate(steps):
        if counts[step.id] > 1:
            raise InputError(
                f"steps[{index}].id: expected an id of its own, got {step.id!r}, which another step has"
            )


def _count(said: object, where: str, low: int, high: int | None) -> int:
    if (
        isinstance(said, bool)
        or not isinstance(said, int)
        or said < low
        or (high is not None and said > high)
    ):
        limits = f"{low} or more" if high is None else f"{low}..{high}"
        raise expected(where, f"a whole number {limits}", said)
    return said


def _timeout(said: object, where: str, _version: int) -> int:
    return _count(said, where, MIN_TIMEOUT_MS, MAX_TIMEOUT_MS)


def _scrolls(said: object, where: str, _version: int) -> int:
    return _count(said, where, 1, MAX_SCROLLS)


def _flag(said: object, where: str, _version: int) -> bool:
    if not isinstance(said, bool):
        raise expected(where, "true or false", said)
    return said


def _direction(said: object, where: str, _version: int) -> Direction:
    names = [direction.name for direction in Direction]
    if not isinstance(said, str) or said not in names:
        raise expected(where, "one of " + ", ".join(names), said)
    return Direction[said]


def _attribute(said: object, where: str, _version: int) -> Attribute:
    if not isinstance(said, str) or said not in tuple(Attribute):
        raise expected(where, "one of " + ", ".join(Attribute), said)
    return Attribute(said)


def _on_failure(said: object, where: str, version: int) -> OnFailure | Goto:
    if isinstance(said, str) and said in tuple(OnFailure):
        return OnFailure(said)
    if isinstance(said, dict):
        known = lambda _key: "no such field; it has goto"  # noqa: E731
        _check_keys(said, where, ("goto",), ("goto",), known)
        return Goto(_goto(said["goto"], f"{where}.goto", version))
    raise expected(where, f"{', '.join(OnFailure)} or an object with goto", said)


def _goto(said: object, where: str, _version: int) -> str:
    return name(said, where, _version)


def _step_action(said: object, _where: str, _version: int) -> StepAction:
    return StepAction(str(said))


_READERS: dict[Kind, Callable[[object, str, int], Any]] = {
    Kind.NAME: name,
    Kind.TEXT: text,
    Kind.VALUE: value,
    Kind.SELECTOR: selector,
    Kind.CONDITION: condition,
    Kind.TIMEOUT: _timeout,
    Kind.FLAG: _flag,
    Kind.ACTION: _step_action,
    Kind.ON_FAILURE: _on_failure,
    Kind.GOTO: _goto,
    Kind.DIRECTION: _direction,
    Kind.SCROLLS: _scrolls,
    Kind.ATTRIBUTE: _attribute,
}


def _refuse_odd(record: object, where: str, depth: int) -> None:
    """Nulls (a field that is not given is left out), halves of characters, and depth without bound."""
    place = where or "task"
    if depth > _MAX_DEPTH:
        raise InputError(f"task: expected at most {_MAX_DEPTH} levels, got more")
    if record is None:
        raise InputError(f"{place}: expected a value, got null; leave the field out instead")
    if isinstance(record, str) and lone_surrogate(record) is not None:
        raise InputError(f"{place}: a lone surrogate is no Unicode text")
    if isinstance(record, dict):
        for key, inner in record.items():
            _refuse_odd(key, where, depth + 1)
            _refuse_odd(inner, f"{where}.{key}" if where else key, depth + 1)
    elif isinstance(record, list):
        for index, inner in enumerate(record):
            _refuse_odd(inner, f"{where}[{index}]", depth + 1)


def _no_constant(said: str) -> object:
    raise InputError(f"task: {said} is no JSON number")
