"""Bytes both ways, whole and in order, and nobody waits for ever."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hypothesis import given, settings
from hypothesis import strategies as st
from proxy_parts import exactly

from gui_rec.recorder.proxy.relay import Piece, relay

TIMEOUT_S = 20.0


@contextmanager
def relayed(**how: object) -> Iterator[tuple[socket.socket, socket.socket, threading.Thread]]:
    """A client's and a server's own ends of two connections with a relay between them."""
    client, near = socket.socketpair()
    far, server = socket.socketpair()

    def run() -> None:
        relay(near, far, **how)  # type: ignore[arg-type]
        if not how.get("goes_on"):
            near.close()
        far.close()

    thread = threading.Thread(target=run, daemon=True)
    with client, server, near, far:
        client.settimeout(TIMEOUT_S)
        server.settimeout(TIMEOUT_S)
        thread.start()
        yield client, server, thread
        thread.join(TIMEOUT_S)
        assert not thread.is_alive()


def read_all(end: socket.socket) -> bytes:
    data = b""
    while part := end.recv(1 << 16):
        data += part
    return data


def test_one_direction_waits_for_what_the_other_hears() -> None:
    """Between two pieces upwards an answer is waited for; downwards all flows meanwhile."""
    heard = bytearray()

    def up(data: bytes) -> Iterator[Piece]:
        for number, line in enumerate(data.splitlines(), 1):
            yield line
            yield lambda number=number: heard.count(b".") >= number  # type: ignore[misc]

    def down(data: bytes) -> bytes:
        heard.extend(data)
        return data

    with relayed(up=up, down=down) as (client, server, _):
        client.sendall(b"one\ntwo\n")
        assert exactly(server, 3) == b"one"
        server.settimeout(0.3)
        try:
            early = server.recv(10)
        except TimeoutError:
            early = b""
        assert early == b""
        server.settimeout(TIMEOUT_S)
        server.sendall(b"news")
        assert exactly(client, 4) == b"news"
        server.sendall(b".")
        assert exactly(server, 3) == b"two"
        server.close()
        assert read_all(client) == b"."


def test_a_filter_that_waits_is_closed_when_the_server_ends() -> None:
    closed = threading.Event()

    def up(data: bytes) -> Iterator[Piece]:
        try:
            yield data
            yield lambda: False
        finally:
            closed.set()

    with relayed(up=up) as (client, server, _):
        client.sendall(b"x")
        assert exactly(server, 1) == b"x"
        server.close()
        assert read_all(client) == b""
    assert closed.is_set()


@settings(max_examples=25)
@given(st.lists(st.binary(min_size=1, max_size=5_000), max_size=6), st.binary(max_size=5_000))
def test_both_ways_are_carried_to_the_byte(chunks: list[bytes], answer: bytes) -> None:
    with relayed() as (client, server, _):
        for chunk in chunks:
            client.sendall(chunk)
        client.shutdown(socket.SHUT_WR)
        assert read_all(server) == b"".join(chunks)
        server.sendall(answer)
        server.close()
        assert read_all(client) == answer


def test_an_echo_of_megabytes_does_not_get_stuck() -> None:
    """The client writes everything before it reads anything."""
    data = bytes(range(256)) * 16_000

    def echo(server: socket.socket) -> None:
        while part := server.recv(1 << 16):
            server.sendall(part)
        server.close()

    with relayed() as (client, server, _):
        echoing = threading.Thread(target=echo, args=(server,), daemon=True)
        echoing.start()
        got: list[bytes] = []
        reading = threading.Thread(target=lambda: got.append(read_all(client)), daemon=True)
        reading.start()
        client.sendall(data)
        client.shutdown(socket.SHUT_WR)
        reading.join(TIMEOUT_S)
        echoing.join(TIMEOUT_S)
    assert got == [data]


def test_a_client_that_leaves_ends_it() -> None:
    with relayed() as (client, server, _):
        client.close()
        assert server.recv(1) == b""
        server.close()


def test_filters_change_what_passes() -> None:
    upper: Callable[[bytes], bytes] = bytes.upper
    with relayed(up=upper, down=lambda data: b"<" + data + b">") as (client, server, _):
        client.sendall(b"hello")
        assert server.recv(100) == b"HELLO"
        server.sendall(b"hi")
        server.close()
        assert read_all(client) == b"<hi>"


def test_a_filter_may_hand_out_piece_by_piece() -> None:
    seen: list[bytes] = []

    def pieces(data: bytes) -> Iterator[bytes]:
        for byte in data:
            yield bytes([byte])
            seen.append(b"sent")

    with relayed(up=pieces) as (client, server, _):
        client.sendall(b"ab")
        got = exactly(server, 1) + exactly(server, 1)
        server.close()
    assert got == b"ab"
    assert seen == [b"sent"] * 2


def test_the_client_may_stay_for_more() -> None:
    with relayed(goes_on=True) as (client, server, thread):
        server.sendall(b"part one")
        server.close()
        thread.join(TIMEOUT_S)
        assert exactly(client, 8) == b"part one"
        client.setblocking(False)
        try:
            ended = client.recv(1) == b""
        except BlockingIOError:
            ended = False
        assert not ended
