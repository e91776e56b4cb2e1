"""What the phone can get wrong on the wire, by name. Faults of the screen and of commands live elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from gui_rec.errors import UsageError


class WireFault(StrEnum):
    """A fault of the link itself."""

    OFFLINE = "offline"
    UNAUTHORIZED = "unauthorized"
    MUTE = "mute"
    REFUSE = "refuse"
    CUT = "cut-stream"
    STALL = "stall-stream"

    @property
    def meaning(self) -> str:
        """One line for a person."""
        return _MEANINGS[self]

    @property
    def is_handshake(self) -> bool:
        """Whether it shows only when a link begins, so that links that stand must be dropped for it."""
        return self in (WireFault.OFFLINE, WireFault.UNAUTHORIZED)


_SPECIFICATION = re.compile(r"([a-z-]+)(?::([1-9][0-9]{0,8}))?")
_MEANINGS = {
    WireFault.OFFLINE: "the link is accepted and the handshake never answered: adb shows `offline`",
    WireFault.UNAUTHORIZED: "a signature is demanded and never accepted: adb shows `unauthorized`",
    WireFault.MUTE: "no OPEN is ever answered: a command neither fails nor ends",
    WireFault.REFUSE: "every OPEN is refused: adb says `closed`",
    WireFault.CUT: "a command's large output stops half-way and the stream is closed as if it were whole",
    WireFault.STALL: "a command's large output stops half-way and nothing more comes",
}

CUT_FROM_BYTES = 4096
"""A write smaller than this is never cut: the fault is meant for pictures and files, not for answers."""


class WireFaults:
    """The wire faults that are on. A specification is `NAME`, or `NAME:N` for one that strikes N times."""

    def __init__(self, specifications: Iterable[str] = ()) -> None:
        self._left: dict[WireFault, int | None] = {}
        for specification in specifications:
            self.set(specification, True)

    def strikes(self, fault: WireFault) -> bool:
        """Whether `fault` shows this time; counts it down."""
        if fault not in self._left:
            return False
        left = self._left[fault]
        if left == 1:
            del self._left[fault]
        elif left is not None:
            self._left[fault] = left - 1
        return True

    def names(self) -> list[str]:
        """Those that are on, sorted."""
        return sorted(self._left)

    def set(self, specification: str, on: bool) -> WireFault:
        """Switch one. Raises UsageError for what is none."""
        match = _SPECIFICATION.fullmatch(specification)
        if match is None or not is_wire_fault(specification):
            known = ", ".join(WireFault)
            raise UsageError(f"wire fault {specification!r}: expected NAME or NAME:TIMES of {known}")
        fault = WireFault(match[1])
        self._left.pop(fault, None)
        if on:
            self._left[fault] = int(match[2]) if match[2] else None
        return fault


def is_wire_fault(specification: str) -> bool:
    """Whether a specification names a fault of this table."""
    return specification.partition(":")[0] in {fault.value for fault in WireFault}
