"""A call's arguments by name and kind, positional or named, in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gui_rec.dsl.call_syntax import Argument, Call, Value
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError, InputError
from gui_rec.model.geometry import Point, ScreenSize, Space

T = TypeVar("T")
_UNIT = Numbers(Space.NORM01, decimals=4)


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
        numbers: Numbers = _UNIT,
        screen: ScreenSize | None = None,
    ) -> None:
        self.reading = reading
        self.call = call
        self.screen = screen
        self._numbers = numbers
        self._given = self._bind(names)

    def _bind(self, names: Sequence[str]) -> dict[str, Argument]:
        bound: dict[str, Argument] = {}
        takes = f"{self.call.name}({', '.join(names)})"
        for index, argument in enumerate(self.call.arguments):
            if argument.name is None and index >= len(names):
                raise self.reading.error(f"no more arguments than {takes}", argument.position)
            name = names[index] if argument.name is None else argument.name
            if name not in names:
                raise self.reading.error(f"an argument of {takes}", argument.position)
            if name in bound:
                raise self.reading.error(f"{name} once", argument.position)
            bound[name] = argument
        return {name: argument for name, argument in bound.items() if argument.value is not None}

    def position(self, name: str) -> int:
        """Where the argument stands, or the call where it was left out."""
        return self._given[name].position if name in self._given else self.call.position

    def _value(self, name: str) -> Value:
        return self._given[name].value if name in self._given else None

    def has(self, name: str) -> bool:
        """Whether the argument was given."""
        return name in self._given

    def is_list(self, name: str) -> bool:
        """Whether the argument is a list or tuple."""
        return isinstance(self._value(name), tuple)

    def require(self, name: str, value: T | None) -> T:
        """`value`, which the call cannot do without."""
        if value is None:
            raise self.reading.error(f"{name} in {self.call.name}(...)", self.call.position)
        return value

    def text(self, name: str) -> str | None:
        """Quoted text."""
        value = self._value(name)
        if value is not None and not isinstance(value, str):
            raise self.reading.error(f"{name} as quoted text", self.position(name))
        return value

    def texts(self, name: str) -> tuple[str, ...] | None:
        """A list of quoted texts."""
        value = self._value(name)
        if value is None:
            return None
        if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
            raise self.reading.error(f"{name} as a list of quoted texts", self.position(name))
        return tuple(str(item) for item in value)

    def word(self, name: str, allowed: Sequence[str]) -> str | None:
        """Quoted text out of a closed list."""
        value = self.text(name)
        if value is not None and value not in allowed:
            raise self.reading.error(f"{name} as one of {', '.join(allowed)}", self.position(name))
        return value

    def flag(self, name: str) -> bool | None:
        """True or False."""
        value = self._value(name)
        if value is not None and not isinstance(value, bool):
            raise self.reading.error(f"{name} as true or false", self.position(name))
        return value

    def whole(self, name: str) -> int | None:
        """A whole number."""
        value = self._value(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise self.reading.error(f"{name} as a whole number", self.position(name))
        return value

    def number(self, name: str) -> float | None:
        """A number."""
        value = self._value(name)
        return None if value is None else self._number(value, name)

    def milliseconds(self, name: str) -> int | None:
        """A number of seconds, as milliseconds."""
        seconds = self.number(name)
        if seconds is not None and not 0 <= seconds <= 3600:
            raise self.reading.error(f"{name} in 0..3600 seconds", self.position(name))
        return None if seconds is None else round(seconds * 1000)

    def pair(self, name: str) -> Point | None:
        """A place as a tuple or list of two numbers."""
        value = self._value(name)
        if value is None:
            return None
        if not isinstance(value, tuple) or len(value) != 2:
            raise self.reading.error(f"{name} as a pair of numbers", self.position(name))
        first, second = (self._number(item, name) for item in value)
        where = self.position(name)
        return self._point(first, second, where, where)

    def place(self, name: str) -> Point:
        """A place as a pair that cannot be left out."""
        return self.require(name, self.pair(name))

    def box(self, name: str) -> Point:
        """A place as a pair, or as the middle of a box of four numbers (left, top, right, bottom)."""
        value = self._value(name)
        if not isinstance(value, tuple) or len(value) != 4:
            return self.place(name)
        left, top, right, bottom = (self._number(item, name) for item in value)
        where = self.position(name)
        if left > right or top > bottom:
            raise self.reading.error(f"{name} as left, top, right, bottom", where)
        for x, y in ((left, top), (right, bottom)):
            self._point(x, y, where, where)
        return self._point((left + right) / 2, (top + bottom) / 2, where, where)

    def point(self, first: str, second: str) -> Point:
        """A place as two arguments, both needed."""
        values = [self.require(name, self.number(name)) for name in (first, second)]
        return self._point(values[0], values[1], self.position(first), self.position(second))

    def _number(self, value: Value, name: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.reading.error(f"{name} as a number", self.position(name))
        return float(value)

    def _point(self, first: float, second: float, first_at: int, second_at: int) -> Point:
        self.checked(lambda: self._place(first, 0.0), first_at)
        return self.checked(lambda: self._place(first, second), second_at)

    def _place(self, first: float, second: float) -> Point:
        return self._numbers.read(first, second, self.screen)

    def checked(self, build: Callable[[], T], position: int | None = None) -> T:
        """What `build` returns; a value that the model refuses is an error at `position`."""
        try:
            return build()
        except DslError:
            raise
        except InputError as error:
            where = self.call.position if position is None else position
            raise DslError(
                f"{self.reading.what}: {self.call.name}: {error} (at {where})", position=where
            ) from error
