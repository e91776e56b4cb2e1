"""One stream: one packet in flight each way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from adb_host import Sent

from gui_rec.errors import InputError
from gui_rec.phone.wire.packets import Command, Packet
from gui_rec.phone.wire.streams import Stream


async def _turns(count: int = 20) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def _run(test: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await test()

    asyncio.run(main())


def test_a_packet_is_acknowledged_when_it_was_read() -> None:
    async def test() -> None:
        sent = Sent()
        sent.stream.on_write(b"hello")
        assert sent.packets == []
        assert await sent.stream.read() == b"hello"
        assert sent.packets == [Packet(Command.OKAY, 5, 77)]

    _run(test)


def test_a_packet_can_be_read_in_pieces_and_is_acknowledged_once() -> None:
    async def test() -> None:
        sent = Sent()
        sent.stream.on_write(b"abcdef")
        assert [await sent.stream.read(4), await sent.stream.read(4)] == [b"abcd", b"ef"]
        assert len(sent.of(Command.OKAY)) == 1

    _run(test)


def test_the_next_packet_waits_for_the_acknowledgement() -> None:
    async def test() -> None:
        sent = Sent(acks=False)
        await sent.stream.write(b"one")
        await sent.stream.write(b"two")
        await sent.stream.write(b"three")
        assert [packet.data for packet in sent.packets] == [b"one"]
        sent.stream.on_okay()
        assert [packet.data for packet in sent.packets] == [b"one", b"twothree"]

    _run(test)


def test_large_writes_are_cut_to_the_payload_and_wait() -> None:
    async def test() -> None:
        sent = Sent(max_payload_bytes=10)
        await sent.stream.write(b"x" * 35)
        await sent.stream.flush()
        assert [len(packet.data) for packet in sent.of(Command.WRTE)] == [10, 10, 10, 5]

    _run(test)


def test_a_slow_reader_holds_the_writer_back() -> None:
    async def test() -> None:
        sent = Sent(acks=False, max_payload_bytes=10)
        writing = asyncio.ensure_future(sent.stream.write(b"x" * 25))
        await _turns()
        assert not writing.done()
        sent.stream.on_okay()
        await asyncio.wait_for(writing, 1)

    _run(test)


def test_flush_returns_only_after_the_last_acknowledgement() -> None:
    async def test() -> None:
        sent = Sent(acks=False)
        await sent.stream.write(b"x")
        flushing = asyncio.ensure_future(sent.stream.flush())
        await _turns()
        assert not flushing.done()
        sent.stream.on_okay()
        await asyncio.wait_for(flushing, 1)

    _run(test)


def test_the_hosts_close_is_answered_once() -> None:
    async def test() -> None:
        sent = Sent()
        sent.stream.on_close()
        sent.stream.on_close()
        await sent.stream.close()
        assert sent.packets == [Packet(Command.CLSE, 5, 77)]
        assert sent.stream.closed.is_set()

    _run(test)


def test_a_closed_stream_reads_as_ended_and_cannot_be_written() -> None:
    async def test() -> None:
        sent = Sent()
        reading = asyncio.ensure_future(sent.stream.read())
        await _turns()
        sent.stream.on_close()
        assert await reading == b""
        with pytest.raises(BrokenPipeError):
            await sent.stream.write(b"x")

    _run(test)


def test_a_writer_that_waits_is_woken_by_the_close() -> None:
    async def test() -> None:
        sent = Sent(acks=False, max_payload_bytes=4)
        writing = asyncio.ensure_future(sent.stream.write(b"x" * 20))
        await _turns()
        sent.stream.drop()
        with pytest.raises(BrokenPipeError):
            await writing
        assert sent.of(Command.CLSE) == []

    _run(test)


def test_what_came_before_the_close_can_still_be_read() -> None:
    async def test() -> None:
        sent = Sent()
        sent.stream.on_write(b"last words")
        sent.stream.on_close()
        assert [await sent.stream.read(), await sent.stream.read()] == [b"last words", b""]
        assert sent.of(Command.OKAY) == []

    _run(test)


def test_a_host_that_does_not_wait_is_refused() -> None:
    async def test() -> None:
        sent = Sent()
        for _ in range(4):
            sent.stream.on_write(b"x")
        with pytest.raises(InputError, match="without waiting"):
            sent.stream.on_write(b"x")

    _run(test)


def test_a_finished_stream_closes_with_its_last_packet_and_not_before() -> None:
    async def test() -> None:
        sent = Sent(acks=False)
        await sent.stream.write(b"one")
        await sent.stream.write(b"two")
        sent.stream.finish()
        assert [packet.command for packet in sent.packets] == [Command.WRTE]
        sent.stream.on_okay()
        assert [packet.command for packet in sent.packets] == [Command.WRTE, Command.WRTE, Command.CLSE]

    _run(test)


def test_an_empty_packet_is_acknowledged_at_once() -> None:
    async def test() -> None:
        sent = Sent()
        sent.stream.on_write(b"")
        assert sent.packets == [Packet(Command.OKAY, 5, 77)]

    _run(test)


def test_a_late_acknowledgement_comes_late_and_not_after_the_end() -> None:
    async def test() -> None:
        delay_s, found = 0.01, list[Packet]()
        stream = Stream(5, 77, found.append, 100, None, lambda: delay_s)
        stream.on_write(b"a")
        assert await stream.read() == b"a"
        assert found == []
        while not found:
            await asyncio.sleep(0)
        assert found == [Packet(Command.OKAY, 5, 77)]
        stream.on_write(b"b")
        await stream.read()
        await stream.close()
        await asyncio.sleep(delay_s * 2)
        assert [packet.command for packet in found] == [Command.OKAY, Command.CLSE]

    _run(test)
