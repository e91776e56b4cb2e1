"""Sockets of the device: calls of uiautomator2 are held one by one, everything else is said to be unseen."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable

import pytest
from fake_adb_server import Connection, HangUpError, fail, okay
from proxy_parts import SERIAL, Served, exactly, served, until

from gui_rec.model.actions import Key, Tap
from gui_rec.recorder.heard._api import Kind


def request(method: str, *params: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}).encode()
    return b"POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def answer(result: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(result) + result


def phone(*answers: bytes, refuses: bool = False) -> Callable[[Connection, str], None]:
    """A device whose sockets give these answers, one for each piece that comes."""

    def behave(connection: Connection, asked: str) -> None:
        if refuses and not asked.startswith("host"):
            connection.send(fail("closed"))
            raise HangUpError
        connection.send(okay())
        if asked.startswith("host"):
            return
        for one in answers:
            if not connection.socket.recv(65536):
                break
            connection.send(one)
        connection.hold()
        raise HangUpError

    return behave


def opened(proxy: Served, name: bytes) -> socket.socket:
    client = proxy.connect()
    for asked in (f"host:transport:{SERIAL}".encode(), name):
        client.sendall(b"%04x" % len(asked) + asked)
        assert exactly(client, 4) == b"OKAY"
    return client


def test_calls_are_held_where_they_act_and_answered_to_the_byte() -> None:
    done, told = answer(b'{"result":true}'), answer(b'{"result":{"sdkInt":34}}')
    with served(phone(told, done)) as proxy, opened(proxy, b"tcp:9008") as client:
        client.sendall(request("deviceInfo"))
        assert exactly(client, len(told)) == told
        assert proxy.opener.held == []
        client.sendall(request("click", 500, 1000))
        assert exactly(client, len(done)) == done
        until(lambda: all(held.ended.is_set() for held in proxy.opener.held))
    sent = proxy.opener.held[0].sent(proxy.session.clock)
    assert (sent.method, sent.exit_status, sent.output) == ("proxy u2", 0, '{"result":true}')
    assert json.loads(sent.what)["method"] == "click"
    assert isinstance(proxy.opener.heard[0].action, Tap)
    assert proxy.session.u2_socket == "tcp:9008"


def test_a_call_that_raises_has_a_status() -> None:
    error = answer(b'{"error": {"code": -32001, "message": "UiObjectNotFoundException"}}')
    with served(phone(error)) as proxy, opened(proxy, b"tcp:7912") as client:
        client.sendall(request("pressKey", "back"))
        assert exactly(client, len(error)) == error
        until(lambda: all(held.ended.is_set() for held in proxy.opener.held))
    assert proxy.opener.held[0].exit_status == 1
    assert proxy.opener.heard[0].action == Key("BACK")


def test_a_call_that_is_refused_at_the_gate_ends_the_connection() -> None:
    with served(phone(), refusal="over") as proxy, opened(proxy, b"tcp:9008") as client:
        client.sendall(request("click", 1, 2))
        assert client.recv(1) == b""


def test_an_answer_that_breaks_off_has_no_status() -> None:
    def hang_up(connection: Connection, asked: str) -> None:
        connection.send(okay())
        if not asked.startswith("host"):
            connection.socket.recv(65536)
            connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")
            raise HangUpError

    with served(hang_up) as proxy, opened(proxy, b"tcp:9008") as client:
        client.sendall(request("click", 1, 2))
        while client.recv(1000):
            pass
    assert proxy.opener.held[0].exit_status is None
    assert proxy.opener.held[0].ended.is_set()


@pytest.mark.parametrize("name", ["localabstract:scrcpy_1", "tcp:1717"])
def test_another_socket_is_said_to_be_unseen_and_passes(name: str) -> None:
    with served(phone(b"pong")) as proxy, opened(proxy, name.encode()) as client:
        client.sendall(b"ping")
        assert exactly(client, 4) == b"pong"
    (heard,) = proxy.opener.heard
    assert heard.kind is Kind.OPAQUE
    assert name in (heard.note or "")


def test_bytes_that_are_no_calls_are_held_once_and_then_pass() -> None:
    with served(phone(b"one", b"two")) as proxy, opened(proxy, b"tcp:9008") as client:
        for sent, got in ((b"\x00\x01\x02", b"one"), (b"\x03\x04\x05", b"two")):
            client.sendall(sent)
            assert exactly(client, 3) == got
    assert [heard.kind for heard in proxy.opener.heard] == [Kind.OPAQUE]


def test_a_closed_socket_is_refused_as_the_server_does() -> None:
    with served(phone(refuses=True)) as proxy:
        assert proxy.shell(b"tcp:9008") == b"FAIL0006closed"
        assert proxy.session.u2_socket is None
    with served(phone(), refusal="over") as proxy:
        assert proxy.shell(b"tcp:1717") == b"FAIL0004over"
