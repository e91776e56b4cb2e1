"""Scripts that come from a file or, line by line, from stdin."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from gui_rec.errors import InputError
from gui_rec.phone.commands._api import Command, Context, Io
from gui_rec.phone.shell.grammar import parse

Run = Callable[[Context, str, Io], Awaitable[int]]

_MOST_LINE_BYTES = 128 * 1024
_MOST_LINES = 1000
"""Of one command; each is parsed anew with the next one behind it."""


def runs_file(name: str, run: Run) -> Command:
    """A command that runs the script in the file `name`; its arguments are `$1` and on in it."""

    async def command(ctx: Context, args: Sequence[str], io: Io) -> int:
        ctx.arguments = tuple(args)
        source = ctx.files.read(ctx.path(name))
        return await run(ctx, source.decode("utf-8", "surrogateescape"), io)

    return command


class LineReader:
    """Reads stdin a line at a time and leaves what follows for the commands of that line."""

    def __init__(self, io: Io) -> None:
        self._io = io
        self._buffer = bytearray()
        self._ended = False

    async def line(self) -> str | None:
        """The next line with its end, the rest without one at the end of stdin, None after it."""
        while b"\n" not in self._buffer and not self._ended:
            data = await self._io.read()
            self._ended = not data
            self._buffer += data
            if len(self._buffer) > _MOST_LINE_BYTES:
                raise InputError(f"a shell line has at most {_MOST_LINE_BYTES} bytes")
        end = self._buffer.find(b"\n") + 1 or len(self._buffer)
        taken = bytes(self._buffer[:end])
        del self._buffer[:end]
        return taken.decode("utf-8", "surrogateescape") if taken else None

    async def read(self, limit: int = 65536) -> bytes:
        """stdin for a command: first what was read ahead."""
        if self._buffer:
            part = bytes(self._buffer[:limit])
            del self._buffer[:limit]
            return part
        return b"" if self._ended else await self._io.read(limit)


class _LineIo:
    """The shell's own streams, for a command that it runs."""

    def __init__(self, io: Io, reader: LineReader) -> None:
        self.read = reader.read
        self.out = io.out
        self.err = io.err


async def run_from_stdin(ctx: Context, io: Io, run: Run, *, prompt: bytes = b"") -> int:
    """Run the lines of stdin as they come; with a `prompt` for a person. Returns at the end of stdin.

    `run` lets `exit` pass as an exception, which ends the loop. Raises InputError for a command without end.
    """
    reader = LineReader(io)
    inner = _LineIo(io, reader)
    pending = ""
    while True:
        if prompt:
            await io.err(prompt if not pending else b"> ")
        line = await reader.line()
        if line is None:
            return await run(ctx, pending, inner) if pending else ctx.status
        pending += line
        # Commands that write nothing never wait: the rest of the phone has its turn here.
        await asyncio.sleep(0)
        if not _is_finished(pending):
            if len(pending) > _MOST_LINE_BYTES or pending.count("\n") > _MOST_LINES:
                raise InputError(f"a command has at most {_MOST_LINE_BYTES} bytes in {_MOST_LINES} lines")
            continue
        await run(ctx, pending, inner)
        pending = ""


def _is_finished(source: str) -> bool:
    """Whether more lines could not complete `source`."""
    try:
        parse(source)
    except EOFError:
        return False
    except InputError:
        return True
    return True
