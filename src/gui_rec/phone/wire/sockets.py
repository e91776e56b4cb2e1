"""The sockets inside the phone: a namespace of its own, in which nothing binds a port of the host.

A program of the phone listens at a name such as `tcp:9008` or `localabstract:agent`; `adb forward` reaches it by
an OPEN of that name, another program of the phone by `connect`. `adb reverse` listens here too. Facts: AOSP
packages/modules/adb, socket_spec.cpp.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from collections.abc import Awaitable, Callable
from typing import Protocol

from gui_rec.errors import InputError
from gui_rec.phone.wire.duplex import duplex

_LOG = logging.getLogger(__name__)
_LOCAL_HOSTS = ("localhost", "127.0.0.1")
_KINDS = ("localabstract", "localreserved", "localfilesystem")
_MOST_UNTIL_BYTES = 64 * 1024
_EPHEMERAL = range(32768, 61000)
"""Linux' default range of the ports that a bind to port 0 is given."""


class Endpoint(Protocol):
    """One end of a connection. A stream of a link is one, so is an end of a `duplex`."""

    async def read(self, limit: int = ...) -> bytes:
        """At most `limit` bytes as soon as there are any; b"" once the other side has ended."""
        ...

    async def write(self, data: bytes) -> None:
        """Hand bytes on, waiting for a slow reader. Raises BrokenPipeError once the other side has ended."""
        ...

    async def flush(self) -> None:
        """Return when the other side has taken everything, or has ended."""
        ...

    async def close(self) -> None:
        """End both directions at once: adb knows no half-close."""
        ...


class SocketReader:
    """The reading half that a program of the phone is given; the calls are those of asyncio.StreamReader.

    After the other side has ended `read` and `readline` give what is left, then b"".
    """

    def __init__(self, end: Endpoint) -> None:
        self._end = end
        self._buffer = bytearray()
        self._ended = False

    async def read(self, limit: int = 65536) -> bytes:
        """At most `limit` bytes as soon as there are any; b"" at the end."""
        if not self._buffer:
            await self._more()
        return self._take(min(limit, len(self._buffer)))

    async def readexactly(self, count: int) -> bytes:
        """`count` bytes. Raises asyncio.IncompleteReadError when the end comes first."""
        while len(self._buffer) < count:
            if not await self._more():
                raise asyncio.IncompleteReadError(self._take(len(self._buffer)), count)
        return self._take(count)

    async def readuntil(self, separator: bytes = b"\n") -> bytes:
        """All up to and with `separator`. Raises asyncio.IncompleteReadError when the end comes first.

        Raises asyncio.LimitOverrunError when 64 KiB come without it; the connection is then of no more use.
        """
        start = 0
        while (at := self._buffer.find(separator, start, _MOST_UNTIL_BYTES)) < 0:
            if len(self._buffer) >= _MOST_UNTIL_BYTES:
                raise asyncio.LimitOverrunError("a line without end", len(self._buffer))
            start = max(0, len(self._buffer) - len(separator) + 1)
            if not await self._more():
                raise asyncio.IncompleteReadError(self._take(len(self._buffer)), None)
        return self._take(at + len(separator))

    async def readline(self) -> bytes:
        """A line with its end; without one only what is left before the end. Raises as `readuntil` does."""
        try:
            return await self.readuntil(b"\n")
        except asyncio.IncompleteReadError as error:
            return error.partial

    async def _more(self) -> bool:
        if not self._ended:
            part = await self._end.read()
            self._ended = not part
            self._buffer += part
        return not self._ended

    def _take(self, count: int) -> bytes:
        part = bytes(self._buffer[:count])
        del self._buffer[:count]
        return part


class SocketWriter:
    """The writing half that a program of the phone is given; the calls are those of asyncio.StreamWriter."""

    def __init__(self, end: Endpoint) -> None:
        self._end = end
        self._waiting = bytearray()

    def write(self, data: bytes) -> None:
        """Take bytes; they leave with `drain` or `close`."""
        self._waiting += data

    async def drain(self) -> None:
        """Hand on what was written. Raises BrokenPipeError once the other side has ended."""
        data = bytes(self._waiting)
        self._waiting.clear()
        if data:
            await self._end.write(data)

    async def close(self) -> None:
        """Hand on what was written, wait until it was taken, end the connection."""
        try:
            await self.drain()
            await self._end.flush()
        except BrokenPipeError:
            _LOG.debug("the other side of a socket left before it had read everything")
        finally:
            await self._end.close()


Handler = Callable[[SocketReader, SocketWriter], Awaitable[None]]
"""A program's answer to one connection; when it returns the connection is closed."""
Acceptor = Callable[[Endpoint], Awaitable[None]]
"""Takes over one connection by its raw end, and closes it."""


class DeviceSockets:
    """Who listens inside the phone, by name."""

    def __init__(self) -> None:
        self._listeners: dict[str, Acceptor] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def listen(self, name: str, handler: Handler) -> str:
        """Answer connections to `name` by `handler`; the name as it is listened at (`tcp:0` gets a port).

        Raises OSError(EADDRINUSE) when somebody listens there, InputError for what is no name of a socket.
        """

        async def accept(end: Endpoint) -> None:
            writer = SocketWriter(end)
            try:
                await handler(SocketReader(end), writer)
            except (BrokenPipeError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
                _LOG.debug("the client of %s left, or sends what is no request: %s", name, error)
            finally:
                await writer.close()

        return self.bind(name, accept)

    def bind(self, name: str, accept: Acceptor) -> str:
        """As `listen`, for one that works on raw ends."""
        clean = normal_name(name)
        if clean == "tcp:0":
            clean = next(f"tcp:{port}" for port in _EPHEMERAL if f"tcp:{port}" not in self._listeners)
        if clean in self._listeners:
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE), clean)
        self._listeners[clean] = accept
        return clean

    def unlisten(self, name: str) -> bool:
        """Take no more connections at `name`; those that stand go on. Whether somebody had listened."""
        return self._listeners.pop(normal_name(name), None) is not None

    def names(self) -> tuple[str, ...]:
        """The names somebody listens at, in the order they came."""
        return tuple(self._listeners)

    def acceptor(self, name: str) -> Acceptor | None:
        """Who answers at `name`; None when nobody does, and for what is no name of a socket."""
        try:
            return self._listeners.get(normal_name(name))
        except InputError:
            return None

    async def connect(self, name: str) -> tuple[SocketReader, SocketWriter]:
        """A connection from inside the phone. Raises ConnectionRefusedError when nobody listens at `name`."""
        accept = self.acceptor(name)
        if accept is None:
            raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED), name)
        near, far = duplex()
        task = asyncio.ensure_future(_accepted(accept, far))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return SocketReader(near), SocketWriter(near)


async def _accepted(accept: Acceptor, end: Endpoint) -> None:
    await accept(end)


def is_socket_name(name: str) -> bool:
    """Whether an OPEN's name means a socket of the phone."""
    kind, colon, _ = name.partition(":")
    return bool(colon) and (kind == "tcp" or kind in _KINDS)


def normal_name(name: str) -> str:
    """One spelling a socket: `tcp:localhost:N` is `tcp:N`. Raises InputError, in adbd's words."""
    kind, _, rest = name.partition(":")
    if not is_socket_name(name):
        raise InputError(f"unknown socket specification: {name}")
    if kind != "tcp":
        if not rest:
            raise InputError(f"unknown socket specification: {name}")
        return name
    host, colon, port = rest.rpartition(":")
    if colon and host not in _LOCAL_HOSTS:
        raise InputError("listening on specified hostname currently unsupported")
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        raise InputError(f"bad port number '{port}'")
    return f"tcp:{int(port)}"
