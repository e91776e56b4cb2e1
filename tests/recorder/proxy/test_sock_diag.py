"""A socket's inode by its two ports."""

from __future__ import annotations

import os
import socket

import pytest

from gui_rec.recorder.proxy import sock_diag
from gui_rec.recorder.proxy.sock_diag import inode_of


def test_the_kernel_tells_both_ends_of_a_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as client:
            server, peer = listener.accept()
            with server:
                assert inode_of(peer[1], port) == os.fstat(client.fileno()).st_ino
                assert inode_of(port, peer[1]) == os.fstat(server.fileno()).st_ino


def test_a_connection_that_is_none_has_none() -> None:
    assert inode_of(1, 2) is None


def test_a_system_that_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sock_diag, "_NETLINK", 9_999)
    assert inode_of(1, 2) is None
