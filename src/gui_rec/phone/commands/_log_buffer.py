"""What programs of the phone have logged, for logcat."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gui_rec.phone.clock import LAST_WALL_US

_MOST_ENTRIES = 4096
_LEVELS = tuple("VDIWEF")
_MOST_TEXT = 4068
"""Of one entry: what Android's log daemon takes (LOGGER_ENTRY_MAX_PAYLOAD)."""
Row = tuple[int, int, bytes, bytes, str]
"""An entry as a snapshot has it: `wall_us`, `pid`, `tag` and `text` as bytes, `level`."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a log; `wall_us` is UTC."""

    wall_us: int
    pid: int
    tag: str
    text: str
    level: str = "I"


class LogBuffer:
    """The newest entries, and those who follow them."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self._followers: list[asyncio.Queue[LogEntry]] = []

    def add(self, entry: LogEntry) -> None:
        """Log one line. Who follows and does not read misses the oldest, as on a phone."""
        entry = replace(entry, tag=entry.tag[:_MOST_TEXT], text=entry.text[:_MOST_TEXT])
        self.entries.append(entry)
        del self.entries[:-_MOST_ENTRIES]
        for queue in self._followers:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(entry)

    def clear(self) -> None:
        """Forget all; those who follow go on."""
        self.entries.clear()

    def subscribe(self) -> asyncio.Queue[LogEntry]:
        """A queue of all that is logged from now on."""
        queue = asyncio.Queue[LogEntry](_MOST_ENTRIES)
        self._followers.append(queue)
        return queue

    def unsubscribe(self, queue: asyncio.Queue[LogEntry]) -> None:
        """End a subscription; one that has ended already is no error."""
        if queue in self._followers:
            self._followers.remove(queue)

    def rows(self) -> list[Row]:
        """All entries, for a snapshot; bytes that are no UTF-8 survive."""
        return [
            (each.wall_us, each.pid, _bytes(each.tag), _bytes(each.text), each.level) for each in self.entries
        ]

    def replace(self, rows: Iterable[Row]) -> None:
        """Hold exactly these; those who follow are told nothing of it. Raises ValueError for what is no entry."""
        rows = list(rows)
        if not all(0 <= row[0] <= LAST_WALL_US and row[4] in _LEVELS for row in rows):
            raise ValueError("log: expected times that a phone knows, and levels of " + ", ".join(_LEVELS))
        entries = [
            LogEntry(wall_us, pid, _text(tag), _text(text), level) for wall_us, pid, tag, text, level in rows
        ]
        self.entries[:] = entries[-_MOST_ENTRIES:]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")[:_MOST_TEXT]
