"""What a smart-socket client says and hears: four hex digits of a length, then the text.

Source: AOSP packages/modules/adb, docs/dev/services.md. Every reader here ends by a deadline of its socket's own.
"""

from __future__ import annotations

import contextlib
import socket

from gui_rec.errors import DeviceError

MAX_REQUEST_BYTES = 0xFFFF
OKAY = b"OKAY"


def decode(payload: bytes) -> str:
    """A request as text; `encode` gives the same bytes back, whatever they are."""
    return payload.decode("utf-8", "surrogateescape")


def readable(text: str) -> str:
    """The text as a recording can hold it: bytes that are no UTF-8 become U+FFFD."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def encode(text: str | bytes) -> bytes:
    """A request or a block. Raises DeviceError for more than four hex digits can say."""
    payload = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    if len(payload) > MAX_REQUEST_BYTES:
        raise DeviceError(f"adb request: expected at most {MAX_REQUEST_BYTES} bytes, got {len(payload)}")
    return b"%04x" % len(payload) + payload


def fail(text: str) -> bytes:
    """A refusal, as a client prints it."""
    return b"FAIL" + encode(text)


def read_exactly(connection: socket.socket, count: int) -> bytes | None:
    """`count` bytes; None when the other side hung up before. Raises TimeoutError, OSError."""
    got = bytearray()
    while len(got) < count:
        chunk = connection.recv(count - len(got))
        if not chunk:
            return None
        got += chunk
    return bytes(got)


def read_request(connection: socket.socket) -> bytes | None:
    """The next request's payload; None when there is none. Raises DeviceError for what is no request."""
    head = read_exactly(connection, 4)
    if head is None:
        return None
    return read_exactly(connection, _length(head))


def read_answer(connection: socket.socket) -> tuple[bool, bytes]:
    """Whether the server said OKAY, and all bytes of what it said (with a FAIL its text). Raises DeviceError."""
    status = read_exactly(connection, 4)
    if status == b"OKAY":
        return True, status
    if status != b"FAIL":
        raise DeviceError(f"expected OKAY or FAIL from the adb server, got {status!r}")
    head = read_exactly(connection, 4)
    body = None if head is None else read_exactly(connection, _length(head))
    if head is None or body is None:
        raise DeviceError("the adb server hung up in the middle of a refusal")
    return False, status + head + body


def _length(head: bytes) -> int:
    try:
        return int(head, 16)
    except ValueError as error:
        raise DeviceError(f"expected a length in four hex digits, got {head!r}") from error


def hang_up(connection: socket.socket) -> None:
    """Close for good; a reader in another thread wakes up."""
    with contextlib.suppress(OSError):  # the other side was quicker
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
