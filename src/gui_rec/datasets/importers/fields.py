"""Typed fields of other projects' JSON rows; an error names file, row and field."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gui_rec.errors import InputError

MAX_FILE_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One row of a JSON file, and where it stands."""

    file: Path
    index: int
    values: Mapping[str, object]

    def error(self, field: str, expected: str, got: object) -> InputError:
        """The error for a field that is not what it should be."""
        shown = repr(got)
        shown = shown if len(shown) <= 80 else f"{shown[:80]}…"
        return InputError(f"{self.file}: row {self.index}, field {field!r}: expected {expected}, got {shown}")

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
    if file.stat().st_size > MAX_FILE_BYTES:
        raise InputError(f"{file}: expected at most {MAX_FILE_BYTES} bytes, got {file.stat().st_size}")
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: expected JSON in UTF-8: {error}") from error
    if not isinstance(content, list) or not content:
        raise InputError(f"{file}: expected a list of rows, got {type(content).__name__} of {_size(content)}")
    for index, values in enumerate(content):
        if not isinstance(values, dict):
            raise InputError(f"{file}: row {index}: expected an object, got {values!r:.80}")
    return [SourceRow(file, index, values) for index, values in enumerate(content)]


def _size(content: object) -> str:
    return f"{len(content)} rows" if isinstance(content, list | dict) else "no rows"
