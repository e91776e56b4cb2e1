"""The phone's own sockets."""

from __future__ import annotations

import asyncio
import errno

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.phone.wire.duplex import duplex
from gui_rec.phone.wire.sockets import (
    DeviceSockets,
    SocketReader,
    SocketWriter,
    is_socket_name,
    normal_name,
)


async def echo(reader: SocketReader, writer: SocketWriter) -> None:
    while data := await reader.read():
        writer.write(data)
        await writer.drain()


async def shout(reader: SocketReader, writer: SocketWriter) -> None:
    writer.write((await reader.readline()).upper())


@pytest.mark.parametrize(
    ("name", "normal"),
    [
        ("tcp:9008", "tcp:9008"),
        ("tcp:09008", "tcp:9008"),
        ("tcp:localhost:9008", "tcp:9008"),
        ("tcp:127.0.0.1:1", "tcp:1"),
        ("localabstract:scrcpy_1", "localabstract:scrcpy_1"),
        ("localfilesystem:/dev/socket/a;b", "localfilesystem:/dev/socket/a;b"),
    ],
)
def test_one_socket_has_one_name(name: str, normal: str) -> None:
    assert is_socket_name(name)
    assert normal_name(name) == normal


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("udp:1", "unknown socket specification: udp:1"),
        ("localabstract:", "unknown socket specification: localabstract:"),
        ("tcp", "unknown socket specification: tcp"),
        ("tcp:", "bad port number ''"),
        ("tcp:65536", "bad port number '65536'"),
        ("tcp:-1", "bad port number '-1'"),
        ("tcp:example.org:80", "listening on specified hostname currently unsupported"),
    ],
)
def test_what_is_no_name_is_told_in_adbds_words(name: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        normal_name(name)
    assert str(caught.value) == words


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_a_name_or_refused(text: str) -> None:
    sockets = DeviceSockets()
    assert sockets.acceptor(text) is None
    assert sockets.acceptor("tcp:" + text) is None


def test_a_program_talks_to_another() -> None:
    async def test() -> None:
        sockets = DeviceSockets()
        assert sockets.listen("tcp:9008", echo) == "tcp:9008"
        sockets.listen("localabstract:shout", shout)
        reader, writer = await sockets.connect("tcp:localhost:9008")
        writer.write(b"a line\nand ")
        writer.write(b"more")
        await writer.drain()
        assert await reader.readuntil(b"\n") == b"a line\n"
        assert await reader.readexactly(4) == b"and "
        assert await reader.read(2) == b"mo"
        assert await reader.read(50) == b"re"
        await writer.close()
        reader, writer = await sockets.connect("localabstract:shout")
        writer.write(b"hey\nho\n")
        await writer.drain()
        assert await reader.readline() == b"HEY\n"
        assert await reader.readline() == b""

    asyncio.run(test())


def test_a_name_is_taken_once_and_given_back() -> None:
    sockets = DeviceSockets()
    sockets.listen("tcp:1", echo)
    with pytest.raises(OSError, match="in use") as caught:
        sockets.listen("tcp:localhost:1", shout)
    assert caught.value.errno == errno.EADDRINUSE
    assert sockets.names() == ("tcp:1",)
    assert sockets.unlisten("tcp:1")
    assert not sockets.unlisten("tcp:1")
    assert sockets.listen("tcp:1", shout) == "tcp:1"


def test_port_0_gets_one_that_is_free() -> None:
    sockets = DeviceSockets()
    first, second = sockets.listen("tcp:0", echo), sockets.listen("tcp:0", echo)
    assert first != second
    assert sockets.names() == (first, second)
    assert 32768 <= int(first.removeprefix("tcp:")) < 61000


def test_nobody_listening_refuses() -> None:
    async def test() -> None:
        for name in ("tcp:9", "localabstract:nobody", "nonsense"):
            with pytest.raises(ConnectionRefusedError):
                await DeviceSockets().connect(name)

    asyncio.run(test())


def test_the_end_comes_too_early_for_an_exact_read() -> None:
    async def test() -> None:
        near, far = duplex()
        reader = SocketReader(far)
        await near.write(b"abc\nde")
        await near.close()
        with pytest.raises(asyncio.IncompleteReadError) as caught:
            await reader.readexactly(10)
        assert caught.value.partial == b"abc\nde"
        assert await reader.read() == b""
        with pytest.raises(asyncio.IncompleteReadError):
            await reader.readuntil(b"\n")

    asyncio.run(test())


def test_a_client_that_leaves_ends_the_handler_quietly() -> None:
    ended: list[str] = []

    async def talks_on(_reader: SocketReader, writer: SocketWriter) -> None:
        try:
            while True:
                writer.write(bytes(1000))
                await writer.drain()
        finally:
            ended.append("yes")

    async def test() -> None:
        sockets = DeviceSockets()
        sockets.listen("tcp:5", talks_on)
        _, writer = await sockets.connect("tcp:5")
        await asyncio.sleep(0)
        await writer.close()
        while sockets._tasks:
            await asyncio.sleep(0)

    asyncio.run(test())
    assert ended == ["yes"]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=10))
def test_lines_are_found_however_the_bytes_come(parts: list[bytes]) -> None:
    async def test() -> list[bytes]:
        near, far = duplex()
        for part in parts:
            await near.write(part)
        await near.close()
        reader = SocketReader(far)
        lines = []
        while line := await reader.readline():
            lines.append(line)
        return lines

    whole = b"".join(parts)
    lines = asyncio.run(test())
    assert b"".join(lines) == whole
    assert all(line.count(b"\n") == 1 and line.endswith(b"\n") for line in lines[:-1])


def test_a_line_without_end_is_not_kept_for_ever() -> None:
    async def main() -> None:
        near, far = duplex()
        writing = asyncio.ensure_future(near.write(b"x" * 1_000_000))
        with pytest.raises(asyncio.LimitOverrunError):
            await SocketReader(far).readline()
        await near.close()
        with pytest.raises(BrokenPipeError):
            await writing

    asyncio.run(main())


def test_a_program_that_is_sent_a_line_without_end_hangs_up() -> None:
    async def main() -> None:
        sockets = DeviceSockets()
        sockets.listen("tcp:1", shout)
        reader, writer = await sockets.connect("tcp:1")
        writer.write(b"x" * 70_000)
        await writer.drain()
        assert await reader.read() == b""

    asyncio.run(main())
