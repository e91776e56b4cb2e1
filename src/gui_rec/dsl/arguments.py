"""A call's arguments by name and kind, positional or named, in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gui_rec.dsl.call_syntax import Argument, Call, Value
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError, InputError
from gui_rec.model.geometry import NORM01, CoordinateSpace, Point, ScreenSize, from_space

T = TypeVar("T")


class Arguments:
    """The arguments of `call` bound to `names`; None counts as left out.

    Getters return None for what was left out and raise DslError, with the argument's position, for a value of
    another kind or outside its range.
    """

    def __init__(
        self,
        reading: Reading,
        call: Call,
        names: Sequence[str],
        space: CoordinateSpace = NORM01,
        screen: ScreenSize | None = None,
    ) -> None:
        self._reading = reading
        self.call = call
        self._space = space
        self._screen = screen
        self._given = self._bind(names)

    def _bind(self, names: Sequence[str]) -> dict[str, Argument]:
        bound: dict[str, Argument] = {}
        takes = f"{self.call.name}({', '.join(names)})"
        for index, argument in enumerate(self.call.arguments):
            if argument.name is None and index >= len(names):
                raise self._reading.error(f"no more arguments than {takes}", argument.position)
            name = names[index] if argument.name is None else argument.name
            if name not in names:
                raise self._reading.error(f"an argument of {takes}", argument.position)
            if name in bound:
                raise self._reading.error(f"{name} once", argument.position)
            bound[name] = argument
        return {name: argument for name, argument in bound.items() if argument.value is not None}

    def position(self, name: str) -> int:
        """Where the argument stands, or the call where it was left out."""
        return self._given[name].position if name in self._given else self.call.position

    def _value(self, name: str) -> Value:
        return self._given[name].value if name in self._given else None

    def require(self, name: str, value: T | None) -> T:
        """`value`, which the call cannot do without."""
        if value is None:
            raise self._reading.error(f"{name} in {self.call.name}(...)", self.call.position)
        return value

    def text(self, name: str) -> str | None:
        """Quoted text."""
        value = self._value(name)
        if value is not None and not isinstance(value, str):
            raise self._reading.error(f"{name} as quoted text", self.position(name))
        return value

    def word(self, name: str, allowed: Sequence[str]) -> str | None:
        """Quoted text out of a closed list."""
        value = self.text(name)
        if value is not None and value not in allowed:
            raise self._reading.error(f"{name} as one of {', '.join(allowed)}", self.position(name))
        return value

    def whole(self, name: str) -> int | None:
        """A whole number."""
        value = self._value(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise self._reading.error(f"{name} as a whole number", self.position(name))
        return value

    def number(self, name: str) -> float | None:
        """A number."""
        value = self._value(name)
        return None if value is None else self._number(value, name)

    def milliseconds(self, name: str) -> int | None:
        """A number of seconds, as milliseconds."""
        seconds = self.number(name)
        if seconds is not None and not 0 <= seconds <= 3600:
            raise self._reading.error(f"{name} in 0..3600 seconds", self.position(name))
        return None if seconds is None else round(seconds * 1000)

    def pair(self, name: str) -> Point | None:
        """A place as a tuple or list of two numbers."""
        value = self._value(name)
        if value is None:
            return None
        if not isinstance(value, tuple) or len(value) != 2:
            raise self._reading.error(f"{name} as a pair of numbers", self.position(name))
        first, second = (self._number(item, name) for item in value)
        where = self.position(name)
        return self._point(first, second, where, where)

    def point(self, first: str, second: str) -> Point:
        """A place as two arguments, both needed."""
        values = [self.require(name, self.number(name)) for name in (first, second)]
        return self._point(values[0], values[1], self.position(first), self.position(second))

    def _number(self, value: Value, name: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._reading.error(f"{name} as a number", self.position(name))
        return float(value)

    def _point(self, first: float, second: float, first_at: int, second_at: int) -> Point:
        self.checked(lambda: self._place(first, 0.0), first_at)
        return self.checked(lambda: self._place(first, second), second_at)

    def _place(self, first: float, second: float) -> Point:
        if self._screen is None:
            return Point(first, second)
        return from_space(self._space, first, second, self._screen)

    def checked(self, build: Callable[[], T], position: int | None = None) -> T:
        """What `build` returns; a value that the model refuses is an error at `position`."""
        try:
            return build()
        except DslError:
            raise
        except InputError as error:
            where = self.call.position if position is None else position
            raise DslError(
                f"{self._reading.what}: {self.call.name}: {error} (at {where})", position=where
            ) from error
