"""What a client asks of the server: passed on, answered, or understood; and whose device it is."""

from __future__ import annotations

import socket
import struct

import pytest
from fake_adb_server import Connection, HangUpError, block, fail, okay, shell_v2_output
from proxy_parts import SERIAL, exactly, served

LISTING = f"{SERIAL} device product:p transport_id:7\nother device product:q transport_id:8\n"


def server(connection: Connection, request: str) -> None:
    """Two devices; `any` means the recorded one."""
    if request == "host:devices-l":
        connection.send(okay(LISTING))
        raise HangUpError
    if request.endswith("get-serialno"):
        connection.send(okay(SERIAL))
        raise HangUpError
    if request.startswith("host:tport:"):
        connection.send(okay() + struct.pack("<Q", 8 if "other" in request else 7))
        return
    if request.startswith("host:transport"):
        connection.send(fail("device 'gone' not found") if "gone" in request else okay())
        return
    connection.send(okay() + (block("0029") if request == "host:version" else b""))
    if request.startswith(("shell", "exec")):
        connection.send(shell_v2_output())
    raise HangUpError


TAP = b"shell,v2,raw:input tap 1 2"
DONE = b"OKAY" + shell_v2_output()


def test_questions_to_the_server_pass() -> None:
    with served(server) as proxy:
        assert proxy.ask(b"host:version") == b"OKAY00040029"
    assert proxy.asked == ["host:version"]


def test_nobody_ends_the_real_server() -> None:
    with served(server) as proxy:
        assert proxy.ask(b"host:kill") == b"OKAY"
        assert proxy.ask(b"host:kill") == b"OKAY"
    assert proxy.asked == []
    assert len([text for text in proxy.said if "host:kill" in text]) == len(proxy.said) == 1


@pytest.mark.parametrize(
    "chosen",
    [
        f"host:transport:{SERIAL}",
        "host:transport-id:7",
        "host:transport-any",
        "host:transport-usb",
        "host:transport-local",
    ],
)
def test_the_recorded_device_is_known_by_every_name(chosen: str) -> None:
    with served(server) as proxy:
        assert proxy.ask(chosen.encode(), TAP) == DONE
    assert [held.what for held in proxy.opener.held] == ["input tap 1 2"]


@pytest.mark.parametrize("chosen", ["host:transport:other", "host:transport-id:8"])
def test_another_device_passes_and_it_is_said_once(chosen: str) -> None:
    with served(server) as proxy:
        for _ in range(2):
            assert proxy.ask(chosen.encode(), TAP) == DONE
    assert proxy.opener.held == []
    assert proxy.said == ["other is used, too, and is not recorded"]


@pytest.mark.parametrize(("name", "number", "held"), [("any", 7, 1), ("serial:other", 8, 0)])
def test_a_transport_id_comes_with_the_okay(name: str, number: int, held: int) -> None:
    with served(server) as proxy, proxy.connect() as client:
        request = f"host:tport:{name}".encode()
        client.sendall(b"%04x" % len(request) + request)
        assert exactly(client, 12) == b"OKAY" + struct.pack("<Q", number)
        client.sendall(b"%04x" % len(TAP) + TAP)
        assert exactly(client, len(DONE)) == DONE
    assert len(proxy.opener.held) == held


def test_a_refusal_of_the_server_is_passed_on() -> None:
    with served(server) as proxy:
        assert proxy.ask(b"host:transport:gone", TAP) == b"FAIL0017device 'gone' not found"


def test_other_services_pass() -> None:
    with served(server) as proxy:
        assert proxy.shell(b"framebuffer:") == b"OKAY"
        assert proxy.shell(b"reverse:forward:tcp:1;tcp:2") == b"OKAY"
    assert proxy.opener.held == []


def test_a_client_that_says_nothing_or_nonsense_is_left() -> None:
    with served(server) as proxy:
        with proxy.connect() as silent:
            silent.shutdown(socket.SHUT_WR)
            assert silent.recv(1) == b""
        with proxy.connect() as wild:
            wild.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert wild.recv(1) == b""
        assert proxy.ask(b"host:version") == b"OKAY00040029"
