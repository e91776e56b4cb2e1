"""Why `uiautomator dump` gave no hierarchy.

It says so on stderr and ends with 0 all the same, writing nothing (AOSP DumpCommand), so an older file
would survive; the success line in turn is printed even where writing failed. Only the file tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gui_rec.model.flags import MissingReason

_SIGKILL_STATUS = 137


class DumpKind(StrEnum):
    """What went wrong, finer than what a row stores."""

    NOT_IDLE = "dump_not_idle"
    NULL_ROOT = "dump_null_root"
    KILLED = "dump_killed"
    ILLEGAL_CHAR = "dump_illegal_char"
    BUSY = "dump_busy"
    CRASHED = "dump_crashed"


@dataclass(frozen=True, slots=True)
class DumpFailure:
    """A failed dump, and one line for a person."""

    kind: DumpKind
    message: str

    @property
    def reason(self) -> MissingReason:
        """The kind as a row stores it; what has no value of its own is a crash."""
        known = {member.value: member for member in MissingReason}
        return known.get(self.kind.value, MissingReason.DUMP_CRASHED)


_SAYINGS = (
    ("could not get idle state", DumpKind.NOT_IDLE, "the screen never came to rest"),
    ("null root node", DumpKind.NULL_ROOT, "no window has a hierarchy now (screen off, or a transition)"),
    (
        "already registered",
        DumpKind.BUSY,
        "another UI automation server (uiautomator2, Appium, Maestro) holds the accessibility service; stop it",
    ),
    ("Illegal character", DumpKind.ILLEGAL_CHAR, "this Android cannot dump a text with an emoji"),
    ("Exception", DumpKind.CRASHED, "uiautomator crashed"),
    ("ERROR:", DumpKind.CRASHED, "uiautomator failed"),
)


def parse_dump_failure(output: str, exit_status: int | None) -> DumpFailure | None:
    """What the command's output says of a failure; None where it speaks of none.

    `Killed` counts only as the last line, since a text of the screen may hold the word.
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    said = lines[0][:200] if lines else "nothing"
    for words, kind, meaning in _SAYINGS:
        telling = next((line for line in lines if words in line), None)
        if telling is not None:
            return DumpFailure(kind, f"uiautomator dump: {meaning} (it said: {telling[:200]})")
    if exit_status == _SIGKILL_STATUS or (lines and lines[-1] == "Killed"):
        return DumpFailure(DumpKind.KILLED, "uiautomator dump: the phone killed it (short of memory?)")
    if exit_status not in (0, None):
        return DumpFailure(DumpKind.CRASHED, f"uiautomator dump: exit status {exit_status} (it said: {said})")
    return None
