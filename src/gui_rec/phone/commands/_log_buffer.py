"""What programs of the phone have logged, for logcat."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

_MOST_ENTRIES = 4096


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
        """Log one line."""
        self.entries.append(entry)
        del self.entries[:-_MOST_ENTRIES]
        for queue in self._followers:
            queue.put_nowait(entry)

    def clear(self) -> None:
        """Forget all; those who follow go on."""
        self.entries.clear()

    def subscribe(self) -> asyncio.Queue[LogEntry]:
        """A queue of all that is logged from now on."""
        queue = asyncio.Queue[LogEntry]()
        self._followers.append(queue)
        return queue

    def unsubscribe(self, queue: asyncio.Queue[LogEntry]) -> None:
        """End a subscription; one that has ended already is no error."""
        if queue in self._followers:
            self._followers.remove(queue)
