"""The positional parameters of a call, read with their types."""

from __future__ import annotations

import math
from collections.abc import Sequence

_INT_END = 1 << 31


class ParamError(ValueError):
    """A parameter is missing or of another type."""


class Params:
    """Parameters by position, as jsonrpc4j takes them. Every reader raises ParamError."""

    def __init__(self, values: Sequence[object]) -> None:
        self._values = tuple(values)

    def __len__(self) -> int:
        return len(self._values)

    def raw(self, position: int) -> object:
        """Whatever stands at `position`."""
        if position >= len(self._values):
            raise ParamError(f"expected a parameter at position {position}, got {len(self._values)} in all")
        return self._values[position]

    def number(self, position: int, default: float | None = None) -> float:
        """A finite number; `default` where the call has fewer parameters."""
        if position >= len(self._values) and default is not None:
            return default
        value = self.raw(position)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ParamError(f"parameter {position}: expected a number, got {value!r}")
        return value

    def count(self, position: int, default: int | None = None) -> int:
        """A whole number; a fraction is cut off, as a Java int parameter does it."""
        value = int(self.number(position, default))
        if not -_INT_END <= value < _INT_END:
            raise ParamError(f"parameter {position}: expected an int of 32 bits, got {value}")
        return value

    def flag(self, position: int, default: bool | None = None) -> bool:
        """A boolean; `default` where the call has fewer parameters."""
        if position >= len(self._values) and default is not None:
            return default
        value = self.raw(position)
        if not isinstance(value, bool):
            raise ParamError(f"parameter {position}: expected a boolean, got {value!r}")
        return value

    def text(self, position: int) -> str:
        """A string; null counts as an empty one."""
        value = self.raw(position)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise ParamError(f"parameter {position}: expected a string, got {value!r}")
        return value

    def numbers(self, position: int) -> list[float]:
        """An array of numbers."""
        value = self.raw(position)
        if not isinstance(value, list):
            raise ParamError(f"parameter {position}: expected an array, got {value!r}")
        return [Params(value).number(place) for place in range(len(value))]
