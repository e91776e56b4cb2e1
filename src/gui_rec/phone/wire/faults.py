"""What the phone can get wrong on the wire, by name. Faults of the screen and of commands live elsewhere."""

from __future__ import annotations

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

    @property
    def meaning(self) -> str:
        """One line for a person."""
        return _MEANINGS[self]

    @property
    def is_handshake(self) -> bool:
        """Whether it shows only when a link begins, so that links that stand must be dropped for it."""
        return self in (WireFault.OFFLINE, WireFault.UNAUTHORIZED)


_MEANINGS = {
    WireFault.OFFLINE: "the link is accepted and the handshake never answered: adb shows `offline`",
    WireFault.UNAUTHORIZED: "a signature is demanded and never accepted: adb shows `unauthorized`",
    WireFault.MUTE: "no OPEN is ever answered: a command neither fails nor ends",
    WireFault.REFUSE: "every OPEN is refused: adb says `closed`",
    WireFault.CUT: "a command's large output stops half-way and the stream is closed as if it were whole",
}

CUT_FROM_BYTES = 4096
"""A write smaller than this is never cut: the fault is meant for pictures and files, not for answers."""


class WireFaults:
    """The wire faults that are on."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._on = {WireFault(name) for name in names}

    def __contains__(self, fault: WireFault) -> bool:
        return fault in self._on

    def names(self) -> list[str]:
        """Those that are on, sorted."""
        return sorted(self._on)

    def set(self, name: str, on: bool) -> WireFault:
        """Switch one. Raises UsageError for a name that is none."""
        if not is_wire_fault(name):
            known = ", ".join(WireFault)
            raise UsageError(f"unknown wire fault {name!r}; known: {known}")
        fault = WireFault(name)
        (self._on.add if on else self._on.discard)(fault)
        return fault


def is_wire_fault(name: str) -> bool:
    """Whether `name` is in this table."""
    return name in {fault.value for fault in WireFault}
