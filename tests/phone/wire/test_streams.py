"""One stream: one packet in flight each way."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Awaitable, Callable, Sequence

import pytest
from adb_host import Sent
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.phone.wire.packets import Command, Packet
from gui_rec.phone.wire.streams import Stream, Unread


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


def test_what_waits_is_kept_and_not_copied() -> None:
    async def test() -> None:
        file = b"x" * 10_000_000
        tracemalloc.start()
        unread = [Sent(acks=False) for _ in range(20)]
        writing = [asyncio.ensure_future(sent.stream.write(file)) for sent in unread]
        await _turns()
        # Of each only the packet in flight was made: a link holds that many bytes back by itself.
        assert tracemalloc.get_traced_memory()[0] < 20 * 1_100_000
        tracemalloc.stop()
        for sent in unread:
            sent.stream.drop()
        assert all(isinstance(one, BrokenPipeError) for one in await _results(writing))

    _run(test)


async def _results(tasks: Sequence[asyncio.Future[None]]) -> list[object]:
    return list(await asyncio.gather(*tasks, return_exceptions=True))


def test_what_a_writer_changes_later_is_sent_as_it_was() -> None:
    async def test() -> None:
        sent = Sent(acks=False)
        await sent.stream.write(b"first")
        data = bytearray(b"y" * 5000)
        await sent.stream.write(memoryview(data))
        data[:] = b"z" * 5000
        sent.stream.on_okay()
        assert sent.packets[-1].data == b"y" * 5000

    _run(test)


@settings(max_examples=60, deadline=None)
@given(
    writes=st.lists(st.lists(st.integers(0, 9000), min_size=1, max_size=3), max_size=8),
    most=st.integers(1, 10_000),
)
def test_parts_arrive_in_order_however_they_are_cut(writes: list[list[int]], most: int) -> None:
    async def test() -> None:
        sent, expected = Sent(max_payload_bytes=most), b""
        for number, sizes in enumerate(writes):
            parts = [bytes((number, size % 256)) * size for size in sizes]
            expected += b"".join(parts)
            await sent.stream.write(*parts)
        await sent.stream.flush()
        assert sent.written == expected
        assert all(0 < len(packet.data) <= most for packet in sent.of(Command.WRTE))

    _run(test)


def test_a_packet_waits_until_the_link_lets_it() -> None:
    async def test() -> None:
        found, free = list[Packet](), False
        stream = Stream(5, 77, found.append, 100, may_send=lambda _stream: free)
        await stream.write(b"a")
        stream.finish()
        assert found == []
        free = True
        stream.pump()
        assert [packet.command for packet in found] == [Command.WRTE, Command.CLSE]

    _run(test)


def test_what_nobody_reads_is_bounded_over_all_streams_of_a_link() -> None:
    async def test() -> None:
        found, unread = list[Packet](), Unread(10)
        first, second = (Stream(number, 77, found.append, 100, unread=unread) for number in (1, 2))
        first.on_write(b"12345678")
        second.on_write(b"123")
        assert found == [Packet(Command.CLSE, 2, 77)]
        assert not first.closed.is_set()
        assert await first.read() == b"12345678"
        assert unread.bytes == 0
        first.on_write(b"1234567890")
        first.drop()
        assert unread.bytes == 0
        assert await first.read() == b"1234567890"
        assert unread.bytes == 0

    _run(test)
