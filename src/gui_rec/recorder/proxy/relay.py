"""Bytes both ways between two sockets until one side is done, with bounded buffers.

One thread serves both directions without ever blocking in one of them, so that a peer that writes before it reads
(an echo of megabytes) waits no longer through the proxy than without it.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

CHUNK_BYTES = 1 << 18
_MOST_WAITING_BYTES = 1 << 20
_LOOK_S = 0.5
# For two sockets and a few turns: a list in memory, where epoll is a file of its own to be made and filled.
_Selector: type[selectors.BaseSelector] = getattr(selectors, "PollSelector", selectors.DefaultSelector)

Until = Callable[[], bool]
"""Something that is waited for: the other direction goes on meanwhile, and makes it true."""
Piece = bytes | Until
Filter = Callable[[bytes], bytes | Iterator[Piece]]
"""Hears what comes, and returns what is to be passed on; piece by piece where it waits between them."""


def unchanged(data: bytes) -> bytes:
    """What comes is passed on."""
    return data


@dataclass(slots=True)
class _Lane:
    """One direction."""

    source: socket.socket
    sink: socket.socket
    filter: Filter
    ends_sink: bool = True
    waiting: bytearray = field(default_factory=bytearray)
    pieces: Iterator[Piece] = field(default_factory=lambda: iter(()))
    until: Until | None = None
    source_ended: bool = False
    closed: bool = False

    @property
    def wants_read(self) -> bool:
        return not self.source_ended and self.until is None and len(self.waiting) < _MOST_WAITING_BYTES

    def read(self) -> None:
        try:
            data = self.source.recv(CHUNK_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            passed = self.filter(data)
            if isinstance(passed, bytes):
                self._pass(passed)
            else:
                self.pieces = passed
                self.go_on()
        else:
            self.source_ended = True
            self.write()

    def go_on(self) -> None:
        """Pass on what the filter gives, as far as nothing is waited for."""
        if self.until is not None and not self.until():
            return
        self.until = None
        for piece in self.pieces:
            if isinstance(piece, bytes):
                self._pass(piece)
            elif not piece():
                self.until = piece
                return

    def end(self) -> None:
        """A filter that still waits is told that nothing comes any more."""
        close = getattr(self.pieces, "close", None)
        if close is not None:
            close()

    def _pass(self, piece: bytes) -> None:
        """Most of the time there is room, which saves a turn and a copy."""
        sent = 0
        if piece and not self.waiting:
            try:
                sent = self.sink.send(piece)
            except BlockingIOError:
                sent = 0
            except OSError:
                self._lose()
                return
        if sent < len(piece):
            self.waiting += piece[sent:]

    def _lose(self) -> None:
        self.source_ended, self.closed = True, True
        self.waiting.clear()

    def write(self) -> None:
        try:
            while self.waiting:
                del self.waiting[: self.sink.send(self.waiting)]
        except BlockingIOError:
            return
        except OSError:
            self._lose()
            return
        if self.source_ended and not self.closed:
            self.closed = True
            if self.ends_sink:
                _no_more(self.sink)


def _no_more(sink: socket.socket) -> None:
    try:
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        return  # it is gone, which is what was to be said


def relay(
    client: socket.socket,
    server: socket.socket,
    *,
    up: Filter = unchanged,
    down: Filter = unchanged,
    goes_on: bool = False,
) -> None:
    """Carry everything until the server is done, or the client is gone.

    `up` hears what the client sends, `down` what the server sends, and each says what is passed on; `up` may wait for
    what `down` hears. With `goes_on`
    the client may get more afterwards, so the server's end is not passed on.
    """
    upward, downward = _Lane(client, server, up), _Lane(server, client, down, ends_sink=not goes_on)
    client.setblocking(False)
    server.setblocking(False)
    try:
        with _Selector() as selector:
            _carry(selector, upward, downward)
    finally:
        upward.end()
        client.setblocking(True)
        server.setblocking(True)


def _carry(selector: selectors.BaseSelector, upward: _Lane, downward: _Lane) -> None:
    watched: dict[socket.socket, int] = {}
    while not downward.closed:
        _watch(selector, watched, upward, downward)
        # What is waited for may also be over without a byte, so it is asked for now and then.
        for key, events in selector.select(None if upward.until is None else _LOOK_S):
            reader, writer = (upward, downward) if key.fileobj is upward.source else (downward, upward)
            if events & selectors.EVENT_READ:
                reader.read()
            if events & selectors.EVENT_WRITE:
                writer.write()
        if upward.until is not None:
            upward.go_on()


def _watch(
    selector: selectors.BaseSelector, watched: dict[socket.socket, int], upward: _Lane, downward: _Lane
) -> None:
    for reader, writer in ((upward, downward), (downward, upward)):
        wanted = selectors.EVENT_READ if reader.wants_read else 0
        wanted |= selectors.EVENT_WRITE if writer.waiting else 0
        had = watched.get(reader.source, 0)
        if wanted == had:
            continue
        if not had:
            selector.register(reader.source, wanted)
        elif not wanted:
            selector.unregister(reader.source)
        else:
            selector.modify(reader.source, wanted)
        watched[reader.source] = wanted
