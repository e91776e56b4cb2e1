"""What a command of the simulated phone's shell is given and what it gives back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from gui_rec.phone.commands._log_buffer import LogBuffer
from gui_rec.phone.files import FileStore
from gui_rec.phone.shell.jobs import Jobs
from gui_rec.phone.wire.sockets import DeviceSockets

if TYPE_CHECKING:
    from gui_rec.phone.world.phone import Phone


class Io(Protocol):
    """The three streams of a command.

    `out` and `err` return once the bytes are handed on; with a slow reader they wait, which is the
    back-pressure. Both raise BrokenPipeError after the reader has left; a command lets it pass, as SIGPIPE
    would end it. An OSError of `ctx.files` may pass too: the shell prints `NAME: PATH: reason`, status 1.
    """

    async def read(self, limit: int = 65536) -> bytes:
        """At most `limit` bytes of stdin as soon as there are any; b"" at its end."""
        ...

    async def out(self, data: bytes) -> None:
        """Write to stdout."""
        ...

    async def err(self, data: bytes) -> None:
        """Write to stderr."""
        ...


@dataclass(slots=True)
class Context:
    """Where a command runs.

    `env` (what is exported), `unexported`, `cwd` and `status` belong to the shell that runs the command:
    `cd`, `export` and `$?` work on them. `closed` is set when the client's stream has ended; a command that
    streams for ever waits on it. `run` gives a line to the phone's shell, in this context; it returns the
    exit status. `arguments` are those of a script; `jobs` what its shell runs beside it; `log` is what programs
    of the shell have logged. `depth` counts the programs that have started one another up to here. In
    `sockets` a program listens for `adb forward` and for other programs of the phone.
    """

    phone: Phone
    files: FileStore
    closed: asyncio.Event
    run: Callable[[Context, str, Io], Awaitable[int]]
    env: dict[str, str] = field(default_factory=dict)
    cwd: str = "/"
    status: int = 0
    unexported: dict[str, str] = field(default_factory=dict)
    sockets: DeviceSockets = field(default_factory=DeviceSockets)
    arguments: tuple[str, ...] = ()
    jobs: Jobs = field(default_factory=Jobs)
    log: LogBuffer = field(default_factory=LogBuffer)
    depth: int = 0

    def path(self, name: str) -> str:
        """`name` as an absolute path, taken from the working directory."""
        return name if name.startswith("/") else f"{self.cwd.rstrip('/')}/{name}"

    def child(self) -> Context:
        """The same place for a sub-shell: what it changes stays with it."""
        return replace(self, env=dict(self.env), unexported=dict(self.unexported))

    def assign(self, name: str, value: str) -> None:
        """`NAME=value` in the shell: an exported variable stays exported, another stays with the shell."""
        (self.env if name in self.env else self.unexported)[name] = value


class Command(Protocol):
    """One command: reads `args` (without its own name), writes to `io`, returns the exit status 0..255.

    A name that several commands share one function for can be read from `ctx.env["_"]`.
    """

    async def __call__(self, ctx: Context, args: Sequence[str], io: Io, /) -> int: ...


async def read_all(io: Io) -> bytes:
    """All of stdin until its end."""
    parts: list[bytes] = []
    while part := await io.read():
        parts.append(part)
    return b"".join(parts)
