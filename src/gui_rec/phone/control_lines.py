"""The lines of a control connection, and its end: while a request is worked on, what comes next is looked at."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")

MOST_LINE_BYTES = 1 << 20
_MOST_AHEAD = 64


class ControlLines:
    """Reads lines from a stream whose limit is `MOST_LINE_BYTES`."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._ahead: deque[bytes | None] = deque()
        self._reading: asyncio.Task[bytes | None] | None = None

    async def next(self) -> bytes | None:
        """The next line, b"" at the end, None for one that is too long; nothing can be read after that."""
        if self._ahead:
            return self._ahead.popleft()
        line = await self._read()
        self._reading = None
        return line

    async def during(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`. When the client leaves meanwhile it is cancelled: raises ConnectionResetError.

        Lines that come meanwhile are kept for `next`; a client that sends many is not watched beyond them.
        """
        working = asyncio.create_task(work)
        try:
            await asyncio.sleep(0)
            while not working.done() and len(self._ahead) < _MOST_AHEAD:
                reading = self._read()
                await asyncio.wait((working, reading), return_when=asyncio.FIRST_COMPLETED)
                if reading.done() and not working.done():
                    self._take(reading.result())
            return await working
        finally:
            working.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await working

    def close(self) -> None:
        """Read no more."""
        if self._reading is not None:
            self._reading.cancel()

    def _read(self) -> asyncio.Task[bytes | None]:
        """The task that reads the next line: one at a time."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._line())
        return self._reading

    def _take(self, line: bytes | None) -> None:
        self._reading = None
        if line == b"":
            raise ConnectionResetError("the client of the control connection has left")
        self._ahead.append(line)

    async def _line(self) -> bytes | None:
        try:
            return await self._reader.readline()
        except ConnectionError:
            return b""
        except ValueError:
            return None
