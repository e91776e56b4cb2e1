"""The little HTTP/1.1 that the uiautomator2 server speaks (NanoHTTPD on Android)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

HEAD_LIMIT_BYTES = 64 << 10
BODY_LIMIT_BYTES = 16 << 20
_MOST_DIGITS = 18
"""Of a length in bytes; Python reads no number of several thousand digits."""
_REASONS = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    413: "Payload Too Large",
    414: "URI Too Long",
    431: "Request Header Fields Too Large",
}


class Reader(Protocol):
    """The calls of asyncio.StreamReader that are needed."""

    async def readline(self) -> bytes: ...

    async def readexactly(self, count: int, /) -> bytes: ...


class HttpError(Exception):
    """A request that is answered with an error status, after which the connection ends."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True, slots=True)
class Request:
    """One request. `keep_alive` is what the client wants of the connection afterwards."""

    method: str
    path: str
    body: bytes
    keep_alive: bool


async def read_request(reader: Reader) -> Request | None:
    """The next request; None when the client has left between two. Raises HttpError."""
    line = await _line(reader, 414)
    if not line:
        return None
    words = line.decode("latin-1").split()
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise HttpError(400, "BAD REQUEST: Syntax error. Usage: GET /example/file.html")
    headers = await _headers(reader)
    body = await _body(reader, headers)
    wanted = headers.get("connection", "").lower()
    keep_alive = wanted != "close" and (words[2] != "HTTP/1.0" or wanted == "keep-alive")
    return Request(words[0].upper(), words[1].partition("?")[0], body, keep_alive)


async def _line(reader: Reader, status_if_endless: int) -> bytes:
    """The next line, b"" at the end; a reader tells of one that never ends by an error of asyncio's."""
    try:
        return await reader.readline()
    except (asyncio.LimitOverrunError, ValueError) as error:
        raise HttpError(
            status_if_endless, f"a line of at most {HEAD_LIMIT_BYTES} bytes is expected"
        ) from error


async def _headers(reader: Reader) -> dict[str, str]:
    headers: dict[str, str] = {}
    seen_bytes = 0
    while line := (await _line(reader, 431)):
        seen_bytes += len(line)
        if seen_bytes > HEAD_LIMIT_BYTES:
            raise HttpError(431, f"headers beyond {HEAD_LIMIT_BYTES} bytes")
        text = line.decode("latin-1").strip()
        if not text:
            return headers
        name, colon, value = text.partition(":")
        if not colon:
            raise HttpError(400, f"expected NAME: VALUE, got {text!r}")
        headers[name.strip().lower()] = value.strip()
    raise HttpError(400, "the request ended before its headers did")


async def _body(reader: Reader, headers: dict[str, str]) -> bytes:
    text = headers.get("content-length", "0")
    if "transfer-encoding" in headers or not (
        text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
    ):
        raise HttpError(400, "expected a Content-Length in bytes")
    length = int(text)
    if length > BODY_LIMIT_BYTES:
        raise HttpError(413, f"a body beyond {BODY_LIMIT_BYTES} bytes")
    try:
        return await reader.readexactly(length)
    except asyncio.IncompleteReadError as error:
        raise HttpError(400, f"expected {length} bytes of body, got {len(error.partial)}") from error


def response(status: int, body: bytes, *, kind: str = "text/html", keep_alive: bool = False) -> bytes:
    """A whole answer in one piece, so that head and body never wait for each other."""
    head = (
        f"HTTP/1.1 {status} {_REASONS[status]} \r\n"
        f"Content-Type: {kind}\r\n"
        f"Connection: {'keep-alive' if keep_alive else 'close'}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("ascii") + body
