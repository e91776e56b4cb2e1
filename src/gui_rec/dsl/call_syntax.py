"""A reader of calls such as `click(x=0.5, y=0.3)`: its own tokens, its own limits, nothing is evaluated.

The values are those of Python literals that action dialects use: text in either quote, whole numbers and
fractions, True, False, None, and tuples or lists of them. Text follows Python's escapes.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TypeAlias

from gui_rec.dsl.quoting import read_text
from gui_rec.dsl.reading import Reading

Value: TypeAlias = str | int | float | bool | tuple["Value", ...] | None

MAX_CALLS = 64
MAX_ARGUMENTS = 32
MAX_DEPTH = 4

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]{0,63}")
_CALLEE = re.compile(r"[A-Za-z_][A-Za-z_0-9]{0,63}(?:\.[A-Za-z_][A-Za-z_0-9]{0,63}){0,2}")
_NUMBER = re.compile(r"[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,3})?(?![\w.])")
_CONSTANTS: dict[str, Value] = {"True": True, "False": False, "None": None}
_CLOSERS = {"(": ")", "[": "]"}
_LINE_REST = re.compile(r"[ \t]*")
_STRAY = re.compile(r"</(?:action|answer|operation|think|tool_call)>|```(?:python|text)?")


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument; `name` is None for a positional one."""

    name: str | None
    value: Value
    position: int


@dataclass(frozen=True, slots=True)
class Call:
    """One call and where it stands in the text, `[position, end)`."""

    name: str
    arguments: tuple[Argument, ...]
    position: int
    end: int


def read_calls(reading: Reading, position: int, closing: str | None) -> tuple[list[Call], int]:
    """At least one call, a line each, up to the tag `closing` or to the end of the text.

    Returns the calls and the position after `closing`. Raises DslError.
    """
    calls: list[Call] = []
    position = _skip_stray(reading, position, closing)
    while not _is_over(reading, position, closing):
        if len(calls) == MAX_CALLS:
            raise reading.error(f"at most {MAX_CALLS} calls", position)
        call = read_call(reading, position)
        calls.append(call)
        position = _end_of_line(reading, call.end, closing)
    if not calls:
        raise reading.error("a call such as click(x=0.5, y=0.5)", position)
    return calls, position + len(closing if closing and reading.starts(closing, position) else "")


def _is_over(reading: Reading, position: int, closing: str | None) -> bool:
    if closing is not None and reading.starts(closing, position):
        return True
    if position < len(reading.text):
        return False
    if closing is not None:
        reading.repair(f"missing {closing} added", closing, position)
    return True


def _end_of_line(reading: Reading, position: int, closing: str | None) -> int:
    rest = _LINE_REST.match(reading.text, position)
    stop = rest.end() if rest else position
    after = _skip_stray(reading, position, closing)
    ended = stop == len(reading.text) or reading.text[stop] in "\r\n" or after == len(reading.text)
    if ended or (closing is not None and reading.starts(closing, after)):
        return after
    raise reading.error("a line break or the end after the call", after)


def _skip_stray(reading: Reading, position: int, closing: str | None) -> int:
    while True:
        position = reading.skip_space(position)
        stray = _STRAY.match(reading.text, position) if reading.lenient else None
        if stray is None or stray[0] == closing:
            return position
        reading.repair(f"stray {stray[0]} dropped", "", position)
        position = stray.end()


def read_call(reading: Reading, position: int) -> Call:
    """One call at `position`. Raises DslError."""
    name = _CALLEE.match(reading.text, position)
    if name is None:
        raise reading.error("the name of a function", position)
    cursor = reading.skip_space(name.end())
    if not reading.starts("(", cursor):
        raise reading.error(f"'(' after {name[0]}", cursor)
    arguments, cursor = _read_arguments(reading, cursor + 1)
    return Call(name[0], tuple(arguments), position, cursor)


def _read_arguments(reading: Reading, position: int) -> tuple[list[Argument], int]:
    arguments: list[Argument] = []
    cursor = reading.skip_space(position)
    while not reading.starts(")", cursor):
        if len(arguments) == MAX_ARGUMENTS:
            raise reading.error(f"at most {MAX_ARGUMENTS} arguments", cursor)
        argument, cursor = _read_argument(reading, cursor)
        if argument.name is None and any(given.name is not None for given in arguments):
            raise reading.error("no positional argument after a named one", argument.position)
        arguments.append(argument)
        cursor = _after_item(reading, cursor, ")")
    return arguments, cursor + 1


def _read_argument(reading: Reading, position: int) -> tuple[Argument, int]:
    name = _NAME.match(reading.text, position)
    if name is not None and name[0] not in _CONSTANTS:
        equals = reading.skip_space(name.end())
        if not reading.starts("=", equals):
            raise reading.error(f"'=' after {name[0]}", equals)
        value, cursor = read_value(reading, reading.skip_space(equals + 1), 0)
        return Argument(name[0], value, position), cursor
    value, cursor = read_value(reading, position, 0)
    return Argument(None, value, position), cursor


def _after_item(reading: Reading, position: int, closer: str) -> int:
    cursor = reading.skip_space(position)
    if reading.starts(closer, cursor):
        return cursor
    if not reading.starts(",", cursor):
        raise reading.error(f"',' or '{closer}'", cursor)
    return reading.skip_space(cursor + 1)


def read_value(reading: Reading, position: int, depth: int = 0) -> tuple[Value, int]:
    """One value at `position`, `depth` lists deep, and the position after it. Raises DslError."""
    head = reading.text[position : position + 1]
    if head in ("'", '"') and head:
        return read_text(reading, position)
    if head in _CLOSERS:
        return _read_sequence(reading, position, depth + 1)
    name = _NAME.match(reading.text, position)
    if name is not None and name[0] in _CONSTANTS:
        return _CONSTANTS[name[0]], name.end()
    return _read_number(reading, position)


def _read_number(reading: Reading, position: int) -> tuple[int | float, int]:
    number = _NUMBER.match(reading.text, position)
    if number is None:
        raise reading.error("a value (quoted text, a number, a list)", position)
    value = float(number[0]) if set(number[0]) & set(".eE") else int(number[0])
    if not math.isfinite(value):
        raise reading.error("a finite number", position)
    return value, number.end()


def _read_sequence(reading: Reading, position: int, depth: int) -> tuple[Value, int]:
    if depth > MAX_DEPTH:
        raise reading.error(f"lists at most {MAX_DEPTH} deep", position)
    closer = _CLOSERS[reading.text[position]]
    values: list[Value] = []
    cursor = reading.skip_space(position + 1)
    while not reading.starts(closer, cursor):
        if len(values) == MAX_ARGUMENTS:
            raise reading.error(f"at most {MAX_ARGUMENTS} values in a list", cursor)
        value, cursor = read_value(reading, cursor, depth)
        values.append(value)
        cursor = _after_item(reading, cursor, closer)
    return tuple(values), cursor + 1
