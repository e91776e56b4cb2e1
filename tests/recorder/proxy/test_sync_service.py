"""Files pass byte for byte, and scripts and looks among them are remembered."""

from __future__ import annotations

import struct

from fake_adb_server import Connection, HangUpError, okay
from proxy_parts import SERIAL, served, until

from gui_rec.model.geometry import Rect
from gui_rec.testing.builders import SIZE, Element, picture_of

PNG = picture_of((Element(Rect(0, 0, 100, 100), "Shop"),), SIZE)


def packet(name: bytes, body: bytes = b"") -> bytes:
    return name + struct.pack("<I", len(body)) + body


def device(connection: Connection, request: str) -> None:
    """Takes one push, gives one picture."""
    connection.send(okay())
    if request != "sync:":
        return
    head = connection.socket.recv(4)
    if head == b"RECV":
        connection.socket.recv(1000)
        connection.send(packet(b"DATA", PNG) + packet(b"DONE"))
    else:
        seen = b""
        while not seen.endswith(b"DONE\x01\x00\x00\x00"):
            seen += connection.socket.recv(1000)
        connection.send(packet(b"OKAY"))
    raise HangUpError


def transfer(proxy_port_client: object, data: bytes) -> bytes:
    client = proxy_port_client.connect()  # type: ignore[attr-defined]
    with client:
        for request in (f"host:transport:{SERIAL}".encode(), b"sync:"):
            client.sendall(b"%04x" % len(request) + request)
            assert client.recv(4) == b"OKAY"
        client.sendall(data)
        answer = b""
        while part := client.recv(65536):
            answer += part
    return answer


def test_a_pushed_script_is_remembered() -> None:
    script = b"input tap 1 2\n"
    data = packet(b"SEND", b"/data/x.sh,33188") + packet(b"DATA", script) + b"DONE" + struct.pack("<I", 1)
    with served(device) as proxy:
        assert transfer(proxy, data) == packet(b"OKAY")
        until(lambda: proxy.session.scripts.text("/data/x.sh") == script.decode())


def test_a_pulled_picture_is_the_screenshot_it_was_taken_as() -> None:
    with served(device) as proxy:
        looks = proxy.session.looks
        looks.end(looks.begin("screencap -p /sdcard/tmp.png", is_dump=False))
        answer = transfer(proxy, packet(b"RECV", b"/sdcard/tmp.png"))
        assert answer == packet(b"DATA", PNG) + packet(b"DONE")
        until(lambda: looks.screenshot() is not None)


def test_a_file_that_was_asked_for_before_it_was_a_look_is_none() -> None:
    with served(device) as proxy:
        looks = proxy.session.looks
        taking = looks.begin("screencap -p /sdcard/tmp.png", is_dump=False)
        transfer(proxy, packet(b"RECV", b"/sdcard/tmp.png"))
        looks.end(taking)
        assert looks.screenshot() is None
