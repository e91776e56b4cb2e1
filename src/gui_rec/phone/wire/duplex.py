"""A connection between two programs inside the phone: two pipes, ended together."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

_PIPE_BYTES = 256 * 1024


class _OneWay:
    """Bytes from one end to the other; a writer waits while 256 KiB are unread."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._changed = asyncio.Event()
        self._ended = False

    async def read(self, limit: int) -> bytes:
        while not self._buffer and not self._ended:
            await self._wait()
        part = bytes(self._buffer[:limit])
        del self._buffer[:limit]
        self._changed.set()
        return part

    async def write(self, data: bytes) -> None:
        for start in range(0, max(1, len(data)), _PIPE_BYTES):
            self._check()
            self._buffer += data[start : start + _PIPE_BYTES]
            self._changed.set()
            while len(self._buffer) > _PIPE_BYTES and not self._ended:
                await self._wait()
        self._check()

    async def flush(self) -> None:
        while self._buffer and not self._ended:
            await self._wait()

    def end(self) -> None:
        self._ended = True
        self._changed.set()

    async def _wait(self) -> None:
        if self._changed.is_set():
            self._changed = asyncio.Event()
        await self._changed.wait()

    def _check(self) -> None:
        if self._ended:
            raise BrokenPipeError("the other side of a socket of the phone has ended")


@dataclass(frozen=True, slots=True)
class DuplexEnd:
    """One end of a connection; `close` ends both directions, and what was written before can still be read."""

    _incoming: _OneWay
    _outgoing: _OneWay

    async def read(self, limit: int = 65536) -> bytes:
        """At most `limit` bytes as soon as there are any; b"" once the other end was closed."""
        return await self._incoming.read(limit)

    async def write(self, data: bytes) -> None:
        """Hand bytes on; waits for a slow reader. Raises BrokenPipeError once an end was closed."""
        await self._outgoing.write(data)

    async def flush(self) -> None:
        """Return when the other end has read everything, or was closed."""
        await self._outgoing.flush()

    async def close(self) -> None:
        """End it for both."""
        self._incoming.end()
        self._outgoing.end()


def duplex() -> tuple[DuplexEnd, DuplexEnd]:
    """The two ends of a new connection."""
    there, back = _OneWay(), _OneWay()
    return DuplexEnd(back, there), DuplexEnd(there, back)
