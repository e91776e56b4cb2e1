"""A mapping of plain values that is being read: every key is asked for by kind, what is left over is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import TypeVar

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.ui.named_facts import checked_selector

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
MOST_TEXT = 4000


class Entry:
    """The mapping at `path`. All its methods raise InputError naming the path of what is not as it should be."""

    def __init__(self, value: object, path: str) -> None:
        if not isinstance(value, Mapping):
            raise InputError(f"{path}: expected an object, got {short(value)}")
        for key in value:
            if not isinstance(key, str):
                raise InputError(f"{path}: expected keys that are texts, got {short(key)}")
        self.path = path
        self._left = {key: item for key, item in value.items() if item is not None}
        self._keys = tuple(value)
        self._asked: list[str] = []

    def has(self, key: str) -> bool:
        return key in self._left

    @property
    def keys(self) -> tuple[str, ...]:
        return self._keys

    def done(self) -> None:
        """Raise for a key that nobody asked for."""
        unknown = next((key for key in self._keys if key not in self._asked), None)
        if unknown is not None:
            known = ", ".join(dict.fromkeys(self._asked))
            raise InputError(f"{self.path}.{unknown[:80]}: no such key; known: {known}")

    def text(self, key: str) -> str | None:
        """A text; a number or truth value of YAML is taken for a mistake, since `1.0` and `on` do not read back."""
        value = self._take(key)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{self.path}.{key}: expected a text, got {short(value)}; put it in quotes")
        if isinstance(value, str) and (not value or len(value) > MOST_TEXT):
            raise InputError(f"{self.path}.{key}: expected 1 to {MOST_TEXT} characters, got {len(value)}")
        return value

    def needed_text(self, key: str) -> str:
        return self._needed(key, self.text(key))

    def any_text(self, key: str) -> str:
        """A text that may be empty."""
        if self._left.get(key) == "":
            self._asked.append(key)
            return ""
        return self.needed_text(key)

    def word(self, key: str) -> str:
        """A text, or a whole number or truth value as one writes it."""
        value = self._left.get(key)
        if isinstance(value, bool):
            self._asked.append(key)
            return "true" if value else "false"
        if isinstance(value, int):
            self._asked.append(key)
            return str(value)
        return self.any_text(key)

    def whole(self, key: str) -> int | None:
        value = self._take(key)
        if value is not None and (
            isinstance(value, bool) or not isinstance(value, int) or abs(value) > 2**53
        ):
            raise InputError(f"{self.path}.{key}: expected a whole number, got {short(value)}")
        return value if isinstance(value, int) else None

    def needed_whole(self, key: str) -> int:
        return self._needed(key, self.whole(key))

    def number(self, key: str) -> float | None:
        value = self._take(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 2**53:
            raise InputError(f"{self.path}.{key}: expected a number, got {short(value)}")
        return float(value)

    def needed_number(self, key: str) -> float:
        return self._needed(key, self.number(key))

    def flag(self, key: str) -> bool | None:
        value = self._take(key)
        if value is not None and not isinstance(value, bool):
            raise InputError(f"{self.path}.{key}: expected true or false, got {short(value)}")
        return value if isinstance(value, bool) else None

    def needed_flag(self, key: str) -> bool:
        return self._needed(key, self.flag(key))

    def member(self, key: str, members: type[E]) -> E | None:
        value = self._take(key)
        return None if value is None else member_of(value, members, f"{self.path}.{key}")

    def needed_member(self, key: str, members: type[E]) -> E:
        return self._needed(key, self.member(key, members))

    def selector(self, key: str) -> Selector | None:
        value = self._take(key)
        return None if value is None else checked_selector(value, f"{self.path}.{key}")

    def needed_selector(self, key: str) -> Selector:
        return self._needed(key, self.selector(key))

    def entry(self, key: str) -> Entry | None:
        value = self._take(key)
        return None if value is None else Entry(value, f"{self.path}.{key}")

    def needed_entry(self, key: str) -> Entry:
        return self._needed(key, self.entry(key))

    def plain(self, key: str) -> object:
        """Whatever stands there; None where nothing does."""
        return self._take(key)

    def many(self, key: str, read: Callable[[object, str], T]) -> tuple[T, ...]:
        """A list, each item read by `read(value, path)`; () where nothing stands."""
        value = self._take(key)
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            raise InputError(f"{self.path}.{key}: expected a list, got {short(value)}")
        return tuple(read(item, f"{self.path}.{key}[{place}]") for place, item in enumerate(value))

    def words(self, key: str) -> tuple[str, ...]:
        return self.many(key, _word)

    def _take(self, key: str) -> object:
        self._asked.append(key)
        return self._left.get(key)

    def _needed(self, key: str, value: T | None) -> T:
        if value is None:
            raise InputError(f"{self.path}.{key}: missing")
        return value


@contextmanager
def at(path: str) -> Iterator[None]:
    """Say where it was for whatever a constructor refuses."""
    try:
        yield
    except InputError as error:
        told = str(error)
        if told.startswith(path):
            raise
        raise InputError(f"{path}: {told}") from error


def member_of(value: object, members: type[E], path: str) -> E:
    if not isinstance(value, str) or value not in tuple(members):
        raise InputError(f"{path}: expected one of {', '.join(members)}, got {short(value)}")
    return members(value)


def short(value: object) -> str:
    return repr(value)[:80]


def _word(value: object, path: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or not value or len(value) > MOST_TEXT:
        raise InputError(f"{path}: expected a text, got {short(value)}; put it in quotes")
    return value
