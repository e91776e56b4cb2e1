"""JSON objects read as calls, so that every dialect binds its arguments alike.

Only what action dialects use is taken: text, numbers, true, false, null, and lists of them; an object inside an
object only where a dialect asks for it. A key that stands twice, NaN and deep nesting are errors.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias

from gui_rec.dsl._text import check_unicode
from gui_rec.dsl.call_syntax import MAX_ARGUMENTS, MAX_DEPTH, Argument, Call, Value
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError

Item: TypeAlias = "Value | Mapping[str, Item]"


class _TwiceError(ValueError):
    pass


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwiceError(next(key for key in keys if keys.count(key) > 1))
    return found


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)


def read_object(reading: Reading, position: int) -> tuple[dict[str, object], int]:
    """The JSON object at `position`, and the position after it. Raises DslError."""
    if not reading.starts("{", position):
        raise reading.error("a JSON object", position)
    try:
        found, end = _DECODER.raw_decode(reading.text, position)
    except _TwiceError as error:
        raise reading.error(f"the key {error} once", position) from error
    except json.JSONDecodeError as error:
        raise DslError(f"{reading.what}: {error.msg} at {error.pos}", position=error.pos) from error
    except (ValueError, RecursionError) as error:
        raise reading.error("a JSON object of plain values", position) from error
    return found, end


def as_call(reading: Reading, found: Mapping[str, object], key: str, position: int) -> Call:
    """The object as a call: `key` holds the function's name, the rest are named arguments. Raises DslError."""
    if key not in found:
        raise reading.error(f"the key {key!r}", position)
    name = found[key]
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise reading.error(f"{key} as a name", position)
    if len(found) > MAX_ARGUMENTS:
        raise reading.error(f"at most {MAX_ARGUMENTS} keys", position)
    arguments = tuple(
        Argument(word, _value(reading, value, position, 0), position)
        for word, value in found.items()
        if word != key
    )
    return Call(str(name), arguments, position, position)


def _value(reading: Reading, value: object, position: int, depth: int) -> Value:
    match value:
        case str():
            check_unicode(value, reading.what, position)
            return value
        case None | bool() | int() | float():
            return value
        case list() if depth < MAX_DEPTH and len(value) <= MAX_ARGUMENTS:
            return tuple(_value(reading, item, position, depth + 1) for item in value)
        case _:
            raise reading.error("plain values (text, numbers, lists of them)", position)


def end_of_text(reading: Reading, position: int) -> None:
    """Raise DslError unless nothing but white space follows."""
    end = reading.skip_space(position)
    if end != len(reading.text):
        raise reading.error("the end of the text after the action", end)


def write_json(record: Mapping[str, object], what: str) -> str:
    """One line of JSON, text as it is. Raises DslError for a lone surrogate."""
    text = json.dumps(record, ensure_ascii=False, allow_nan=False)
    check_unicode(text, what)
    return text


def read_list(reading: Reading, text: str, position: int) -> list[object]:
    """A text that holds a JSON list, as some rows store their points. Raises DslError at `position`."""
    try:
        found, end = _DECODER.raw_decode(text, 0)
    except (ValueError, RecursionError) as error:
        raise reading.error("a list of numbers in the text", position) from error
    if not isinstance(found, list) or text[end:].strip():
        raise reading.error("a list of numbers in the text", position)
    return found
