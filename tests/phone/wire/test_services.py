"""Which name opens what."""

from __future__ import annotations

import asyncio
import struct

import pytest
from adb_host import Sent
from phone_commands import make_context

from gui_rec.phone.commands._api import Context
from gui_rec.phone.shell.runner import run_line
from gui_rec.phone.wire.faults import WireFaults
from gui_rec.phone.wire.reverse import ReverseTable
from gui_rec.phone.wire.services import ServiceTable
from gui_rec.phone.wire.shell_v2 import FrameDecoder, FrameId, encode_frame
from gui_rec.phone.wire.sockets import DeviceSockets
from gui_rec.phone.wire.streams import Stream


def _table() -> ServiceTable:
    base, _ = make_context()

    def new_context(stream: Stream) -> Context:
        return Context(base.phone, base.files, stream.closed, run_line, {})

    sockets = DeviceSockets()
    return ServiceTable(new_context, WireFaults(), sockets, ReverseTable(sockets), b"phone:/ $ ")


def _serve(name: str, stdin: bytes = b"") -> bytes:
    async def main() -> bytes:
        service = _table().open(name)
        assert service is not None
        sent = Sent()
        if stdin:
            sent.stream.on_write(stdin)
        await asyncio.wait_for(service(sent.stream), 5)
        await sent.stream.flush()
        return sent.written

    return asyncio.run(main())


def _frames(data: bytes) -> list[tuple[int, bytes]]:
    return [(frame.id, frame.data) for frame in FrameDecoder().feed(data)]


@pytest.mark.parametrize("name", ["shell:echo hi; nope", "shell,raw:echo hi; nope", "exec:echo hi; nope"])
def test_without_v2_all_output_is_one(name: str) -> None:
    assert _serve(name) == b"hi\n/system/bin/sh: nope: inaccessible or not found\n"


@pytest.mark.parametrize("options", ["v2", "v2,raw", "v2,TERM=xterm-256color,raw", "v2,pty,unknown"])
def test_with_v2_streams_and_status_are_apart(options: str) -> None:
    frames = _frames(_serve(f"shell,{options}:echo hi; nope"))
    assert frames[0] == (1, b"hi\n")
    assert frames[1][0] == 2
    assert frames[-1] == (3, b"\x7f")


def test_a_raw_shell_without_a_line_reads_its_lines_from_stdin_without_a_prompt() -> None:
    stdin = encode_frame(FrameId.STDIN, b"echo one\nexit 5\necho two\n")
    assert _frames(_serve("shell,v2,raw:", stdin)) == [(1, b"one\n"), (3, b"\x05")]


def test_an_interactive_shell_prompts_and_echoes() -> None:
    assert _serve("shell:", b"echo one\rexit\r") == b"phone:/ $ echo one\r\nexit\r\none\r\nphone:/ $ "


def test_the_file_service_is_there() -> None:
    assert _serve("sync:", b"STAT\x05\0\0\0/noneQUIT\0\0\0\0") == b"STAT" + bytes(12)


def test_the_framebuffer_has_its_head_and_all_pixels() -> None:
    data = _serve("framebuffer:")
    assert struct.unpack("<14I", data[:56]) == (
        (2, 32, 1, 1080 * 2400 * 4, 1080, 2400, 0, 8, 16, 8, 8, 8, 24, 8)
    )
    assert len(data) == 56 + 1080 * 2400 * 4


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("unroot:", b"adbd not running as root\n"),
        ("remount:", b"remount failed: Operation not permitted\n"),
        ("usb:", b"restarting in USB mode\n"),
        ("tcpip:5555", b"restarting in TCP mode port: 5555\n"),
        ("tcpip:0", b"invalid port\n"),
        ("tcpip:", b"invalid port\n"),
        ("reverse:nonsense", b""),
    ],
)
def test_texts(name: str, text: bytes) -> None:
    assert _serve(name) == text


def test_root_is_refused_in_words() -> None:
    assert _serve("root:") == b"adbd cannot run as root in production builds\n"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "tcp:9008",
        "localabstract:scrcpy",
        "jdwp:1",
        "shellx:ls",
        "shell",
        "reboot:",
    ],
)
def test_all_else_is_refused(name: str) -> None:
    assert _table().open(name) is None


def test_a_line_that_no_program_could_be_started_with_is_refused_in_adbds_words() -> None:
    words = b"exec '/system/bin/sh' failed: Argument list too long (7)\n"
    line = "true;" * 30_000
    assert _serve(f"exec:{line}") == words
    assert _frames(_serve(f"shell,v2,raw:{line}")) == [(2, words), (3, b"\x7e")]
    assert _serve(f"exec:echo {'a' * 120_000}") == b"a" * 120_000 + b"\n"
