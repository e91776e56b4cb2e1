"""Requests and answers of the smart socket, cut at any byte, and what is none."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import DeviceError
from gui_rec.recorder.proxy import framing


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    left, right = socket.socketpair()
    left.settimeout(5)
    right.settimeout(5)
    with left, right:
        yield left, right


@given(st.binary(max_size=2_000))
def test_any_request_comes_back_byte_for_byte(payload: bytes) -> None:
    left, right = socket.socketpair()
    with left, right:
        left.sendall(framing.encode(framing.decode(payload)))
        assert framing.read_request(right) == payload


@given(st.binary(max_size=200))
def test_what_is_readable_can_be_stored(payload: bytes) -> None:
    framing.readable(framing.decode(payload)).encode("utf-8")


def test_a_client_that_leaves_has_no_request(pair: tuple[socket.socket, socket.socket]) -> None:
    left, right = pair
    left.sendall(b"000chos")
    framing.hang_up(left)
    assert framing.read_request(right) is None


def test_what_is_no_request_is_an_error(pair: tuple[socket.socket, socket.socket]) -> None:
    left, right = pair
    left.sendall(b"GET / HTTP/1.1")
    with pytest.raises(DeviceError, match="four hex digits"):
        framing.read_request(right)


def test_a_request_is_at_most_what_its_length_can_say() -> None:
    assert len(framing.encode("x" * 0xFFFF)) == 0xFFFF + 4
    with pytest.raises(DeviceError, match="at most 65535"):
        framing.encode("x" * 0x10000)


def test_answers_are_read_whole(pair: tuple[socket.socket, socket.socket]) -> None:
    left, right = pair
    left.sendall(b"OKAY" + framing.fail("device offline"))
    assert framing.read_answer(right) == (True, b"OKAY")
    assert framing.read_answer(right) == (False, b"FAIL000edevice offline")


@pytest.mark.parametrize("said", [b"HELO", b"FAIL0010short", b"FAILzzzz", b""])
def test_what_is_no_answer_is_an_error(said: bytes, pair: tuple[socket.socket, socket.socket]) -> None:
    left, right = pair
    left.sendall(said)
    left.shutdown(socket.SHUT_WR)
    with pytest.raises(DeviceError):
        framing.read_answer(right)


def test_hanging_up_twice_is_nothing(pair: tuple[socket.socket, socket.socket]) -> None:
    left, right = pair
    framing.hang_up(left)
    framing.hang_up(left)
    assert right.recv(1) == b""
