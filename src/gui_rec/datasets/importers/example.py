"""`tf.train.Example`: named lists of bytes, floats or whole numbers; an error names file, record and field.

Numbers of the fields: tensorflow/core/example/{example,feature}.proto (Apache-2.0).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from gui_rec.datasets.importers.wire import message, records, signed, varints
from gui_rec.errors import InputError

MAX_VALUES = 1_000_000
T = TypeVar("T")
Values = list[bytes] | list[float] | list[int]


@dataclass(frozen=True, slots=True)
class Example:
    """One record's features, and where it stands."""

    where: str
    features: Mapping[str, Values]

    def error(self, field: str, expected: str, got: object) -> InputError:
        """The error for a feature that is not what it should be."""
        return InputError(f"{self.where}, feature {field!r}: expected {expected}, got {got!r:.80}")

    def blobs(self, field: str) -> list[bytes]:
        """A feature of bytes. Raises InputError."""
        values = self._values(field)
        found = [value for value in values if isinstance(value, bytes)]
        if len(found) != len(values):
            raise self.error(field, "bytes", values[:3])
        return found

    def texts(self, field: str) -> list[str]:
        """A feature of UTF-8 texts. Raises InputError."""
        try:
            return [value.decode("utf-8") for value in self.blobs(field)]
        except UnicodeDecodeError as error:
            raise self.error(field, "text in UTF-8", error) from error

    def text(self, field: str) -> str:
        """A feature of one text. Raises InputError."""
        return self._one(field, self.texts(field))

    def numbers(self, field: str) -> list[int]:
        """A feature of whole numbers. Raises InputError."""
        values = self._values(field)
        found = [value for value in values if isinstance(value, int)]
        if len(found) != len(values):
            raise self.error(field, "whole numbers", values[:3])
        return found

    def number(self, field: str) -> int:
        """A feature of one whole number. Raises InputError."""
        return self._one(field, self.numbers(field))

    def floats(self, field: str) -> list[float]:
        """A feature of floats. Raises InputError."""
        values = self._values(field)
        found = [value for value in values if isinstance(value, float)]
        if len(found) != len(values):
            raise self.error(field, "floats", values[:3])
        return found

    def _one(self, field: str, values: list[T]) -> T:
        if len(values) != 1:
            raise self.error(field, "one value", f"{len(values)} of them")
        return values[0]

    def _values(self, field: str) -> Values:
        if field not in self.features:
            raise self.error(field, "a feature of that name", f"only {sorted(self.features)}")
        return self.features[field]


def examples(file: Path) -> Iterator[Example | InputError]:
    """The examples of a shard; a record that is none is given as its error. Raises InputError where the file ends early."""
    for index, record in enumerate(records(file)):
        where = f"{file}: record {index}"
        try:
            yield Example(where, parse(record))
        except InputError as error:
            yield InputError(f"{where}: {error}")


def parse(record: bytes) -> dict[str, Values]:
    """The features of one example. Raises InputError."""
    found: dict[str, Values] = {}
    for features in _parts(record, 1):
        for entry in _parts(features, 1):
            name, values = _entry(entry)
            found[name] = values
    return found


def _parts(data: bytes | memoryview, number: int) -> Iterator[memoryview]:
    for field, value in message(data):
        if field == number and isinstance(value, memoryview):
            yield value


def _entry(entry: memoryview) -> tuple[str, Values]:
    name = b"".join(bytes(part) for part in _parts(entry, 1))
    values: Values = []
    for feature in _parts(entry, 2):
        for kind, items in message(feature):
            if isinstance(items, memoryview):
                values = _list(kind, items)
    try:
        return name.decode("utf-8"), values
    except UnicodeDecodeError as error:
        raise InputError(f"example: expected a feature's name in UTF-8, got {name!r:.60}") from error


def _list(kind: int, items: memoryview) -> Values:
    match kind:
        case 1:
            return [bytes(value) for _, value in message(items) if isinstance(value, memoryview)]
        case 2:
            return [value for part in _parts(items, 1) for value in _floats(part)]
        case 3:
            return _whole(items)
        case _:
            raise InputError(f"example: expected a list of bytes, floats or numbers, got field {kind}")


def _floats(part: memoryview) -> tuple[float, ...]:
    if len(part) % 4 or len(part) > 4 * MAX_VALUES:
        raise InputError(f"example: expected floats of 4 bytes, got {len(part)} bytes")
    return struct.unpack(f"<{len(part) // 4}f", part)


def _whole(items: memoryview) -> list[int]:
    found: list[int] = []
    for _, value in message(items):
        found += [signed(value)] if isinstance(value, int) else [signed(each) for each in varints(value)]
        if len(found) > MAX_VALUES:
            raise InputError(f"example: expected at most {MAX_VALUES} numbers, got more")
    return found
