from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.u2.http import BODY_LIMIT_BYTES, HttpError, Request, read_request, response
from gui_rec.phone.wire.duplex import duplex
from gui_rec.phone.wire.sockets import SocketReader


def read(data: bytes) -> list[Request | None]:
    """All requests in `data`, until the end or an error."""

    async def body() -> list[Request | None]:
        reader = asyncio.StreamReader()
        reader.feed_data(data)
        reader.feed_eof()
        found: list[Request | None] = []
        while True:
            found.append(await read_request(reader))
            if found[-1] is None:
                return found

    return asyncio.run(body())


def test_a_request_as_the_client_sends_it() -> None:
    head = (
        b"POST /jsonrpc/0 HTTP/1.1\r\nHost: localhost:9008\r\nAccept-Encoding: \r\nContent-Length: 2\r\n"
        b"User-Agent: uiautomator2\r\nContent-Type: application/json\r\n\r\n"
    )
    assert read(head + b"{}") == [Request("POST", "/jsonrpc/0", b"{}", True), None]


def test_requests_follow_each_other_on_one_connection() -> None:
    ping = b"GET /ping HTTP/1.1\r\n\r\n"
    assert [one.path for one in read(ping * 3) if one is not None] == ["/ping"] * 3


@pytest.mark.parametrize(
    ("head", "keep_alive"),
    [
        (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", False),
        (b"GET / HTTP/1.1\r\nconnection: Keep-Alive\r\n\r\n", True),
        (b"GET / HTTP/1.0\r\n\r\n", False),
        (b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", True),
        (b"get /?x=1 HTTP/1.1\n\n", True),
    ],
)
def test_who_keeps_the_connection(head: bytes, keep_alive: bool) -> None:
    first = read(head)[0]
    assert first is not None
    assert (first.method, first.path, first.keep_alive) == ("GET", "/", keep_alive)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"hello\r\n\r\n", 400),
        (b"GET /\r\n\r\n", 400),
        (b"GET / FTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabc", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (BODY_LIMIT_BYTES + 1), 413),
        (b"GET / HTTP/1.1\r\n" + b"X: %s\r\n" % (b"y" * 60000) * 2 + b"\r\n", 431),
    ],
)
def test_what_is_no_request(data: bytes, status: int) -> None:
    with pytest.raises(HttpError) as caught:
        read(data)
    assert caught.value.status == status
    assert str(caught.value)


def test_an_answer_is_one_piece_that_says_how_long_it_is() -> None:
    head, _, body = response(200, b"pong", keep_alive=True).partition(b"\r\n\r\n")
    assert body == b"pong"
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert b"Content-Length: 4" in head
    assert b"Connection: keep-alive" in head
    assert b"Connection: close" in response(404, b"")


@given(st.binary(max_size=200))
@settings(max_examples=80, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(HttpError):
        assert read(data)[-1] is None


def test_a_length_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(HttpError) as caught:
        read(b"POST / HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n")
    assert caught.value.status == 400


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"GET /" + b"x" * 70_000, 414), (b"GET / HTTP/1.1\r\nX: " + b"y" * 70_000, 431)],
)
def test_a_line_without_end_is_an_error_of_its_own(data: bytes, status: int) -> None:
    async def main() -> None:
        near, far = duplex()
        await near.write(data)
        with pytest.raises(HttpError) as caught:
            await read_request(SocketReader(far))
        assert caught.value.status == status
        assert response(status, b"").startswith(b"HTTP/1.1 %d " % status)

    asyncio.run(main())
