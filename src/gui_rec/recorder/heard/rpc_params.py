"""The parameters of a call to uiautomator2's server, by position and with their types. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gui_rec.recorder.heard.view import View, read_view

_INT_END = 1 << 31


class ParamError(ValueError):
    """A parameter is missing or of another type; the message says which."""


class Params:
    """Parameters as jsonrpc4j takes them. Every reader raises ParamError."""

    def __init__(self, values: Sequence[object]) -> None:
        self._values = tuple(values)

    def __len__(self) -> int:
        return len(self._values)

    def raw(self, position: int) -> object:
        """Whatever stands there; None where nothing does."""
        return self._values[position] if position < len(self._values) else None

    def number(self, position: int) -> float:
        """A finite number."""
        value = self.raw(position)
        if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
            raise ParamError(f"parameter {position} is no number")
        return float(value)

    def count(self, position: int) -> int:
        """A whole number; a fraction is cut off, as a Java int parameter does it."""
        value = int(self.number(position))
        if not -_INT_END <= value < _INT_END:
            raise ParamError(f"parameter {position} is no int of 32 bits")
        return value

    def steps_ms(self, position: int) -> int:
        """So many steps of a stroke, in ms: a step lasts 5 ms (androidx.test.uiautomator), one at least."""
        return max(1, min(self.count(position), 720_000)) * 5

    def text(self, position: int) -> str:
        """A string; null counts as an empty one."""
        value = self.raw(position)
        if value is not None and not isinstance(value, str):
            raise ParamError(f"parameter {position} is no string")
        return value or ""

    def flag(self, position: int) -> bool:
        """A boolean."""
        value = self.raw(position)
        if not isinstance(value, bool):
            raise ParamError(f"parameter {position} is no boolean")
        return value

    def view(self, position: int) -> View:
        """A selector. A handle that the server gave out stands for a view that is not told here."""
        found = read_view(self.raw(position))
        if found is None:
            raise ParamError(f"parameter {position} is no selector that is known here")
        return found

    def inner(self, position: int) -> Params:
        """An array, or an object's x and y."""
        value = self.raw(position)
        if isinstance(value, dict) and "x" in value and "y" in value:
            return Params((value["x"], value["y"]))
        if not isinstance(value, list):
            raise ParamError(f"parameter {position} is no array")
        return Params(value)


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False
