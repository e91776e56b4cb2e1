"""What the phone can get wrong on the wire, by name. Faults of the screen and of commands live elsewhere.

What adb and its clients make of each was measured with adb 29 and 36.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from gui_rec.errors import UsageError


class WireFault(StrEnum):
    """A fault of the link itself."""

    OFFLINE = "offline"
    UNAUTHORIZED = "unauthorized"
    RECOVERY = "recovery"
    BOOTLOADER = "bootloader"
    OUTAGE = "outage"
    MUTE = "mute"
    REFUSE = "refuse"
    CUT = "cut-stream"
    STALL = "stall-stream"
    DROP = "drop-link"
    SLOW_ACKS = "slow-acks"
    FAIL_SEND = "fail-send"
    FAIL_RECV = "fail-recv"

    @property
    def meaning(self) -> str:
        """One line for a person."""
        return _MEANINGS[self]

    @property
    def is_handshake(self) -> bool:
        """Whether it shows only when a link begins, so that links that stand must be dropped for it."""
        return self in _OF_THE_HANDSHAKE


_SPECIFICATION = re.compile(r"([a-z-]+)(?::([1-9][0-9]{0,8}))?(?:@([1-9][0-9]{0,8}))?")
_MOST = 999_999_999
_OF_THE_HANDSHAKE = frozenset(
    (
        WireFault.OFFLINE,
        WireFault.UNAUTHORIZED,
        WireFault.RECOVERY,
        WireFault.BOOTLOADER,
        WireFault.OUTAGE,
    )
)
_AMOUNTS = {WireFault.OUTAGE: 5, WireFault.SLOW_ACKS: 100}
_MEANINGS = {
    WireFault.OFFLINE: "the link is accepted and the handshake never answered: adb shows `offline`",
    WireFault.UNAUTHORIZED: "a signature is demanded and never accepted: adb shows `unauthorized`",
    WireFault.RECOVERY: "the phone says it is in recovery: adb shows `recovery`, the shell still works",
    WireFault.BOOTLOADER: "the phone says it is in its bootloader: adb shows `bootloader`",
    WireFault.OUTAGE: "all links drop and none is taken for this many seconds (5), then it is back as it was",
    WireFault.MUTE: "no OPEN is ever answered: a command neither fails nor ends",
    WireFault.REFUSE: "every OPEN is refused: adb says `closed`",
    WireFault.CUT: "a large output stops half-way and the stream is closed as if it were whole",
    WireFault.STALL: "a large output stops half-way and nothing more comes",
    WireFault.DROP: "a large output stops half-way because the whole link breaks; adb takes it up again",
    WireFault.SLOW_ACKS: "what a client sends is acknowledged this many milliseconds late (100)",
    WireFault.FAIL_SEND: "a pushed file is taken and then refused with FAIL; nothing is written",
    WireFault.FAIL_RECV: "a pulled file is refused with FAIL",
}

CUT_FROM_BYTES = 4096
"""A write smaller than this is never cut: the fault is meant for pictures and files, not for answers."""


@dataclass(slots=True)
class _On:
    number: int | None
    skip: int


class WireFaults:
    """The wire faults that are on.

    A specification is `NAME`, `NAME:N` for one that strikes N times (seconds or milliseconds for those whose
    meaning says so), and either with `@K` to let it begin with the K-th chance (1-based).
    """

    def __init__(self, specifications: Iterable[str] = ()) -> None:
        self._on: dict[WireFault, _On] = {}
        for specification in specifications:
            self.set(specification, True)

    def strikes(self, fault: WireFault) -> bool:
        """Whether `fault` shows this time; counts it down."""
        on = self._on.get(fault)
        if on is None:
            return False
        if on.skip > 0:
            on.skip -= 1
            return False
        if on.number is None or fault in _AMOUNTS:
            return True
        on.number -= 1
        if on.number == 0:
            del self._on[fault]
        return True

    def amount(self, fault: WireFault) -> int:
        """The number of a fault whose number is an amount; 0 while it is off."""
        on = self._on.get(fault)
        return 0 if on is None else on.number or _AMOUNTS[fault]

    def names(self) -> list[str]:
        """Those that are on, sorted."""
        return sorted(self._on)

    def rows(self) -> list[tuple[str, int | None, int]]:
        """(name, number left, chances to let pass) of all that are on, for a snapshot."""
        return [(fault.value, on.number, on.skip) for fault, on in sorted(self._on.items())]

    def replace(self, rows: Iterable[tuple[str, int | None, int]]) -> None:
        """Exactly these rows are on. Raises UsageError for what is no fault."""
        found: dict[WireFault, _On] = {}
        for name, number, skip in rows:
            if name not in set(WireFault) or not 0 <= skip <= _MOST or not 1 <= (number or 1) <= _MOST:
                raise UsageError(
                    f"wire fault {name!r}: expected one of {', '.join(WireFault)} and its numbers"
                )
            found[WireFault(name)] = _On(number, skip)
        self._on = found

    def of_the_handshake(self) -> frozenset[WireFault]:
        """Those that are on and show only when a link begins."""
        return _OF_THE_HANDSHAKE & self._on.keys()

    def set(self, specification: str, on: bool) -> WireFault:
        """Switch one. Raises UsageError for what is none."""
        match = _SPECIFICATION.fullmatch(specification)
        if match is None or not is_wire_fault(specification):
            known = ", ".join(WireFault)
            raise UsageError(f"wire fault {specification!r}: expected NAME[:NUMBER][@K] of {known}")
        fault = WireFault(match[1])
        self._on.pop(fault, None)
        if on:
            self._on[fault] = _On(int(match[2]) if match[2] else None, int(match[3] or 1) - 1)
        return fault


def is_wire_fault(specification: str) -> bool:
    """Whether a specification names a fault of this table."""
    return re.split("[:@]", specification, maxsplit=1)[0] in {fault.value for fault in WireFault}
