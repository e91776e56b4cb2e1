"""Listening in on a sync stream: which small files were pushed, and which were read. Pure.

Source: AOSP packages/modules/adb, file_sync_protocol.h; all numbers are u32 little-endian. An ear that hears what it
does not know goes deaf: it never stands in the way of a file.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

MOST_FILE_BYTES = 1 << 26
_MOST_CHUNK_BYTES = 1 << 17
_MOST_PATH_BYTES = 1 << 12
_U32 = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class File:
    """A whole file that went to the device, or came from it; `content` is None where it was too large, or packed.

    `mark` is what `SyncEar.on_asked` said of it when it was asked for.
    """

    path: str
    content: bytes | None
    mark: object = None


class DeafError(Exception):
    """The stream is not what this ear understands."""


@dataclass(slots=True)
class _Bytes:
    """What has come and was not yet understood."""

    data: bytearray = field(default_factory=bytearray)

    def take(self, count: int) -> bytes | None:
        if len(self.data) < count:
            return None
        taken = bytes(self.data[:count])
        del self.data[:count]
        return taken


@dataclass(slots=True)
class _Content:
    """A file's chunks so far."""

    path: str
    packed: bool = False
    mark: object = None
    chunks: bytearray = field(default_factory=bytearray)
    too_large: bool = False

    def add(self, chunk: bytes) -> None:
        self.too_large = self.too_large or len(self.chunks) + len(chunk) > MOST_FILE_BYTES
        if not self.too_large:
            self.chunks += chunk

    def whole(self) -> File:
        return File(self.path, None if self.too_large or self.packed else bytes(self.chunks), self.mark)


def _no_mark(_path: str) -> object:
    return None


@dataclass(slots=True)
class SyncEar:
    """Both directions of one sync stream. `on_asked` hears the path of each file when its reading begins, and
    `on_sent` that of each when its writing does.
    """

    on_asked: Callable[[str], object] = _no_mark
    on_sent: Callable[[str], object] = _no_mark
    pushed: list[File] = field(default_factory=list)
    pulled: list[File] = field(default_factory=list)
    is_deaf: bool = False
    _up: _Bytes = field(default_factory=_Bytes)
    _down: _Bytes = field(default_factory=_Bytes)
    _asked: deque[tuple[bytes, _Content]] = field(default_factory=deque)
    _talk: Generator[int, None, None] | None = None
    _answers: Generator[int, None, None] | None = None

    def hear_up(self, data: bytes) -> None:
        """What the client sends."""
        if self._talk is None:
            self._talk = self._requests()
        self._hear(self._up, self._talk, data)

    def hear_down(self, data: bytes) -> None:
        """What the device answers."""
        if self._answers is None:
            self._answers = self._replies()
        self._hear(self._down, self._answers, data)

    def _hear(self, stream: _Bytes, grammar: Generator[int, None, None], data: bytes) -> None:
        if self.is_deaf:
            return
        stream.data += data
        try:
            next(grammar)
        except (DeafError, StopIteration):
            self.is_deaf = True
            stream.data.clear()

    def _requests(self) -> Generator[int, None, None]:
        while True:
            head = yield from self._exactly(self._up, 8)
            name, length = head[:4], _U32.unpack(head[4:])[0]
            if name == b"QUIT":
                continue
            if length > _MOST_PATH_BYTES:
                raise DeafError
            path = (yield from self._exactly(self._up, length)).decode("utf-8", "surrogateescape")
            if name in (b"SEND", b"SND2"):
                yield from self._send(name, path)
            elif name in (b"RECV", b"RCV2"):
                yield from self._receive(name, path)
            elif name in _FIXED or name in _ENTRIES:
                self._asked.append((name, _Content(path)))
            else:
                raise DeafError

    def _send(self, name: bytes, path: str) -> Generator[int, None, None]:
        content = _Content(path.rpartition(",")[0] if name == b"SEND" else path)
        if name == b"SND2":
            setup = yield from self._exactly(self._up, 12)
            content.packed = _U32.unpack(setup[8:])[0] != 0
        self.on_sent(content.path)
        self._asked.append((name, content))
        while True:
            head = yield from self._exactly(self._up, 8)
            if head[:4] == b"DONE":
                return
            content.add((yield from self._chunk(self._up, head)))

    def _receive(self, name: bytes, path: str) -> Generator[int, None, None]:
        content = _Content(path)
        if name == b"RCV2":
            setup = yield from self._exactly(self._up, 8)
            content.packed = _U32.unpack(setup[4:])[0] != 0
        content.mark = self.on_asked(path)
        self._asked.append((name, content))

    def _replies(self) -> Generator[int, None, None]:
        while True:
            head = yield from self._exactly(self._down, 4)
            if not self._asked:
                raise DeafError
            name, content = self._asked.popleft()
            if name in _FIXED:
                yield from self._exactly(self._down, _FIXED[name] - 4)
            elif name in _ENTRIES:
                yield from self._entries(name, head)
            elif name in (b"SEND", b"SND2"):
                yield from self._sent(head, content)
            else:
                yield from self._received(head, content)

    def _sent(self, head: bytes, content: _Content) -> Generator[int, None, None]:
        said = _U32.unpack((yield from self._exactly(self._down, 4)))[0]
        if head == b"FAIL":
            yield from self._exactly(self._down, min(said, _MOST_CHUNK_BYTES))
        elif head == b"OKAY":
            self.pushed.append(content.whole())
        else:
            raise DeafError

    def _received(self, head: bytes, content: _Content) -> Generator[int, None, None]:
        while True:
            head += yield from self._exactly(self._down, 4)
            if head[:4] == b"DONE":
                self.pulled.append(content.whole())
                return
            if head[:4] == b"FAIL":
                yield from self._exactly(self._down, min(_U32.unpack(head[4:])[0], _MOST_CHUNK_BYTES))
                return
            content.add((yield from self._chunk(self._down, head)))
            head = yield from self._exactly(self._down, 4)

    def _entries(self, name: bytes, head: bytes) -> Generator[int, None, None]:
        size = _ENTRIES[name]
        while True:
            entry = yield from self._exactly(self._down, size - 4)
            if head == b"DONE":
                return
            yield from self._exactly(self._down, min(_U32.unpack(entry[-4:])[0], _MOST_PATH_BYTES))
            head = yield from self._exactly(self._down, 4)

    def _chunk(self, stream: _Bytes, head: bytes) -> Generator[int, None, bytes]:
        length = _U32.unpack(head[4:])[0]
        if head[:4] != b"DATA" or length > _MOST_CHUNK_BYTES:
            raise DeafError
        return (yield from self._exactly(stream, length))

    @staticmethod
    def _exactly(stream: _Bytes, count: int) -> Generator[int, None, bytes]:
        while (taken := stream.take(count)) is None:
            yield count
        return taken


# Bytes of the whole answer, its name included.
_FIXED = {b"STAT": 16, b"STA2": 72, b"LST2": 72}
_ENTRIES = {b"LIST": 20, b"LIS2": 76}
