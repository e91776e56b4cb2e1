"""Whose a connection is, told by /proc: a real one, and one that is made up."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gui_rec.recorder.proxy.clients import TOKEN_VARIABLE, UNKNOWN, Client, Clients, can_tell

CONNECTS = """\
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as connection:
    connection.recv(1)
"""


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        made.settimeout(10)
        yield made


def connected(listener: socket.socket, **environ: str) -> tuple[subprocess.Popen[bytes], socket.socket, int]:
    """Another process, its connection, and the port it comes from."""
    port = str(listener.getsockname()[1])
    process = subprocess.Popen([sys.executable, "-c", CONNECTS, port], env={**os.environ, **environ})
    connection, peer = listener.accept()
    return process, connection, peer[1]


def test_a_child_is_found_and_belongs(listener: socket.socket) -> None:
    process, connection, peer_port = connected(listener)
    with connection:
        clients = Clients("token")
        clients.root_pid = process.pid
        client = clients.find(peer_port, listener.getsockname()[1])
        assert client.pid == process.pid
        assert client.name.startswith("python")
        assert clients.belongs(client)
        stranger = Clients("token")
        stranger.root_pid = 1 << 30
        assert stranger.find(peer_port, listener.getsockname()[1]) == client
        assert not stranger.belongs(client)
    assert process.wait(10) == 0


def test_a_daemon_that_left_its_parents_belongs_by_what_it_inherited(listener: socket.socket) -> None:
    process, connection, peer_port = connected(listener, **{TOKEN_VARIABLE: "secret"})
    with connection:
        clients = Clients("secret")
        client = clients.find(peer_port, listener.getsockname()[1])
        assert clients.belongs(client)
        assert not Clients("secre").belongs(client)
    assert process.wait(10) == 0


def write(proc: Path, name: str, data: bytes) -> None:
    (proc / name).parent.mkdir(parents=True, exist_ok=True)
    (proc / name).write_bytes(data)


def made_up(proc: Path) -> Clients:
    return Clients("t", proc=proc, ask=lambda _local, _remote: None)


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """One process, 42, child of 7, whose name in brackets is wicked; its socket 555 goes from port 0x9000 to 0x1388."""
    head = (
        b"  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    )
    row = (
        b"   0: 0100007F:9000 0100007F:1388 01 00000000:00000000 00:00000000 00000000  1000        0 555 1\n"
    )
    write(tmp_path, "net/tcp", head + row)
    write(tmp_path, "42/stat", b"42 (a) b) (x) S 7 42 42 0 -1")
    write(tmp_path, "42/cmdline", b"/usr/bin/python3\0/home/x/agent.py\0--fast\0")
    write(tmp_path, "7/stat", b"7 (sh) S 1 7 7 0 -1")
    write(tmp_path, "42/environ", b"A=1\0B=2")
    (tmp_path / "42" / "fd").mkdir()
    (tmp_path / "42" / "fd" / "3").symlink_to("socket:[555]")
    return tmp_path


def test_it_is_named_by_program_and_script(proc: Path) -> None:
    client = made_up(proc).find(0x9000, 0x1388)
    assert client == Client("python3 agent.py", 42)
    assert str(client) == "python3 agent.py (42)"


def test_an_option_is_no_script(proc: Path) -> None:
    write(proc, "42/cmdline", b"/usr/bin/python3\0-c\0import secret\0")
    assert made_up(proc).find(0x9000, 0x1388).name == "python3"
    write(proc, "42/cmdline", b"/opt/adb\0shell\0")
    assert made_up(proc).find(0x9000, 0x1388).name == "adb"
    write(proc, "42/cmdline", b"")
    write(proc, "42/comm", b"kworker\n")
    assert made_up(proc).find(0x9000, 0x1388).name == "kworker"


def test_a_descendant_belongs_whatever_its_name_holds(proc: Path) -> None:
    clients = made_up(proc)
    clients.root_pid = 7
    assert clients.belongs(Client("x", 42))
    assert not clients.belongs(Client("x", 43))
    assert not clients.belongs(Client(UNKNOWN, None))


def test_ports_that_nobody_holds_are_unknown(proc: Path) -> None:
    clients = made_up(proc)
    assert clients.find(0x9001, 0x1388) == Client(UNKNOWN, None)
    (proc / "42" / "fd" / "3").unlink()
    assert str(clients.find(0x9000, 0x1388)) == UNKNOWN


def test_a_system_tells_or_it_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_tell()
    monkeypatch.setattr("sys.platform", "darwin")
    assert not can_tell()
