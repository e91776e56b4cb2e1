"""Things that will happen: an ordered queue on the phone's own time."""

from __future__ import annotations

import heapq
from collections.abc import Callable

_Entry = tuple[int, int, str, Callable[[int], None]]


class Timers:
    """Callbacks by due time in microseconds; equal times run in the order they were set."""

    def __init__(self) -> None:
        self._queue: list[_Entry] = []
        self._count = 0

    def at(self, due_us: int, tag: str, run: Callable[[int], None]) -> None:
        """`run(due_us)` when that moment has come. `tag` is for `cancel`."""
        self._count += 1
        heapq.heappush(self._queue, (due_us, self._count, tag, run))

    def cancel(self, tag: str) -> None:
        """Forget all timers of that tag."""
        self._queue = [entry for entry in self._queue if entry[2] != tag]
        heapq.heapify(self._queue)

    def run_due(self, now_us: int) -> bool:
        """Run everything that is due, in order, also what is set meanwhile. True when anything ran."""
        ran = False
        while self._queue and self._queue[0][0] <= now_us:
            due_us, _, _, run = heapq.heappop(self._queue)
            run(due_us)
            ran = True
        return ran
