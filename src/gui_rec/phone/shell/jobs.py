"""What a shell runs in the background: `COMMAND &`, `$!`, `kill`, `wait`."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

_FIRST_PID = 21000
_INTERRUPTED = 130
_MOST_RUNNING = 1000


class Jobs:
    """The jobs of one shell, by the process id that `$!` gives."""

    def __init__(self) -> None:
        self.last: int | None = None
        self._tasks: dict[int, asyncio.Task[int]] = {}

    def start(self, work: Coroutine[Any, Any, int]) -> int:
        """Run `work`, which gives an exit status, beside the shell; its process id."""
        self.last = _FIRST_PID + len(self._tasks)
        self._tasks[self.last] = asyncio.ensure_future(work)
        return self.last

    @property
    def is_full(self) -> bool:
        """Whether so many run that a phone would have no process left."""
        return sum(not task.done() for task in self._tasks.values()) >= _MOST_RUNNING

    def interrupt(self, pid: int) -> bool:
        """Signal a job to end; it may still put its things in order. False when no such job runs."""
        task = self._tasks.get(pid)
        return task is not None and task.cancel()

    async def wait(self, pid: int | None = None) -> int:
        """Return when the job, or every job, has ended: its status; 0 for all; 127 for one that never was."""
        if pid is not None and pid not in self._tasks:
            return 127
        tasks = [self._tasks[pid]] if pid is not None else list(self._tasks.values())
        if tasks:
            await asyncio.wait(tasks)
        if pid is None:
            return 0
        return _INTERRUPTED if tasks[0].cancelled() else tasks[0].result()

    async def end(self) -> None:
        """Hang up on what still runs, and tell of what failed by a defect."""
        for task in self._tasks.values():
            task.cancel()
        await self.wait()
        for task in self._tasks.values():
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error
