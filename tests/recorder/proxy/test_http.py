"""Where an answer of HTTP ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.proxy.http import AnswerReader, body_of, is_request


def fed(data: bytes, size: int, **how: object) -> tuple[AnswerReader, int]:
    """A reader, and after how many bytes it said that the answer is over (-1: never)."""
    reader = AnswerReader(**how)  # type: ignore[arg-type]
    for at in range(0, len(data), size):
        reader.feed(data[at : at + size])
        if reader.is_over:
            return reader, at + size
    return reader, -1


def chunked(body: bytes, size: int) -> bytes:
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x;ext=1\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\nTrailer: x\r\n\r\n"


@given(st.binary(max_size=300), st.integers(1, 50))
def test_an_answer_with_a_length_ends_with_its_last_byte(body: bytes, size: int) -> None:
    data = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    reader, at = fed(data, size)
    assert at >= len(data) > at - size
    assert reader.content == body


@given(st.binary(max_size=300), st.integers(1, 50), st.integers(1, 60))
def test_an_answer_in_chunks_ends_behind_its_trailers(body: bytes, size: int, chunk: int) -> None:
    data = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(body, chunk)
    reader, at = fed(data, size)
    assert at >= len(data) > at - size
    assert reader.content == body


def test_without_a_length_it_ends_with_the_connection() -> None:
    reader, at = fed(b"HTTP/1.1 200 OK\r\n\r\nanything", 5)
    assert (at, bytes(reader.body)) == (-1, b"anything")


@pytest.mark.parametrize("status", [b"204 No Content", b"304 Not Modified"])
def test_some_answers_have_no_body(status: bytes) -> None:
    assert fed(b"HTTP/1.1 " + status + b"\r\n\r\n", 100)[1] == 100


def test_an_interim_answer_is_not_the_end_unless_it_is_waited_for() -> None:
    interim = b"HTTP/1.1 100 Continue\r\n\r\n"
    final = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
    assert fed(interim, 100)[1] == -1
    assert fed(interim + final, 1000)[0].content == b"ok"
    assert fed(interim, 100, ends_with_interim=True)[1] == 100


def test_only_the_beginning_of_a_body_is_kept() -> None:
    reader, _ = fed(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789", 200, most_bytes=4)
    assert (reader.is_over, bytes(reader.body)) == (True, b"0123")


def test_requests_are_told_from_other_bytes() -> None:
    assert is_request(b"POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\n\r\n{}")
    assert not is_request(b"\x00\x01\x02")
    assert body_of(b"POST / HTTP/1.1\r\nA: b\r\n\r\n{}") == b"{}"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 20_000, "head of more than"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n", "hex digits"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\n", "hex digits"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"5" * 70_000, "chunk's head"),
    ],
)
def test_what_is_no_answer_ends_the_connection(data: bytes, why: str) -> None:
    with pytest.raises(ConnectionError, match=why):
        fed(data, 1 << 16)
