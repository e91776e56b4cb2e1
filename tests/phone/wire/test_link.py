"""One link, packet by packet, over a real socket."""

from __future__ import annotations

import asyncio
import logging
import tracemalloc

import pytest
from adb_host import Host, with_link
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.phone.wire import packets
from gui_rec.phone.wire.faults import WireFaults
from gui_rec.phone.wire.link import Link, Service
from gui_rec.phone.wire.packets import Command, Packet
from gui_rec.phone.wire.streams import Stream


async def _hello(stream: Stream) -> None:
    await stream.write(b"hello")


async def _echo(stream: Stream) -> None:
    while data := await stream.read():
        await stream.write(data)


async def _broken(_stream: Stream) -> None:
    raise RuntimeError("a defect of a service")


def _opener(name: str) -> Service | None:
    return {"hello:": _hello, "echo:": _echo, "broken:": _broken}.get(name)


def test_a_service_is_opened_written_and_closed() -> None:
    async def test(host: Host, link: Link) -> None:
        assert (await host.greet()).command is Command.CNXN
        assert link.is_online
        okay = await host.open(b"hello:", local_id=9)
        assert (okay.command, okay.arg1) == (Command.OKAY, 9)
        assert okay.arg0 != 0
        assert await host.read_stream(9) == b"hello"

    with_link(_opener, test)


def test_the_end_waits_for_what_is_queued_and_for_no_last_okay() -> None:
    async def two_packets(stream: Stream) -> None:
        await stream.write(b"a")
        await stream.write(b"b")

    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        okay = await host.open(b"two:")
        assert await host.receive() == packets.write(okay.arg0, 1, b"a")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(host.reader.readexactly(1), 0.01)
        host.send(packets.okay(1, okay.arg0))
        assert await host.receive() == packets.write(okay.arg0, 1, b"b")
        assert await host.receive() == packets.close(okay.arg0, 1)

    with_link(lambda _name: two_packets, test)


def test_an_unknown_service_is_refused_with_id_zero() -> None:
    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        assert await host.open(b"tcp:9008", local_id=3) == Packet(Command.CLSE, 0, 3)

    with_link(_opener, test)


def test_bytes_go_both_ways_and_the_hosts_close_ends_the_stream() -> None:
    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        okay = await host.open(b"echo:")
        host.send(packets.write(1, okay.arg0, b"ping"))
        answers = [await host.receive(), await host.receive()]
        assert answers == [packets.okay(okay.arg0, 1), packets.write(okay.arg0, 1, b"ping")]
        host.send(packets.okay(1, okay.arg0))
        host.send(packets.close(1, okay.arg0))
        assert await host.receive() == packets.close(okay.arg0, 1)

    with_link(_opener, test)


def test_two_streams_have_two_ids() -> None:
    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        first, second = await host.open(b"echo:", 1), await host.open(b"echo:", 2)
        assert first.arg0 != second.arg0

    with_link(_opener, test)


def test_packets_for_unknown_streams_are_ignored() -> None:
    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        for packet in (packets.okay(1, 99), packets.write(1, 99, b"x"), packets.close(1, 99)):
            host.send(packet)
        assert (await host.open(b"hello:")).command is Command.OKAY

    with_link(_opener, test)


def test_an_open_before_the_greeting_is_ignored() -> None:
    async def test(host: Host, _link: Link) -> None:
        host.send(Packet(Command.OPEN, 1, 0, b"hello:\0"))
        assert (await host.greet()).command is Command.CNXN

    with_link(_opener, test)


def test_an_old_host_is_sent_the_check() -> None:
    async def test(host: Host, _link: Link) -> None:
        host.send(Packet(Command.CNXN, 0x01000000, 4096, b"host::\0"), check=True)
        await host.receive()
        await host.open(b"hello:")
        header = packets.decode_header(await host.reader.readexactly(packets.HEADER_BYTES))
        assert header.check == sum(b"hello")

    with_link(_opener, test)


@pytest.mark.parametrize(
    "packet",
    [Packet(Command.OPEN, 0, 0, b"hello:\0"), Packet(Command.CNXN, 1, 10, b"")],
    ids=["id 0", "tiny"],
)
def test_a_host_that_breaks_the_protocol_loses_its_link(packet: Packet) -> None:
    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        host.send(packet)
        assert await host.is_dropped()

    with_link(_opener, test)


@given(st.binary(min_size=24, max_size=200))
@settings(max_examples=25, deadline=None)
def test_noise_costs_the_link_and_nothing_else(noise: bytes) -> None:
    async def test(host: Host, _link: Link) -> None:
        host.writer.write(noise)
        host.writer.write_eof()
        assert await host.is_dropped()

    with_link(_opener, test)


def test_a_defect_in_a_service_closes_its_stream_and_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        await host.open(b"broken:")
        assert await host.read_stream() == b""
        await host.open(b"hello:")
        assert await host.read_stream() == b"hello"

    with caplog.at_level(logging.ERROR):
        with_link(_opener, test)
    assert "a defect of a service" in caplog.text


def test_offline_never_answers_the_greeting() -> None:
    async def test(host: Host, link: Link) -> None:
        host.send(Packet(Command.CNXN, packets.VERSION, 4096, b"host::"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(host.reader.readexactly(1), 0.05)
        assert not link.is_online

    with_link(_opener, test, WireFaults(["offline"]))


def test_unauthorized_accepts_no_key() -> None:
    async def test(host: Host, _link: Link) -> None:
        assert (await host.greet()).command is Command.AUTH
        host.send(Packet(Command.AUTH, 2, 0, bytes(256)), check=True)
        assert (await host.receive()).command is Command.AUTH
        host.send(Packet(Command.AUTH, 3, 0, b"a public key\0"), check=True)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(host.reader.readexactly(1), 0.05)

    with_link(_opener, test, WireFaults(["unauthorized"]))


def test_mute_answers_no_open_and_refuse_refuses_every_one() -> None:
    faults = WireFaults(["mute"])

    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        host.send(Packet(Command.OPEN, 1, 0, b"hello:\0"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(host.reader.readexactly(1), 0.05)
        faults.set("mute", False)
        faults.set("refuse", True)
        assert await host.open(b"hello:", 2) == packets.close(0, 2)

    with_link(_opener, test, faults)


def test_a_dropped_link_ends_its_services() -> None:
    ended: list[bytes] = []

    async def wait(stream: Stream) -> None:
        ended.append(await stream.read())

    async def test(host: Host, link: Link) -> None:
        await host.greet()
        await host.open(b"wait:")
        link.drop()
        assert await host.is_dropped()
        while not ended:
            await asyncio.sleep(0.001)

    with_link(lambda _name: wait, test)
    assert ended == [b""]


_PACKETS = st.lists(
    st.builds(
        Packet,
        st.sampled_from(Command),
        st.integers(0, 6),
        st.integers(0, 6),
        st.sampled_from([b"", b"echo:\0", b"hello:\0", b"broken:\0", b"x" * 100, b"\xff\xfe"]),
    ),
    max_size=25,
)


@given(_PACKETS)
@settings(max_examples=40, deadline=None)
def test_any_sequence_of_packets_leaves_the_phone_standing(sequence: list[Packet]) -> None:
    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        for packet in sequence:
            host.send(packet)
        host.writer.write_eof()
        assert await host.is_dropped()

    with_link(_opener, test)


def test_a_service_that_goes_on_after_the_close_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.phone.wire.link._HANG_UP_S", 0.01)
    events: list[str] = []

    async def stubborn(stream: Stream) -> None:
        try:
            await stream.read()
            events.append("told")
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            events.append("cancelled")
            raise

    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        okay = await host.open(b"stubborn:")
        host.send(packets.close(1, okay.arg0))
        assert await host.receive() == packets.close(okay.arg0, 1)
        while len(events) < 2:
            await asyncio.sleep(0.001)

    with_link(lambda _name: stubborn, test)
    assert events == ["told", "cancelled"]


def test_a_failure_after_the_close_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async def late(stream: Stream) -> None:
        try:
            await stream.closed.wait()
            await asyncio.sleep(3600)
        finally:
            raise RuntimeError("failed while leaving")

    async def test(host: Host, link: Link) -> None:
        await host.greet()
        await host.open(b"late:")
        link.drop()
        assert await host.is_dropped()
        while "failed while leaving" not in caplog.text:
            await asyncio.sleep(0.001)

    with caplog.at_level(logging.ERROR):
        with_link(lambda _name: late, test)


def test_too_many_streams_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.phone.wire.link._MOST_STREAMS", 2)

    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        answers = [await host.open(b"echo:", number) for number in (1, 2, 3)]
        assert [answer.command for answer in answers] == [Command.OKAY, Command.OKAY, Command.CLSE]

    with_link(_opener, test)


def test_a_host_that_reads_slowly_gets_every_byte() -> None:
    data = bytes(range(256)) * 12_000

    async def large(stream: Stream) -> None:
        await stream.write(data)

    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        okay = await host.open(b"large:")
        found = b""
        while (packet := await host.receive()).command is Command.WRTE:
            found += packet.data
            if len(found) == len(data):
                break
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(host.reader.readexactly(1), 0.01)
            host.send(packets.okay(1, okay.arg0))
        assert (await host.receive()).command is Command.CLSE
        assert found == data

    with_link(lambda _name: large, test)


def test_a_client_that_breaks_a_services_protocol_loses_its_stream_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def strict(_stream: Stream) -> None:
        raise InputError("shell v2 frame: too long")

    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        okay = await host.open(b"strict:", 1)
        assert okay.command is Command.OKAY
        assert (await host.receive()).command is Command.CLSE
        assert (await host.open(b"strict:", 2)).command is Command.OKAY

    with_link(lambda _name: strict, test)
    assert "stream 1 dropped: shell v2 frame" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_host_that_reads_nothing_costs_one_file_and_not_one_for_each_stream() -> None:
    file, open_streams = b"x" * 4_000_000, 60

    async def large(stream: Stream) -> None:
        await stream.write(file)

    async def test(host: Host, link: Link) -> None:
        await host.greet()
        tracemalloc.start()
        # In one piece: a link that has sent more than its host reads takes no further packets.
        opens = (Packet(Command.OPEN, local_id, 0, b"large:\0") for local_id in range(1, open_streams + 1))
        host.writer.write(b"".join(packets.encode(each, check=False) for each in opens))
        await host.writer.drain()
        async with asyncio.timeout(20):
            while len(link._streams) < open_streams or not link._held:
                await asyncio.sleep(0.001)
        assert tracemalloc.get_traced_memory()[0] < 16_000_000
        tracemalloc.stop()
        received: dict[int, int] = {}
        closed = 0
        while closed < open_streams:
            packet = await host.receive()
            if packet.command is Command.WRTE:
                received[packet.arg1] = received.get(packet.arg1, 0) + len(packet.data)
                host.send(packets.okay(packet.arg1, packet.arg0))
            closed += packet.command is Command.CLSE
        assert set(received.values()) == {len(file)}

    with_link(lambda _name: large, test)


def test_streams_that_are_opened_at_once_begin_a_few_in_each_turn() -> None:
    begun, most = 0, 0

    async def count(stream: Stream) -> None:
        nonlocal begun
        begun += 1
        await stream.closed.wait()

    async def watch() -> None:
        nonlocal most
        while True:
            before = begun
            await asyncio.sleep(0)
            most = max(most, begun - before)

    async def test(host: Host, link: Link) -> None:
        await host.greet()
        watching = asyncio.create_task(watch())
        opens = (Packet(Command.OPEN, local_id, 0, b"count:\0") for local_id in range(1, 501))
        host.writer.write(b"".join(packets.encode(each, check=False) for each in opens))
        answers = [await host.receive() for _ in range(500)]
        watching.cancel()
        assert [answer.arg1 for answer in answers] == list(range(1, 501))
        assert (begun, len(link._streams)) == (500, 500)
        assert 0 < most <= 8

    with_link(lambda _name: count, test)


@pytest.mark.parametrize("count", [1, 7, 8, 9, 16, 17, 40])
def test_packets_are_answered_in_order_and_the_host_is_read_again(count: int) -> None:
    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        for first in (1, 1 + count):
            opens = [Packet(Command.OPEN, first + number, 0, b"none:\0") for number in range(count)]
            host.writer.write(b"".join(packets.encode(each, check=False) for each in opens))
            answers = [await host.receive() for _ in range(count)]
            assert answers == [packets.close(0, first + number) for number in range(count)]

    with_link(_opener, test)
