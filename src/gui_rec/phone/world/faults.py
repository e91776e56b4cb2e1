"""Faults that can be switched on, at the start and while the phone runs.

A specification is `name`, `name:ARGUMENT`, `name@K` or `name:ARGUMENT@K`. For counted faults the argument
is how many times it strikes (always, when absent) and `@K` lets it begin with the K-th chance (1-based).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gui_rec.errors import UsageError

COUNTED = {
    "old-xml": "uiautomator dump fails with a null root and leaves the old file",
    "truncated-png": "screencap ends in the middle of the picture",
    "not-idle": "uiautomator dump gives up waiting for the idle state",
    "lost-tap": "an injected tap has no effect",
}
PLAIN = {
    "slow-page": "pages behind a spinner need this many seconds",
    "secure-screen": "frames are black; with any number, screencap refuses instead",
    "crash-dialog": "the app in front dies and the system says so",
    "permission-dialog": "a permission question covers the app in front",
    "booting": "Android says that it has not finished starting",
}
NAMES = (*COUNTED, *PLAIN)


@dataclass(slots=True)
class _Fault:
    argument: str | None
    left: int | None
    skip: int


class Faults:
    """The table of faults that are on."""

    def __init__(self, specifications: Iterable[str] = ()) -> None:
        self._on: dict[str, _Fault] = {}
        self.changes = 0
        for specification in specifications:
            self.set(specification)

    def set(self, specification: str) -> None:
        """Switch a fault on, replacing what was set for its name. Raises UsageError."""
        match = re.fullmatch(r"([a-z-]+)(?::([0-9]+(?:\.[0-9]+)?))?(?:@([1-9][0-9]*))?", specification)
        if match is None or match[1] not in NAMES:
            raise UsageError(f"fault {specification!r}: expected NAME[:NUMBER][@K] of {', '.join(NAMES)}")
        name, argument, start = match[1], match[2], match[3]
        if name in COUNTED and argument is not None and "." in argument:
            raise UsageError(f"fault {specification!r}: expected a whole number of times")
        left = int(argument) if name in COUNTED and argument is not None else None
        self._on[name] = _Fault(argument, left, int(start or 1) - 1)
        self.changes += 1

    def clear(self, name: str | None = None) -> None:
        """Switch one fault off, or all."""
        if name is None:
            self._on.clear()
        else:
            self._on.pop(name, None)
        self.changes += 1

    def active(self, name: str) -> bool:
        """True while `name` is on; a counted fault is off once it has struck for the last time."""
        return name in self._on

    def argument(self, name: str) -> str | None:
        """The text behind the colon, None when there is none or the fault is off."""
        fault = self._on.get(name)
        return fault.argument if fault is not None else None

    def take(self, name: str) -> bool:
        """True when `name` strikes this time; counts the chance down."""
        fault = self._on.get(name)
        if fault is None:
            return False
        if fault.skip > 0:
            fault.skip -= 1
            return False
        if fault.left is None:
            return True
        fault.left -= 1
        if fault.left <= 0:
            del self._on[name]
        return fault.left >= 0

    def names(self) -> tuple[str, ...]:
        """The faults that are on, in the order they were set."""
        return tuple(self._on)
