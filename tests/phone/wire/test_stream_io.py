"""A command's streams on one adb stream."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from adb_host import Sent

from gui_rec.phone.wire.faults import WireFaults
from gui_rec.phone.wire.packets import Command
from gui_rec.phone.wire.shell_v2 import FrameDecoder, FrameId, encode_frame
from gui_rec.phone.wire.stream_io import FramedIo, RawIo, TerminalIo
from gui_rec.phone.wire.streams import Stream


def _run(test: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await test()

    asyncio.run(main())


def test_raw_merges_and_has_no_status() -> None:
    async def test() -> None:
        sent = Sent()
        io = RawIo(sent.stream, WireFaults())
        await io.out(b"out ")
        await io.err(b"err")
        await io.exit(3)
        await sent.stream.flush()
        assert sent.written == b"out err"

    _run(test)


def test_frames_keep_the_streams_and_the_status_apart() -> None:
    async def test() -> None:
        sent = Sent()
        io = FramedIo(sent.stream, WireFaults())
        await io.out(b"out")
        await io.err(b"err")
        await io.exit(259)
        await sent.stream.flush()
        frames = list(FrameDecoder().feed(sent.written))
        assert [(frame.id, frame.data) for frame in frames] == [(1, b"out"), (2, b"err"), (3, b"\x03")]

    _run(test)


def test_a_large_output_is_many_frames() -> None:
    async def test() -> None:
        sent = Sent()
        await FramedIo(sent.stream, WireFaults()).out(bytes(1_000_000))
        await sent.stream.flush()
        frames = list(FrameDecoder().feed(sent.written))
        assert len(frames) == 4
        assert sum(len(frame.data) for frame in frames) == 1_000_000

    _run(test)


def test_stdin_frames_are_read_until_stdin_is_closed() -> None:
    async def test() -> None:
        sent = Sent()
        io = FramedIo(sent.stream, WireFaults())
        sent.stream.on_write(
            encode_frame(FrameId.WINDOW_SIZE, b"24x80,0x0")
            + encode_frame(FrameId.STDIN, b"abc")
            + encode_frame(FrameId.CLOSE_STDIN, b"")
        )
        assert [await io.read(2), await io.read(), await io.read()] == [b"ab", b"c", b""]

    _run(test)


def test_stdin_ends_with_the_stream() -> None:
    async def test() -> None:
        sent = Sent()
        sent.stream.on_close()
        assert await FramedIo(sent.stream, WireFaults()).read() == b""

    _run(test)


def test_the_cut_sends_half_of_a_large_output_and_closes() -> None:
    async def test() -> None:
        sent = Sent()
        io = RawIo(sent.stream, WireFaults(["cut-stream"]))
        await io.out(b"small")
        with pytest.raises(BrokenPipeError):
            await io.out(b"x" * 10_000)
        assert sent.written == b"small" + b"x" * 5_000
        assert len(sent.of(Command.CLSE)) == 1

    _run(test)


def test_a_terminal_echoes_and_hands_on_whole_lines() -> None:
    async def test() -> None:
        sent = Sent()
        terminal = TerminalIo(RawIo(sent.stream, WireFaults()))
        sent.stream.on_write(b"lx\x7fs -")
        sent.stream.on_write(b"l\r")
        assert await terminal.read() == b"ls -l\n"
        await sent.stream.flush()
        assert sent.written == b"lx\b \bs -l\r\n"

    _run(test)


def test_a_terminal_ends_lines_with_cr_lf() -> None:
    async def test() -> None:
        sent = Sent()
        terminal = TerminalIo(FramedIo(sent.stream, WireFaults()))
        await terminal.out(b"a\n")
        await terminal.err(b"b\n")
        await terminal.exit(4)
        await sent.stream.flush()
        frames = list(FrameDecoder().feed(sent.written))
        assert [(frame.id, frame.data) for frame in frames] == [(1, b"a\r\n"), (1, b"b\r\n"), (3, b"\x04")]

    _run(test)


@pytest.mark.parametrize(
    ("typed", "line"),
    [(b"\x04", b""), (b"half\x03", b"\n"), (b"a\x04b\n", b"ab\n")],
    ids=["^D", "^C", "^D inside"],
)
def test_control_keys(typed: bytes, line: bytes) -> None:
    async def test() -> None:
        sent = Sent()
        sent.stream.on_write(typed)
        assert await TerminalIo(RawIo(sent.stream, WireFaults())).read() == line

    _run(test)


def test_the_stall_sends_half_and_waits_for_the_client_to_leave() -> None:
    async def test() -> None:
        sent = Sent()
        io = FramedIo(sent.stream, WireFaults(["stall-stream:1"]))
        writing = asyncio.ensure_future(io.out(b"x" * 10_000))
        while not sent.packets:
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
        assert not writing.done()
        assert next(FrameDecoder().feed(sent.written)).data == b"x" * 5_000
        sent.stream.on_close()
        with pytest.raises(BrokenPipeError):
            await writing

    _run(test)


def test_a_counted_cut_is_over_after_it_struck() -> None:
    async def test() -> None:
        faults = WireFaults(["cut-stream:1"])
        with pytest.raises(BrokenPipeError):
            await RawIo(Sent().stream, faults).out(bytes(5_000))
        sent = Sent()
        await RawIo(sent.stream, faults).out(bytes(5_000))
        await sent.stream.flush()
        assert len(sent.written) == 5_000

    _run(test)


def test_the_drop_sends_half_and_breaks_the_link() -> None:
    async def test() -> None:
        sent = Sent()
        host = Host()
        sent.stream.transport = host
        with pytest.raises(BrokenPipeError):
            await RawIo(sent.stream, WireFaults(["drop-link"])).out(bytes(10_000))
        assert len(sent.written) == 5_000
        assert host.dropped

    _run(test)


class Host:
    """A link of which only the breaking matters."""

    serial = "host-0"
    dropped = False

    async def dial(self, name: str) -> Stream:
        raise ConnectionRefusedError(name)

    def drop(self) -> None:
        self.dropped = True


def test_a_line_that_is_typed_without_end_takes_no_more() -> None:
    async def test() -> None:
        sent = Sent()
        terminal = TerminalIo(RawIo(sent.stream, WireFaults()))
        sent.stream.on_write(b"a" * 1_000_000)
        sent.stream.on_write(b"\x7fb\n")
        assert await terminal.read() == b"a" * 4094 + b"b\n"
        await sent.stream.flush()
        assert len(sent.written) == 4095 + len(b"\b \bb\r\n")

    _run(test)


def test_what_follows_an_end_of_file_is_read_after_it() -> None:
    async def test() -> None:
        sent = Sent()
        terminal = TerminalIo(RawIo(sent.stream, WireFaults()))
        sent.stream.on_write(b"one\n\x04two\n\x04\x04three\n")
        reads = [await terminal.read() for _ in range(6)]
        assert reads == [b"one\n", b"", b"two\n", b"", b"", b"three\n"]

    _run(test)
