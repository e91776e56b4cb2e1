"""Things that will happen: an ordered queue on the phone's own time, as plain records."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass

Argument = str | int


@dataclass(frozen=True, slots=True, order=True)
class Timer:
    """`what` with `args` will happen at `due_us`; `order` is that in which timers were set."""

    due_us: int
    order: int
    tag: str
    what: str
    args: tuple[Argument, ...] = ()


class Timers:
    """Records by due time in microseconds; equal times run in the order they were set."""

    def __init__(self) -> None:
        self._queue: list[Timer] = []
        self._count = 0

    def at(self, due_us: int, tag: str, what: str, *args: Argument) -> None:
        """`what` happens when that moment has come. `tag` is for `cancel`."""
        self._count += 1
        heapq.heappush(self._queue, Timer(due_us, self._count, tag, what, args))

    def cancel(self, tag: str) -> None:
        """Forget all timers of that tag."""
        self._queue = [timer for timer in self._queue if timer.tag != tag]
        heapq.heapify(self._queue)

    def run_due(self, now_us: int, run: Callable[[Timer], None]) -> bool:
        """Run everything that is due, in order, also what is set meanwhile. True when anything ran."""
        ran = False
        while self._queue and self._queue[0].due_us <= now_us:
            run(heapq.heappop(self._queue))
            ran = True
        return ran

    def pending(self) -> list[Timer]:
        """What has not happened yet, the next one first."""
        return sorted(self._queue)

    def replace(self, timers: Iterable[Timer]) -> None:
        """Wait for these, in their own order, and for nothing else."""
        self._queue = list(timers)
        heapq.heapify(self._queue)
        self._count = max((timer.order for timer in self._queue), default=0)
