"""What a client says to uiautomator2's port: bytes -> whole HTTP requests, each with what it does. Pure.

Requests come whole, so that the caller can hold exactly one: with a Content-Length, in chunks, several on one
connection, cut at any byte. What cannot be read passes on: no byte is lost and none is held for ever.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, unquote

from gui_rec.recorder.heard._api import QUERY, Heard, Kind, Screen, of_phone, opaque, state_change
from gui_rec.recorder.heard.rpc_params import Params
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.heard.shell_line import hear_line
from gui_rec.recorder.heard.u2_methods import hear_call

HEAD_LIMIT_BYTES = 64 << 10
BODY_LIMIT_BYTES = 16 << 20
_MOST_BATCH = 100
_MOST_DIGITS = 18
_MOST_CHUNK_HEAD = 200
_REQUEST_LINE = re.compile(rb"([A-Z]{1,16}) (\S{1,8000}) HTTP/1\.[01]")
_HEX = re.compile(rb"[0-9a-fA-F]{1,8}")
_RPC_PATHS = ("/jsonrpc/0", "/jsonrpc")


@dataclass(frozen=True, slots=True)
class Request:
    """One request (or bytes that are none) as it came, and what it does."""

    data: bytes
    heard: Heard


@dataclass(frozen=True, slots=True)
class _Head:
    method: str
    path: str
    length: int
    chunked: bool
    upgrades: bool
    waits: bool
    size: int


class _UnreadableError(Exception):
    """The connection cannot be read any further; the message says what comes instead."""


class RpcListener:
    """Reads one connection, from client to phone. Requests are heard at the moment when they are whole."""

    def __init__(self, series: Series) -> None:
        self._series = series
        self._buffer = bytearray()
        self._begun: _Head | None = None  # its head has been passed on: the client waits for `100 Continue`
        self._through = ""

    def feed(self, data: bytes, screen: Screen) -> list[Request]:
        """The requests that are whole now, in order. Their bytes, put together, are what came in."""
        self._buffer += data
        found: list[Request] = []
        while self._buffer:
            if self._through:
                found.append(self._take(len(self._buffer), opaque(self._through)))
                break
            request = self._next(screen)
            if request is None:
                break
            found.append(request)
        return found

    def close(self) -> Request | None:
        """The connection ended: what of an unfinished request is left, which is to be passed on."""
        if not self._buffer:
            return None
        return self._take(len(self._buffer), QUERY)

    def _next(self, screen: Screen) -> Request | None:
        try:
            head = self._begun or self._head()
            end = -1 if head is None else self._end(head)
        except _UnreadableError as error:
            return self._pass_on(str(error))
        if head is None:
            return None
        if end < 0:
            if not head.waits:
                return None
            self._begun = replace(head, waits=False, size=0)
            return self._take(head.size, QUERY)
        text = _unchunked(self._buffer, head.size) if head.chunked else bytes(self._buffer[head.size : end])
        self._begun = None
        return self._take(end, hear_request(head.method, head.path, text, screen, self._series))

    def _head(self) -> _Head | None:
        """The head of the next request, once it is there. Raises _UnreadableError."""
        end = self._buffer.find(b"\r\n\r\n", 0, HEAD_LIMIT_BYTES)
        if end < 0:
            if len(self._buffer) >= HEAD_LIMIT_BYTES or not _may_be_request(self._buffer):
                raise _UnreadableError("bytes that are no HTTP, in which touches may be told")
            return None
        return _read_head(bytes(self._buffer[:end]), end + 4)

    def _end(self, head: _Head) -> int:
        """Where the request ends; -1 while its bytes have not all come. Raises _UnreadableError."""
        if head.upgrades:
            raise _UnreadableError("a socket of its own, in which touches may be told")
        if head.chunked:
            return _chunks_end(self._buffer, head.size)
        if head.length > BODY_LIMIT_BYTES:
            raise _UnreadableError(f"a request of more than {BODY_LIMIT_BYTES} bytes")
        end = head.size + head.length
        return end if len(self._buffer) >= end else -1

    def _pass_on(self, why: str) -> Request:
        self._through = why
        return self._take(len(self._buffer), opaque(why))

    def _take(self, count: int, heard: Heard) -> Request:
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        return Request(data, heard)


def _may_be_request(buffer: bytearray) -> bool:
    """Whether more bytes could make it a request."""
    return re.match(rb"[\r\n]{0,4}[A-Z]{0,16}(?:$| )", bytes(buffer[:22])) is not None


def _read_head(data: bytes, size: int) -> _Head:
    first, *lines = data.lstrip(b"\r\n").split(b"\r\n")
    match = _REQUEST_LINE.fullmatch(first)
    pairs = (line.partition(b":") for line in lines)
    headers = {name.strip().lower(): value.strip().lower() for name, _, value in pairs}
    length = headers.get(b"content-length", b"0")
    if match is None or not length.isdigit() or len(length) > _MOST_DIGITS:
        raise _UnreadableError("bytes that are no HTTP, in which touches may be told")
    return _Head(
        match[1].decode("ascii"),
        match[2].decode("latin-1"),
        int(length),
        b"chunked" in headers.get(b"transfer-encoding", b""),
        headers.get(b"upgrade") == b"websocket",
        headers.get(b"expect") == b"100-continue",
        size,
    )


def _chunks_end(buffer: bytearray, start: int) -> int:
    """Where a chunked body ends; -1 while it has not."""
    at = start
    while True:
        end = buffer.find(b"\r\n", at, at + _MOST_CHUNK_HEAD)
        if end < 0:
            if len(buffer) - at < _MOST_CHUNK_HEAD:
                return -1
            raise _UnreadableError("a request in chunks that are none")
        size = _HEX.match(bytes(buffer[at:end]))
        if size is None:
            raise _UnreadableError("a request in chunks that are none")
        length = int(size[0], 16)
        if not length:
            return _trailer_end(buffer, end + 2)
        at = end + 2 + length + 2
        if at - start > BODY_LIMIT_BYTES:
            raise _UnreadableError(f"a request of more than {BODY_LIMIT_BYTES} bytes")
        if len(buffer) < at:
            return -1


def _trailer_end(buffer: bytearray, start: int) -> int:
    """The end of the lines behind the last chunk: an empty one."""
    at = start
    while True:
        end = buffer.find(b"\r\n", at)
        if end == at:
            return end + 2
        if end < 0 or end - start > HEAD_LIMIT_BYTES:
            if len(buffer) - start < HEAD_LIMIT_BYTES:
                return -1
            raise _UnreadableError("a request in chunks that does not end")
        at = end + 2


def _unchunked(buffer: bytearray, at: int) -> bytes:
    parts: list[bytes] = []
    while True:
        end = buffer.find(b"\r\n", at)
        size = _HEX.match(bytes(buffer[at:end]))
        length = int(size[0], 16) if size is not None else 0
        if not length:
            return b"".join(parts)
        parts.append(bytes(buffer[end + 2 : end + 2 + length]))
        at = end + 2 + length + 2


def hear_request(method: str, path: str, body: bytes, screen: Screen, series: Series) -> Heard:
    """What one request does. Its touches are of display 0 alone, and leave `series` as it is where another is recorded."""
    if screen.display and not path.startswith("/shell"):
        heard = _hear_request(method, path, body, screen, series.copied())
        return of_phone(heard, "uiautomator2's server", screen)
    return _hear_request(method, path, body, screen, series)


def _hear_request(method: str, path: str, body: bytes, screen: Screen, series: Series) -> Heard:
    place, _, query = path.partition("?")
    if place in _RPC_PATHS:
        return _hear_body(body, screen, series) if method == "POST" else opaque("a call in an address")
    if place.startswith("/screenshot"):
        return Heard(Kind.SCREENSHOT)
    if place.startswith("/dump"):
        return Heard(Kind.HIERARCHY)
    if place == "/shell":
        return _hear_shell(body if method == "POST" else query.encode("latin-1"), screen, series)
    if place == "/stop":
        return state_change("uiautomator2's server stops")
    return QUERY


def _hear_body(body: bytes, screen: Screen, series: Series) -> Heard:
    try:
        calls = json.loads(body)
    except (ValueError, RecursionError):
        return Heard(Kind.QUERY, note="a call that is no JSON: the server refuses it")
    if isinstance(calls, dict):
        return _hear_one(calls, screen, series)
    if not isinstance(calls, list) or len(calls) > _MOST_BATCH:
        return opaque("calls in a form that is not known here")
    heards = [_hear_one(call, screen, series) for call in calls]
    acts = [heard for heard in heards if heard.acts]
    if len(acts) > 1:
        return opaque(f"{len(acts)} acts in one request")
    return (acts or [heard for heard in heards if heard.changes_state] or heards or [QUERY])[0]


def _hear_one(call: object, screen: Screen, series: Series) -> Heard:
    if not isinstance(call, dict) or not isinstance(call.get("method"), str):
        return Heard(Kind.QUERY, note="no call: the server refuses it")
    params = call.get("params")
    if isinstance(params, dict):
        params = list(params.values())
    if params is not None and not isinstance(params, list):
        return Heard(Kind.QUERY, note="parameters that are no array: the server refuses them")
    return hear_call(call["method"], Params(params or []), screen, series)


def _hear_shell(form: bytes, screen: Screen, series: Series) -> Heard:
    """`command=LINE` of a form, as the agent of older clients takes it."""
    try:
        lines = parse_qs(form.decode("utf-8", "replace"), max_num_fields=20).get("command", [])
    except ValueError:
        lines = [unquote(form.decode("utf-8", "replace"))]
    parts = [part for line in lines for part in hear_line(line, screen, series)]
    acts = [part.heard for part in parts if part.heard.acts]
    if len(acts) > 1:
        return opaque(f"{len(acts)} acts in one line for the phone's shell")
    return (acts or [part.heard for part in parts] or [QUERY])[0]
