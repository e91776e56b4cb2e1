"""Typed reading of one row's cells: whatever a foreign tool wrote, a wrong kind is refused by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn, TypeVar

from gui_rec.errors import InputError, StoreError

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a row or of a struct; `where` is the struct's own name, for messages.

    Every method returns None for a null, and raises StoreError naming the column for a wrong kind.
    """

    values: Mapping[str, object]
    where: str = ""

    def name(self, column: str) -> str:
        """The column as messages spell it."""
        return f"{self.where}.{column}" if self.where else column

    def text(self, column: str) -> str | None:
        """A text."""
        value = self.values.get(column)
        return value if value is None or isinstance(value, str) else self._refuse(column, "text", value)

    def required_text(self, column: str) -> str:
        """A text that may not be null."""
        value = self.text(column)
        return value if value is not None else self._refuse(column, "text", None)

    def integer(self, column: str, low: int | None = None, high: int | None = None) -> int | None:
        """A whole number, in `low`..`high` where they are given.

        1.0 counts as 1, and NaN as null: pandas writes integers and nulls so, in a column or in a struct.
        """
        value = self.values.get(column)
        if isinstance(value, float) and math.isnan(value):
            return None
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            return self._refuse(column, "a whole number", value)
        if (low is not None and value < low) or (high is not None and value > high):
            return self._refuse(column, f"{low}..{'' if high is None else high}", value)
        return value

    def required_integer(self, column: str, low: int | None = None) -> int:
        """A whole number that may not be null."""
        value = self.integer(column, low)
        return value if value is not None else self._refuse(column, "a whole number", None)

    def number(self, column: str) -> float | None:
        """A finite number; NaN is pandas' null."""
        value = self.values.get(column)
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return self._refuse(column, "a finite number", value)
        return float(value)

    def flag(self, column: str) -> bool | None:
        """True, false or null."""
        value = self.values.get(column)
        return value if value is None or isinstance(value, bool) else self._refuse(column, "a boolean", value)

    def blob(self, column: str) -> bytes | None:
        """Bytes."""
        value = self.values.get(column)
        return value if value is None or isinstance(value, bytes) else self._refuse(column, "bytes", value)

    def struct(self, column: str) -> Cells | None:
        """A struct's own cells."""
        value = self.values.get(column)
        if value is None:
            return None
        return Cells(value, self.name(column)) if isinstance(value, Mapping) else self._struct(column, value)

    def items(self, column: str) -> list[object]:
        """A list's members; none for a null."""
        value = self.values.get(column)
        if value is None:
            return []
        return value if isinstance(value, list) else self._refuse(column, "a list", value)

    def structs(self, column: str) -> list[Cells]:
        """The members of a list of structs."""
        return [
            Cells(item, f"{self.name(column)}[{at}]")
            if isinstance(item, Mapping)
            else self._struct(column, item)
            for at, item in enumerate(self.items(column))
        ]

    def members(self, column: str, kind: type[E]) -> tuple[E, ...]:
        """A list of members of a closed list."""
        return tuple(self._member(column, item, kind) for item in self.items(column))

    def member(self, column: str, kind: type[E]) -> E:
        """One member of a closed list."""
        return self._member(column, self.values.get(column), kind)

    def made(self, column: str, make: Callable[[], T]) -> T:
        """What `make` returns; its InputError becomes a StoreError that names the column."""
        try:
            return make()
        except StoreError:
            raise
        except InputError as error:
            raise StoreError(f"{self.name(column)}: {error}", field=self.name(column)) from error

    def _member(self, column: str, value: object, kind: type[E]) -> E:
        if not isinstance(value, str) or value not in tuple(kind):
            return self._refuse(column, f"one of {', '.join(kind)}", value)
        return kind(value)

    def _struct(self, column: str, value: object) -> Cells:
        return self._refuse(column, "a struct", value)

    def _refuse(self, column: str, expected: str, value: object) -> NoReturn:
        name = self.name(column)
        raise StoreError(f"{name}: expected {expected}, got {_short(value)}", field=name)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
