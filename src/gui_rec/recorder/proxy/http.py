"""Just enough of HTTP/1.1 to know where an answer ends. Pure. Source: RFC 9112."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

MOST_HEAD_BYTES = 1 << 16
_REQUEST = re.compile(rb"[A-Z]{3,10} [^\r\n]{1,8000} HTTP/1\.[01]\r\n")
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,10})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:[^\r\n]*chunked[ \t]*\r\n", re.IGNORECASE)
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
_SIZE = re.compile(rb"[0-9a-fA-F]{0,16}")
_NO_BODY = (b"204", b"304")


def is_request(data: bytes) -> bool:
    """Whether `data` begins as a request does."""
    return _REQUEST.match(data) is not None


def body_of(message: bytes) -> bytes:
    """What follows the head."""
    return message.partition(b"\r\n\r\n")[2]


@dataclass(slots=True)
class AnswerReader:
    """Follows one answer to its end; `body` keeps its first `most_bytes`, a chunked one's chunk sizes included.

    A client that waits for `100 Continue` before it sends on has `ends_with_interim`. `feed` raises
    ConnectionError for a head or a chunk's size that is none.
    """

    most_bytes: int = MOST_HEAD_BYTES
    ends_with_interim: bool = False
    is_over: bool = False
    body: bytearray = field(default_factory=bytearray)
    _head: bytearray = field(default_factory=bytearray)
    _left: int | None = None
    _chunks: _Chunks | None = None
    _in_body: bool = False

    def feed(self, data: bytes) -> None:
        """Take in a chunk."""
        if self._in_body:
            self._take(data)
            return
        self._head += data
        head, separator, rest = bytes(self._head).partition(b"\r\n\r\n")
        if not separator:
            if len(self._head) > MOST_HEAD_BYTES:
                raise ConnectionError(f"an answer's head of more than {MOST_HEAD_BYTES} bytes")
            return
        self._in_body = True
        self._begin(head + separator)
        self._head.clear()
        if self.is_over and _is_interim(head) and not self.ends_with_interim:
            self.is_over, self._in_body = False, False
            self.feed(rest)
        else:
            self._take(rest)

    @property
    def content(self) -> bytes:
        """The body without chunk sizes. Raises ConnectionError for a size that is none."""
        if self._chunks is None:
            return bytes(self.body)
        content, rest = bytearray(), bytes(self.body)
        while rest:
            line, _, rest = rest.partition(b"\r\n")
            size = _chunk_size(line)
            if not size:
                break
            content += rest[:size]
            rest = rest[size + 2 :]
        return bytes(content)

    def _begin(self, head: bytes) -> None:
        status = _STATUS.match(head)
        length = _LENGTH.search(head)
        if status is not None and (status[1] in _NO_BODY or _is_interim(head)):
            self.is_over = True
        elif _CHUNKED.search(head) is not None:
            self._chunks = _Chunks()
        elif length is not None:
            self._left = int(length[1])
            self.is_over = self._left == 0

    def _take(self, data: bytes) -> None:
        self.body += data[: max(0, self.most_bytes - len(self.body))]
        if self._left is not None:
            self._left -= len(data)
            self.is_over = self._left <= 0
        elif self._chunks is not None:
            self.is_over = self._chunks.feed(data)


def _chunk_size(line: bytes) -> int:
    """What the line before a chunk says; an empty one says 0."""
    size = line.partition(b";")[0].strip()
    if _SIZE.fullmatch(size) is None:
        raise ConnectionError(f"expected a chunk's size in hex digits, got {size[:40]!r}")
    return int(size or b"0", 16)


def _is_interim(head: bytes) -> bool:
    status = _STATUS.match(head)
    return status is not None and status[1].startswith(b"1")


@dataclass(slots=True)
class _Chunks:
    """Where a chunked body ends."""

    rest: bytearray = field(default_factory=bytearray)
    skip: int = 0
    is_last: bool = False

    def feed(self, data: bytes) -> bool:
        """Whether it is over."""
        self.rest += data
        while True:
            if self.skip:
                taken = min(self.skip, len(self.rest))
                del self.rest[:taken]
                self.skip -= taken
                if self.skip:
                    return False
            line, separator, _ = bytes(self.rest[:MOST_HEAD_BYTES]).partition(b"\r\n")
            if not separator:
                if len(self.rest) >= MOST_HEAD_BYTES:
                    raise ConnectionError(f"a chunk's head of more than {MOST_HEAD_BYTES} bytes")
                return False
            del self.rest[: len(line) + 2]
            if self.is_last:
                if not line:
                    return True  # after the trailers
                continue
            size = _chunk_size(line)
            self.is_last = size == 0
            self.skip = 0 if self.is_last else size + 2
