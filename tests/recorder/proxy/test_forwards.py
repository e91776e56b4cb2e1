"""Forwards of uiautomator2's port end in the proxy, and the client sees one server."""

from __future__ import annotations

import socket

import pytest
from fake_adb_server import Connection, HangUpError, okay
from proxy_parts import SERIAL, Served, exactly, served, until

OTHERS = f"{SERIAL} tcp:7000 tcp:9008\n{SERIAL} tcp:7001 localabstract:x\nother tcp:7002 tcp:9008\n"


def server(connection: Connection, request: str) -> None:
    """Has three forwards from before; its device's sockets echo."""
    if request.endswith("list-forward"):
        connection.send(okay(OTHERS))
        raise HangUpError
    if "forward" in request:
        connection.send(okay() + okay())
        raise HangUpError
    connection.send(okay())
    if request.startswith("host:transport"):
        return
    while data := connection.socket.recv(65536):
        connection.send(data)


def forwarded(proxy: Served, request: str = "") -> int:
    """The port that `forward tcp:0` answers."""
    answer = proxy.ask((request or f"host-serial:{SERIAL}:forward:tcp:0;tcp:9008").encode())
    assert answer[:8] == b"OKAYOKAY"
    assert int(answer[8:12], 16) == len(answer[12:])
    return int(answer[12:])


def test_a_forward_of_uiautomator2_leads_through_the_proxy() -> None:
    with served(server) as proxy:
        port = forwarded(proxy)
        with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
            client.sendall(b"\x00no call")
            assert exactly(client, 8) == b"\x00no call"
        until(lambda: bool(proxy.opener.heard))
    assert "tcp:9008" in (proxy.opener.heard[0].note or "")
    with pytest.raises(OSError, match=r"refused|reset"):
        socket.create_connection(("127.0.0.1", port), timeout=10)


def test_listings_show_one_server() -> None:
    with served(server) as proxy:
        port = forwarded(proxy)
        listed = proxy.ask(b"host:list-forward")[8:].decode().splitlines()
    assert listed == [
        f"{SERIAL} tcp:7001 localabstract:x",
        "other tcp:7002 tcp:9008",
        f"{SERIAL} tcp:{port} tcp:9008",
    ]


def test_a_forward_ends_when_it_is_asked_to() -> None:
    with served(server) as proxy:
        port = forwarded(proxy)
        assert proxy.ask(f"host-serial:{SERIAL}:killforward:tcp:{port}".encode()) == b"OKAYOKAY"
        assert str(port) not in proxy.ask(b"host:list-forward").decode()
        proxy.asked.clear()
        assert proxy.ask(b"host:killforward:tcp:7001") == b"OKAYOKAY"
        assert proxy.asked == ["host:killforward:tcp:7001"]
        again = forwarded(proxy)
        assert proxy.ask(b"host:killforward-all") == b"OKAYOKAY"
        assert str(again) not in proxy.ask(b"host:list-forward").decode()


def test_a_port_is_taken_again_unless_that_is_forbidden() -> None:
    with served(server) as proxy:
        port = forwarded(proxy)
        again = f"host-serial:{SERIAL}:forward:tcp:{port};tcp:7912".encode()
        assert proxy.ask(again) == b"OKAYOKAY"
        assert f"tcp:{port} tcp:7912" in proxy.ask(b"host:list-forward").decode()
        refused = proxy.ask(again.replace(b"forward:tcp", b"forward:norebind:tcp"))
        assert refused.startswith(b"FAIL")
        assert b"cannot rebind" in refused


def test_a_forward_from_before_on_that_port_gives_way() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

    def behave(connection: Connection, request: str) -> None:
        if request.endswith("list-forward"):
            connection.send(okay(f"{SERIAL} tcp:{port} tcp:9008\n"))
            raise HangUpError
        server(connection, request)

    with served(behave) as proxy:
        assert proxy.ask(f"host-serial:{SERIAL}:forward:tcp:{port};tcp:9008".encode()) == b"OKAYOKAY"
        assert f"host-serial:{SERIAL}:killforward:tcp:{port}" in proxy.asked


@pytest.mark.parametrize("port", ["x", "70000"])
def test_what_is_no_port_is_refused_as_the_server_does(port: str) -> None:
    with served(server) as proxy:
        answer = proxy.ask(f"host-serial:{SERIAL}:forward:tcp:{port};tcp:9008".encode())
    assert b"cannot bind listener" in answer


def test_a_port_in_use_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, served(server) as proxy:
        port = taken.getsockname()[1]
        answer = proxy.ask(f"host-serial:{SERIAL}:forward:tcp:{port};tcp:9008".encode())
    assert answer.startswith(b"FAIL")
    assert b"cannot bind listener" in answer


def test_other_forwards_are_the_servers_and_said_once() -> None:
    with served(server) as proxy:
        for _ in range(2):
            assert (
                proxy.ask(f"host-serial:{SERIAL}:forward:tcp:0;localabstract:minitouch".encode())
                == b"OKAYOKAY"
            )
        assert proxy.ask(b"host-serial:other:forward:tcp:0;tcp:9008") == b"OKAYOKAY"
    assert proxy.said == ["what goes through the forward of localabstract:minitouch is not seen"]


def test_newer_programs_choose_the_device_first() -> None:
    with served(server) as proxy:
        chosen = f"host:transport:{SERIAL}".encode()
        answer = proxy.ask(chosen, b"host:forward:tcp:0;tcp:9008")
        assert answer[:8] == b"OKAYOKAY"
        assert answer[12:] in proxy.ask(b"host:list-forward")
        assert proxy.ask(chosen, b"host:killforward-all") == b"OKAYOKAY"
        assert answer[12:] not in proxy.ask(b"host:list-forward")
        assert proxy.ask(chosen, b"host:kill") == b"OKAY"
