"""Typed fields of other projects' JSON rows; an error names file, row and field."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gui_rec.errors import InputError

MAX_FILE_BYTES = 256 * 1024 * 1024
MAX_LINE_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One row of a JSON file, and where it stands; `inside` is the path of an object within the row, with a dot."""

    file: Path
    index: int
    values: Mapping[str, object]
    inside: str = ""

    def error(self, field: str, expected: str, got: object) -> InputError:
        """The error for a field that is not what it should be."""
        shown = repr(got)
        shown = shown if len(shown) <= 80 else f"{shown[:80]}…"
        return InputError(
            f"{self.file}: row {self.index}, field {self.inside + field!r}: expected {expected}, got {shown}"
        )

    def text(self, field: str) -> str:
        """A field that must hold text, such as UTF-8 can carry (JSON can spell half a character)."""
        value = self.values.get(field)
        if not isinstance(value, str):
            raise self.error(field, "text", value)
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise self.error(field, "text without lone surrogates", value) from error
        return value

    def optional_text(self, field: str) -> str | None:
        """A field that may be absent, null or empty; then None."""
        return self.text(field) or None if self.values.get(field) is not None else None

    def objects(self, field: str) -> list[SourceRow]:
        """A field that holds a list of at least one object; each knows its place."""
        value = self.values.get(field)
        if not isinstance(value, list) or not value:
            raise self.error(field, "a list of objects", value)
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                raise self.error(f"{field}[{index}]", "an object", item)
        return [self.within(f"{field}[{index}]", item) for index, item in enumerate(value)]

    def object_in(self, field: str) -> SourceRow:
        """A field that holds an object, which knows its place."""
        value = self.values.get(field)
        if not isinstance(value, dict):
            raise self.error(field, "an object", value)
        return self.within(field, value)

    def within(self, field: str, values: Mapping[str, object]) -> SourceRow:
        """An object that stands in a field of this row."""
        return SourceRow(self.file, self.index, values, f"{self.inside}{field}.")

    @property
    def where(self) -> str:
        """The row's place in words."""
        return f"{self.file}: row {self.index}" + (f", field {self.inside[:-1]!r}" if self.inside else "")

    def whole(self, field: str) -> int:
        """A field that must hold a whole number."""
        value = self.values.get(field)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(field, "a whole number", value)
        return value

    def pair(self, field: str) -> tuple[float, float]:
        """A field that holds two finite numbers, as a JSON list written into text."""
        try:
            value = json.loads(self.text(field))
        except (ValueError, RecursionError) as error:
            raise self.error(field, "a JSON list of two numbers", self.values.get(field)) from error
        if not isinstance(value, list) or len(value) != 2 or not all(_is_number(item) for item in value):
            raise self.error(field, "a JSON list of two numbers", value)
        return float(value[0]), float(value[1])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def read_rows(file: Path) -> list[SourceRow]:
    """The rows of a JSON file that holds one list of objects. Raises InputError."""
    content = _json(file)
    if not isinstance(content, list) or not content:
        raise InputError(f"{file}: expected a list of rows, got {type(content).__name__} of {_size(content)}")
    for index, values in enumerate(content):
        if not isinstance(values, dict):
            raise InputError(f"{file}: row {index}: expected an object, got {values!r:.80}")
    return [SourceRow(file, index, values) for index, values in enumerate(content)]


def read_chat(file: Path) -> list[SourceRow]:
    """The messages of a JSON file that holds a list of them, or an object with one under `messages`. Raises InputError."""
    content = _json(file)
    if isinstance(content, dict):
        return SourceRow(file, 0, content).objects("messages")
    return read_rows(file)


def _json(file: Path) -> object:
    if file.stat().st_size > MAX_FILE_BYTES:
        raise InputError(f"{file}: expected at most {MAX_FILE_BYTES} bytes, got {file.stat().st_size}")
    try:
        content: object = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: expected JSON in UTF-8: {error}") from error
    return content


def _size(content: object) -> str:
    return f"{len(content)} rows" if isinstance(content, list | dict) else "no rows"


def read_lines(file: Path) -> Iterator[SourceRow | InputError]:
    """The rows of a file of JSON lines, one in memory at a time; a line that is none is given as its error."""
    with file.open("rb") as stream:
        index = 0
        while line := stream.readline(MAX_LINE_BYTES + 1):
            if line.strip():
                yield _row(file, index, line)
            index += 1
            if len(line) > MAX_LINE_BYTES:
                return  # what follows begins in the middle of a line


def _row(file: Path, index: int, line: bytes) -> SourceRow | InputError:
    if len(line) > MAX_LINE_BYTES:
        return InputError(
            f"{file}: row {index}: expected at most {MAX_LINE_BYTES} bytes, got more; the rest is left"
        )
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        return InputError(f"{file}: row {index}: expected a JSON object in one line: {error}")
    if not isinstance(values, dict):
        return InputError(f"{file}: row {index}: expected an object, got {values!r:.80}")
    return SourceRow(file, index, values)


def read_object(file: Path) -> SourceRow:
    """The one object of a JSON file, as row 0. Raises InputError."""
    content = _json(file)
    if not isinstance(content, dict):
        raise InputError(f"{file}: expected an object, got {type(content).__name__}")
    return SourceRow(file, 0, content)
