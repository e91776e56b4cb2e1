"""Where a command's streams lead: the client, a pipe, a file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from gui_rec.phone.files import FileStore

Read = Callable[[int], Coroutine[Any, Any, bytes]]
Sink = Callable[[bytes], Coroutine[Any, Any, None]]

_PIPE_BYTES = 65536


@dataclass(frozen=True, slots=True)
class WiredIo:
    """Three streams put together from parts; what commands are given."""

    source: Read
    out_sink: Sink
    err_sink: Sink

    async def read(self, limit: int = 65536) -> bytes:
        return await self.source(limit)

    async def out(self, data: bytes) -> None:
        await self.out_sink(data)

    async def err(self, data: bytes) -> None:
        await self.err_sink(data)


class Pipe:
    """Bytes from one command to the next; a writer waits while 64 KiB are unread, as in a kernel's pipe."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._changed = asyncio.Condition()
        self._written_out = False
        self._read_out = False

    async def read(self, limit: int = 65536) -> bytes:
        """b"" once the writer has ended and all was read."""
        async with self._changed:
            await self._changed.wait_for(lambda: bool(self._buffer) or self._written_out)
            part = bytes(self._buffer[:limit])
            del self._buffer[:limit]
            self._changed.notify_all()
            return part

    async def write(self, data: bytes) -> None:
        """Raises BrokenPipeError once the reader has ended."""
        async with self._changed:
            for start in range(0, len(data), _PIPE_BYTES):
                await self._changed.wait_for(lambda: len(self._buffer) < _PIPE_BYTES or self._read_out)
                if self._read_out:
                    raise BrokenPipeError("the next command of the pipeline has ended")
                self._buffer += data[start : start + _PIPE_BYTES]
                self._changed.notify_all()

    async def end_writing(self) -> None:
        """The command in front has ended."""
        async with self._changed:
            self._written_out = True
            self._changed.notify_all()

    async def end_reading(self) -> None:
        """The command behind has ended."""
        async with self._changed:
            self._read_out = True
            self._changed.notify_all()


def file_sink(files: FileStore, path: str, *, append: bool) -> Sink:
    """A sink that writes to `path`, made or emptied at once. Raises OSError when that cannot be."""
    files.write(path, b"", append=append)

    async def sink(data: bytes) -> None:
        files.write(path, data, append=True)

    return sink
