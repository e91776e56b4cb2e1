"""What an import could not read: all of it counted, the first of it listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from gui_rec.errors import InputError

MAX_LISTED = 1000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One thing that could not be read. `what` is `file`, `episode`, `action`, `picture` or `hierarchy`; `reason` names its place."""

    what: str
    reason: str


@dataclass(slots=True)
class Complaints:
    """Counts without bound, lists `MAX_LISTED`."""

    listed: list[LeftOut] = field(default_factory=list)
    count: int = 0

    def add(self, what: str, reason: str) -> None:
        """Note one thing that could not be read."""
        self.count += 1
        if len(self.listed) < MAX_LISTED:
            self.listed.append(LeftOut(what, reason))

    def whole(self, where: object, make: Callable[[], T]) -> Iterator[T]:
        """The episode that `make` gives, or none and a complaint where it raises InputError.

        `where` stands before a reason that does not name its place itself, such as a picture's.
        """
        try:
            made = make()
        except InputError as error:
            told = str(error)
            self.add("episode", told if told.startswith(str(where)) else f"{where}: {told}")
            return
        yield made
