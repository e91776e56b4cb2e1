"""A shell that stays open: lines that act are held at their end, everything else flows."""

from __future__ import annotations

import socket
import struct

import pytest
from fake_adb_server import Connection, okay
from hypothesis import given
from hypothesis import strategies as st
from proxy_parts import SERIAL, Served, exactly, served

from gui_rec.model.actions import Key, Tap
from gui_rec.recorder.heard._api import Kind
from gui_rec.recorder.proxy.streams import CLOSE_STDIN, STDIN, frame
from gui_rec.recorder.proxy.typed_service import TypedLine


def echo(connection: Connection, request: str) -> None:
    """A device whose shell says what it is told."""
    connection.send(okay())
    if request.startswith("host"):
        return
    while data := connection.socket.recv(65536):
        connection.send(data)


def opened(proxy: Served, service: bytes) -> socket.socket:
    client = proxy.connect()
    for asked in (f"host:transport:{SERIAL}".encode(), service):
        client.sendall(b"%04x" % len(asked) + asked)
        assert exactly(client, 4) == b"OKAY"
    return client


def typed(service: bytes, *pieces: bytes) -> tuple[list[object], bytes]:
    """The actions that were held, and what reached the device."""
    whole = b"".join(pieces)
    with served(echo) as proxy, opened(proxy, service) as client:
        for piece in pieces:
            client.sendall(piece)
        back = exactly(client, len(whole))
    return [heard.action for heard in proxy.opener.heard], back


def test_lines_pass_and_those_that_act_are_held() -> None:
    lines = b"ls /sdcard\ninput tap 500 1000\ninput keyevent 4\n"
    actions, back = typed(b"shell:", lines[:20], lines[20:])
    assert back == lines
    assert [type(action) for action in actions] == [Tap, Key]


def test_several_lines_in_one_piece_go_one_after_the_other() -> None:
    lines = b"input keyevent 4\ninput keyevent 3\n" * 5
    actions, back = typed(b"shell:", lines)
    assert back == lines
    assert actions == [Key("BACK"), Key("HOME")] * 5


def test_frames_are_followed() -> None:
    data = (
        frame(STDIN, b"input key") + frame(5, b"24x80,0x0\0") + frame(STDIN, b"event 4\nls\n") + frame(4, b"")
    )
    with served(echo) as proxy, opened(proxy, b"shell,v2,TERM=xterm,pty:") as client:
        client.sendall(data[:9])
        client.sendall(data[9:])
        back = b""
        while not back.endswith(struct.pack("<BI", 4, 0)):
            back += client.recv(65536)
    assert [heard.action for heard in proxy.opener.heard] == [Key("BACK")]
    assert back.count(b"event 4\n") == 1


def test_the_last_line_is_run_without_a_line_end() -> None:
    data = frame(STDIN, b"ls\ninput keyevent 4") + frame(CLOSE_STDIN, b"")
    with served(echo) as proxy, opened(proxy, b"shell,v2,raw:") as client:
        client.sendall(data)
        back = b""
        while not back.endswith(frame(CLOSE_STDIN, b"")):
            back += client.recv(65536)
    assert [heard.action for heard in proxy.opener.heard] == [Key("BACK")]


def test_the_end_of_the_input_runs_a_line() -> None:
    actions, back = typed(b"shell:", b"input keyevent 3\x04")
    assert back == b"input keyevent 3\x04"
    assert actions == [Key("HOME")]


def test_what_is_no_frame_ends_it() -> None:
    with served(echo) as proxy, opened(proxy, b"shell,v2,raw:") as client:
        client.sendall(b"\x00\xff\xff\xff\xff")
        assert client.recv(1) == b""


def test_a_closed_gate_ends_it() -> None:
    with served(echo, refusal="over") as proxy, opened(proxy, b"shell:") as client:
        client.sendall(b"input tap 1 2\n")
        rest = b""
        while part := client.recv(1000):
            rest += part
        assert b"\n" not in rest


def test_a_line_that_was_edited_is_kept_as_not_known() -> None:
    with served(echo) as proxy, opened(proxy, b"shell:") as client:
        client.sendall(b"input ta\tp 1 2\n")
        assert exactly(client, 15) == b"input ta\tp 1 2\n"
    assert [heard.kind for heard in proxy.opener.heard] == [Kind.OPAQUE]


@pytest.mark.parametrize(
    ("keys", "line", "is_clear"),
    [
        (b"input tab\x7fp", "input tap", True),
        (b"abc\x08\x08\x08\x08x", "x", True),
        (b"rm -rf\x15ls", "ls", True),
        (b"\x1b[A", "[A", False),
        (b"\x1b[A\x03ls", "ls", True),
        ("é".encode(), "é", True),
        (b"", "", True),
    ],
)
def test_keys_that_edit(keys: bytes, line: str, is_clear: bool) -> None:
    typing = TypedLine()
    for byte in keys:
        typing.feed(byte)
    assert typing.end() == (line, is_clear)
    assert typing.end() == ("", True)


@given(st.binary(max_size=100))
def test_any_keys_make_some_line(keys: bytes) -> None:
    typing = TypedLine()
    for byte in keys:
        typing.feed(byte)
    line, _ = typing.end()
    assert len(line) <= len(keys)
