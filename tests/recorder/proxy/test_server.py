"""The listener: only the agent's processes are let in, on this machine's own address, and all end with it."""

from __future__ import annotations

import contextlib
import errno
import os
import socket

import pytest
from fake_adb_server import Connection, okay
from proxy_parts import exactly, read_all, served, session_at, until

from gui_rec.errors import DeviceUnavailableError
from gui_rec.recorder.proxy.clients import Clients
from gui_rec.recorder.proxy.server import ProxyServer


def version(connection: Connection, _request: str) -> None:
    connection.send(okay("0029"))
    connection.hold()


def own() -> Clients:
    clients = Clients("token")
    clients.root_pid = os.getpid()
    return clients


def test_a_stranger_is_refused_and_named() -> None:
    session, said = session_at(1)
    with (
        ProxyServer(session, Clients("token")) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=10) as client,
    ):
        answer = read_all(client)
    assert answer.startswith(b"FAIL")
    assert f"({os.getpid()}) does not belong to it".encode() in answer
    assert len(said) == 1
    assert "--allow-any-client" in said[0]


def test_any_client_may_be_let_in() -> None:
    with served(version, any_client=True) as proxy, proxy.connect() as client:
        client.sendall(b"000chost:version")
        assert exactly(client, 12) == b"OKAY00040029"


def test_it_listens_on_this_machine_alone() -> None:
    session, _ = session_at(1)
    with ProxyServer(session, own()) as server:
        assert server._listener._listener.getsockname()[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_one_clear_error() -> None:
    session, _ = session_at(1)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(DeviceUnavailableError, match=f"{port}.*--proxy-port"):
            ProxyServer(session, own(), port=port)


def test_its_end_hangs_up_on_everybody() -> None:
    with served(version) as proxy:
        client = proxy.connect()
        client.sendall(b"000chost:version")
        assert exactly(client, 12) == b"OKAY00040029"
    with client:
        assert client.recv(1) == b""
    with pytest.raises(OSError, match=r"refused|reset"):
        proxy.connect()


def test_without_a_real_server_the_client_is_left() -> None:
    session, _ = session_at(1)
    with (
        ProxyServer(session, own()) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=10) as client,
    ):
        client.sendall(b"000chost:version")
        assert client.recv(1) == b""


class _Flaky:
    """A listening socket that has no descriptor left for the first connection."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._failures = [OSError(errno.EMFILE, "Too many open files")]

    def accept(self) -> tuple[socket.socket, object]:
        if self._failures:
            raise self._failures.pop()
        return self._listener.accept()

    def __getattr__(self, name: str) -> object:
        return getattr(self._listener, name)


def test_a_connection_that_could_not_be_taken_does_not_end_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    create = socket.create_server
    with served(version, any_client=True) as proxy:
        monkeypatch.setattr(socket, "create_server", lambda *args, **how: _Flaky(create(*args, **how)))
        with (
            ProxyServer(proxy.session, own(), any_client=True) as server,
            socket.create_connection(("127.0.0.1", server.port), timeout=10) as client,
        ):
            client.sendall(b"000chost:version")
            assert exactly(client, 12) == b"OKAY00040029"


def test_a_thread_that_is_done_takes_the_next_connection() -> None:
    with served(version, any_client=True) as proxy:
        session, _ = session_at(proxy.port)
        with ProxyServer(session, own(), any_client=True) as server:
            for _ in range(10):
                with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
                    client.sendall(b"000chost:version")
                    assert exactly(client, 12) == b"OKAY00040029"
                until(lambda: server._listener._waiting == len(server._listener._threads))
            assert len(server._listener._threads) <= 2


def test_many_at_once_are_all_served() -> None:
    with served(version, any_client=True) as proxy, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(proxy.connect()) for _ in range(40)]
        for client in clients:
            client.sendall(b"000chost:version")
        assert [exactly(client, 12) for client in clients] == [b"OKAY00040029"] * 40
