from __future__ import annotations

import json

import pytest
from hearing import SCREEN, a_series, x, y
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.model.actions import Key, Tap
from gui_rec.recorder.heard._api import QUERY, Kind
from gui_rec.recorder.heard.rpc import BODY_LIMIT_BYTES, HEAD_LIMIT_BYTES, Request, RpcListener, hear_request


def post(body: object, *, path: str = "/jsonrpc/0", extra: str = "") -> bytes:
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n{extra}\r\n"
    return head.encode() + data


def chunked(body: object, *sizes: int) -> bytes:
    data = json.dumps(body).encode()
    out, at = b"POST /jsonrpc/0 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 0
    for size in (*sizes, len(data)):
        part = data[at : at + size]
        at += len(part)
        if part:
            out += f"{len(part):x};x=y\r\n".encode() + part + b"\r\n"
    return out + b"0\r\nTrailer: x\r\n\r\n"


def call(method: str, *params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}


CLICK = call("click", 540, 1200)
GET = b"GET /ping HTTP/1.1\r\nHost: x\r\n\r\n"


def feed(*pieces: bytes) -> list[Request]:
    listener = RpcListener(a_series())
    return [request for piece in pieces for request in listener.feed(piece, SCREEN)]


def test_one_call_is_one_request_with_its_bytes() -> None:
    (request,) = feed(post(CLICK))
    assert request.data == post(CLICK)
    assert request.heard.action == Tap(x(540), y(1200))


def test_requests_on_one_connection_come_one_by_one() -> None:
    found = feed(GET + post(CLICK) + chunked(call("pressKey", "back"), 3, 5) + GET)
    assert [request.heard.action for request in found] == [None, Tap(x(540), y(1200)), Key("BACK"), None]


@given(
    st.lists(st.sampled_from([GET, post(CLICK), chunked(CLICK, 7), post([])]), min_size=1, max_size=4),
    st.data(),
)
def test_bytes_may_come_cut_at_any_place(requests: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(requests)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert [request.data for request in feed(*pieces)] == requests


def test_a_request_is_held_until_it_is_whole() -> None:
    listener = RpcListener(a_series())
    assert listener.feed(post(CLICK)[:-1], SCREEN) == []
    rest = listener.close()
    assert rest == Request(post(CLICK)[:-1], QUERY)
    assert listener.close() is None


def test_a_client_that_waits_to_be_told_to_go_on_is_not_held() -> None:
    whole = post(CLICK, extra="Expect: 100-continue\r\n")
    head, body = whole[: whole.index(b"{")], whole[whole.index(b"{") :]
    listener = RpcListener(a_series())
    assert listener.feed(head, SCREEN) == [Request(head, QUERY)]
    (request,) = listener.feed(body, SCREEN)
    assert (request.data, request.heard.action) == (body, Tap(x(540), y(1200)))
    assert listener.feed(GET, SCREEN) == [Request(GET, QUERY)]


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01binary",
        b"nonsense\r\n\r\n",
        b"GET /minitouch HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
        b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: " + str(BODY_LIMIT_BYTES + 1).encode() + b"\r\n\r\n",
        b"POST /jsonrpc/0 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /jsonrpc/0 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 300,
        b"POST /jsonrpc/0 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n",
        b"POST /jsonrpc/0 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"a" * HEAD_LIMIT_BYTES,
        b"GET /" + b"a" * HEAD_LIMIT_BYTES,
        b"GET / HTTP/1.1\r\nX: " + b"a" * HEAD_LIMIT_BYTES,
    ],
)
def test_what_cannot_be_read_passes_whole_and_opaque(data: bytes) -> None:
    listener = RpcListener(a_series())
    (first,) = listener.feed(data, SCREEN)
    (second,) = listener.feed(b"more", SCREEN)
    assert (first.data, second.data) == (data, b"more")
    assert first.heard.kind is second.heard.kind is Kind.OPAQUE
    assert first.heard.note


@given(
    st.lists(
        st.binary(max_size=40) | st.sampled_from([GET, post(CLICK), b"POST / HTTP/1.1\r\n\r\n", b"\r\n"])
    )
)
def test_no_byte_is_lost(pieces: list[bytes]) -> None:
    listener = RpcListener(a_series())
    out = b"".join(request.data for piece in pieces for request in listener.feed(piece, SCREEN))
    rest = listener.close()
    assert out + (rest.data if rest is not None else b"") == b"".join(pieces)


@pytest.mark.parametrize(
    ("method", "path", "body", "kind"),
    [
        ("GET", "/ping", b"", Kind.QUERY),
        ("GET", "/", b"", Kind.QUERY),
        ("GET", "/screenshot/0?scale=1", b"", Kind.SCREENSHOT),
        ("GET", "/dump/hierarchy", b"", Kind.HIERARCHY),
        ("GET", "/stop", b"", Kind.QUERY),
        ("GET", "/jsonrpc/0?x", b"", Kind.OPAQUE),
        ("POST", "/jsonrpc/0", b"{", Kind.QUERY),
        ("POST", "/jsonrpc/0", b"[" * 100_000, Kind.QUERY),
        ("POST", "/jsonrpc/0", b"5", Kind.OPAQUE),
        ("POST", "/jsonrpc/0", b'{"method": 5}', Kind.QUERY),
        ("POST", "/jsonrpc/0", b'{"method": "click", "params": 5}', Kind.QUERY),
        ("POST", "/jsonrpc", b'{"method": "click", "params": {"x": 1, "y": 2}}', Kind.ACTION),
        ("POST", "/jsonrpc/0", b'{"method": "deviceInfo"}', Kind.QUERY),
        ("POST", "/jsonrpc/0", b'[{"method": "wakeUp"}, {"method": "deviceInfo"}]', Kind.ACTION),
        ("POST", "/jsonrpc/0", b'[{"method": "wakeUp"}, {"method": "sleep"}]', Kind.OPAQUE),
        ("POST", "/shell", b"command=input+tap+1+2&timeout=60", Kind.ACTION),
        ("GET", "/shell?command=input%20tap%201%202", b"", Kind.ACTION),
        ("POST", "/shell", b"command=input+tap+1+2%3Binput+tap+3+4", Kind.OPAQUE),
        ("POST", "/shell", b"&".join([b"a=b"] * 50), Kind.QUERY),
        ("POST", "/shell", b"command=ls", Kind.QUERY),
    ],
)
def test_what_a_request_does(method: str, path: str, body: bytes, kind: Kind) -> None:
    assert hear_request(method, path, body, SCREEN, a_series()).kind is kind
