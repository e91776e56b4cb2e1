"""adb reverse, as adbd answers it."""

from __future__ import annotations

import asyncio

import pytest
from adb_host import Host, with_link
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.wire import packets
from gui_rec.phone.wire.duplex import DuplexEnd, duplex
from gui_rec.phone.wire.link import Link, Service
from gui_rec.phone.wire.packets import Command, Packet
from gui_rec.phone.wire.reverse import ReverseTable, join
from gui_rec.phone.wire.sockets import DeviceSockets, SocketReader, SocketWriter
from gui_rec.phone.wire.streams import Stream


class NoHost:
    """A transport that refuses whatever the phone opens."""

    def __init__(self, serial: str = "host-0") -> None:
        self.serial = serial
        self.dialled: list[str] = []

    async def dial(self, name: str) -> Stream:
        self.dialled.append(name)
        raise ConnectionRefusedError(name)

    def drop(self) -> None:
        self.dialled.append("dropped")


def _fail(text: str) -> bytes:
    return b"FAIL%04x" % len(text) + text.encode()


def _asked(*commands: str) -> list[bytes]:
    table, host = ReverseTable(DeviceSockets()), NoHost()
    return [table.answer(command, host) for command in commands]


def test_names_are_set_listed_changed_and_taken_away() -> None:
    assert _asked(
        "list-forward",
        "forward:tcp:1000;tcp:2000",
        "forward:norebind:localabstract:x;tcp:2001",
        "list-forward",
        "forward:tcp:1000;tcp:3000",
        "killforward:localabstract:x",
        "list-forward",
        "killforward-all",
        "list-forward",
    ) == [
        b"0000",
        b"OKAY",
        b"OKAY",
        b"0039host-0 tcp:1000 tcp:2000\nhost-0 localabstract:x tcp:2001\n",
        b"OKAY",
        b"OKAY",
        b"0019host-0 tcp:1000 tcp:3000\n",
        b"OKAY",
        b"0000",
    ]


def test_port_0_is_answered_with_the_one_it_got() -> None:
    okay, listing = _asked("forward:tcp:0;tcp:9", "list-forward")
    assert okay.startswith(b"OKAY0005")
    assert b"host-0 tcp:%s tcp:9\n" % okay[8:] in listing


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("forward:tcp:1", "bad forward: tcp:1"),
        ("forward:tcp:1;", "bad forward: tcp:1;"),
        ("forward:;tcp:1", "bad forward: ;tcp:1"),
        ("forward:tcp:1;tcp:2;tcp:3", "bad forward: tcp:1;tcp:2;tcp:3"),
        ("forward:tcp:1;*smartsocket*", "bad forward: tcp:1;*smartsocket*"),
        ("forward:norebind:tcp:1", "bad forward: tcp:1"),
        ("forward:foo:1;tcp:2", "cannot bind listener: unknown socket specification: foo:1"),
        ("forward:tcp:99999;tcp:2", "cannot bind listener: bad port number '99999'"),
        ("killforward:", "bad killforward: "),
        ("killforward:tcp:1;tcp:2", "bad killforward: tcp:1;tcp:2"),
        ("killforward:tcp:1", "listener 'tcp:1' not found"),
        ("killforward:foo", "listener 'foo' not found"),
        ("nonsense", "not a reverse forwarding command"),
    ],
)
def test_refusals_are_in_adbds_words(command: str, text: str) -> None:
    assert _asked(command) == [_fail(text)]


def test_norebind_leaves_what_is_there() -> None:
    assert _asked("forward:tcp:1;tcp:2", "forward:norebind:tcp:1;tcp:3", "list-forward") == [
        b"OKAY",
        _fail("cannot rebind existing socket"),
        b"0013host-0 tcp:1 tcp:2\n",
    ]


def test_a_name_where_a_program_listens_is_taken() -> None:
    async def serve(_reader: SocketReader, _writer: SocketWriter) -> None:
        raise AssertionError("nobody connects")

    sockets = DeviceSockets()
    sockets.listen("tcp:9008", serve)
    answer = ReverseTable(sockets).answer("forward:tcp:9008;tcp:1", NoHost())
    assert answer == _fail("cannot bind listener: Address already in use")
    assert sockets.names() == ("tcp:9008",)


def test_listeners_go_with_their_link_and_a_rebind_moves_them() -> None:
    sockets = DeviceSockets()
    table, first, second = ReverseTable(sockets), NoHost("host-0"), NoHost("host-1")
    for name in ("tcp:1", "tcp:2"):
        table.answer(f"forward:{name};tcp:9", first)
    table.answer("forward:tcp:2;tcp:9", second)
    table.forget(first)
    assert table.answer("list-forward", first) == b"0013host-1 tcp:2 tcp:9\n"
    assert sockets.names() == ("tcp:2",)


def test_a_host_that_refuses_ends_the_connection() -> None:
    async def test() -> None:
        sockets, host = DeviceSockets(), NoHost()
        ReverseTable(sockets).answer("forward:tcp:1;tcp:9", host)
        reader, _ = await sockets.connect("tcp:1")
        assert await reader.read() == b""
        assert host.dialled == ["tcp:9"]

    asyncio.run(test())


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["forward:", "killforward:", "norebind:", "tcp:1", "tcp:2", ";", "*", "list-forward", "x"]
        )
    )
)
def test_every_command_has_one_answer(words: list[str]) -> None:
    (answer,) = _asked("".join(words))
    if not answer.startswith(b"OKAY"):
        text = answer.removeprefix(b"FAIL")
        assert int(text[:4], 16) == len(text) - 4


def test_a_program_of_the_phone_reaches_the_host() -> None:
    sockets = DeviceSockets()
    table = ReverseTable(sockets)

    def opener(name: str) -> Service:
        async def serve(stream: Stream) -> None:
            assert stream.transport is not None
            await stream.write(table.answer(name.removeprefix("reverse:"), stream.transport))

        return serve

    async def test(host: Host, _link: Link) -> None:
        await host.greet()
        await host.open(b"reverse:forward:tcp:7;tcp:8000")
        assert await host.read_stream() == b"OKAY"
        connecting = asyncio.ensure_future(sockets.connect("tcp:7"))
        opened = await host.receive()
        assert (opened.command, opened.arg1, opened.data) == (Command.OPEN, 0, b"tcp:8000\0")
        host.send(packets.okay(55, opened.arg0))
        host.send(packets.write(55, opened.arg0, b"from the host"))
        reader, writer = await connecting
        assert await reader.readexactly(13) == b"from the host"
        assert await host.receive() == packets.okay(opened.arg0, 55)
        writer.write(b"from the phone")
        await writer.drain()
        assert await host.receive() == packets.write(opened.arg0, 55, b"from the phone")
        host.send(packets.okay(55, opened.arg0))
        host.send(packets.close(55, opened.arg0))
        assert await host.receive() == packets.close(opened.arg0, 55)
        assert await reader.read() == b""

    with_link(opener, test)


def test_dialling_can_be_refused_and_a_dead_link_refuses() -> None:
    async def test(host: Host, link: Link) -> None:
        with pytest.raises(ConnectionRefusedError, match="no adb server"):
            await link.dial("tcp:1")
        await host.greet()
        dialling = asyncio.ensure_future(link.dial("tcp:1"))
        opened = await host.receive()
        host.send(packets.close(0, opened.arg0))
        with pytest.raises(ConnectionRefusedError, match="the host refused"):
            await dialling
        again = asyncio.ensure_future(link.dial("tcp:2"))
        assert (await host.receive()).data == b"tcp:2\0"
        link.drop()
        with pytest.raises(ConnectionRefusedError, match="has left"):
            await again

    with_link(lambda _name: None, test)


def test_an_answer_to_a_dial_that_was_given_up_is_closed() -> None:
    async def test(host: Host, link: Link) -> None:
        await host.greet()
        dialling = asyncio.ensure_future(link.dial("tcp:1"))
        opened = await host.receive()
        dialling.cancel()
        await asyncio.wait({dialling})
        host.send(Packet(Command.OKAY, 9, opened.arg0))
        assert await host.receive() == packets.close(opened.arg0, 9)

    with_link(lambda _name: None, test)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=400_000), max_size=5))
def test_what_is_joined_carries_every_byte_before_the_end(parts: list[bytes]) -> None:
    async def drain(end: DuplexEnd) -> bytes:
        data = b""
        while part := await end.read():
            data += part
        return data

    async def test() -> bytes:
        (program, inner), (outer, host) = duplex(), duplex()
        joining = asyncio.ensure_future(join(inner, outer))
        reading = asyncio.ensure_future(drain(host))
        for part in parts:
            await program.write(part)
        await program.flush()
        await program.close()
        data = await reading
        await joining
        return data

    assert asyncio.run(test()) == b"".join(parts)


def test_a_list_is_never_longer_than_its_length_can_say() -> None:
    many = [f"forward:localabstract:{number:04}{'a' * 4000};tcp:1" for number in range(20)]
    *_, listed = _asked(*many, "list-forward")
    assert (listed[:4], len(listed)) == (b"ffff", 4 + 0xFFFF)


def test_a_name_without_end_and_one_listener_too_many_are_refused() -> None:
    (refused,) = _asked(f"forward:localabstract:{'a' * 5000};tcp:1")
    assert refused.startswith(b"FAIL")
    answers = _asked(*(f"forward:localabstract:n{number};tcp:1" for number in range(1025)))
    assert set(answers[:1024]) == {b"OKAY"}
    assert answers[1024] == b"FAIL0029cannot bind listener: Too many open files"
