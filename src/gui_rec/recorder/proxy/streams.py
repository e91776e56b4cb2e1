"""Listening in on a shell's output, and speaking the frames of shell v2 to a client.

Frames (AOSP shell_protocol.h): u8 id, u32 little-endian length, data; 0 stdin, 1 stdout, 2 stderr, 3 exit status,
4 the end of stdin.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN = 0, 1, 2, 3, 4
_HEADER = struct.Struct("<BI")
OKAY = b"OKAY"
_MOST_FRAME_BYTES = 1 << 26


def frame(kind: int, data: bytes) -> bytes:
    """One frame."""
    return _HEADER.pack(kind, len(data)) + data


@dataclass(slots=True)
class Frames:
    """Cuts a stream of frames; one that is none makes it deaf, and everything after it is passed over."""

    rest: bytearray = field(default_factory=bytearray)
    is_deaf: bool = False

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """The whole frames so far."""
        if self.is_deaf:
            return []
        self.rest += data
        found, at = [], 0
        while len(self.rest) - at >= _HEADER.size:
            kind, length = _HEADER.unpack_from(self.rest, at)
            if length > _MOST_FRAME_BYTES:
                self.is_deaf = True
                break
            end = at + _HEADER.size + length
            if len(self.rest) < end:
                break
            found.append((kind, bytes(self.rest[at + _HEADER.size : end])))
            at = end
        del self.rest[:at]
        if self.is_deaf:
            self.rest.clear()
        return found


@dataclass(slots=True)
class OutputEar:
    """Hears a command's output: everything it printed goes to `tell`, and each of its outputs to its own listener, too."""

    framed: bool
    tell: Callable[[bytes], None]
    tell_stdout: Callable[[bytes], None] | None = None
    tell_stderr: Callable[[bytes], None] | None = None
    exit_status: int | None = None
    _frames: Frames = field(default_factory=Frames)

    def hear(self, data: bytes) -> bytes:
        """As a relay's filter: passes on what it hears."""
        if not self.framed:
            self._printed(STDOUT, data)
            return data
        for kind, body in self._frames.feed(data):
            self._printed(kind, body)
        return data

    def _printed(self, kind: int, body: bytes) -> None:
        if kind == EXIT and len(body) == 1:
            self.exit_status = body[0]
        elif kind in (STDOUT, STDERR):
            self.tell(body)
            more = self.tell_stdout if kind == STDOUT else self.tell_stderr
            if more is not None:
                more(body)


@dataclass(slots=True)
class PartFilter:
    """The output of one part of a line, from a shell v2, for a client that waits for the whole line.

    The part's exit status is kept from the client. One that speaks no frames gets both outputs as one.
    """

    client_framed: bool
    ear: OutputEar
    _frames: Frames = field(default_factory=Frames)

    def hear(self, data: bytes) -> bytes:
        """What the client gets of it."""
        self.ear.hear(data)
        passed = bytearray()
        for kind, body in self._frames.feed(data):
            if kind in (STDOUT, STDERR):
                passed += frame(kind, body) if self.client_framed else body
        return bytes(passed)


@dataclass(slots=True)
class AnswerFilter:
    """The server's OKAY or FAIL in front of a service's stream. What follows an OKAY goes through `inner`.

    With `keeps_okay` the client has had its OKAY before. A refusal is passed on as it is.
    """

    inner: Callable[[bytes], bytes]
    keeps_okay: bool = False
    is_okay: bool | None = None
    _head: bytearray = field(default_factory=bytearray)

    def hear(self, data: bytes) -> bytes:
        """What the client gets of it."""
        if self.is_okay is not None:
            return self.inner(data) if self.is_okay else data
        self._head += data
        if len(self._head) < len(OKAY):
            return b""
        status, rest = bytes(self._head[:4]), bytes(self._head[4:])
        self.is_okay = status == OKAY
        if not self.is_okay:
            return status + rest
        return (b"" if self.keeps_okay else status) + (self.inner(rest) if rest else b"")
