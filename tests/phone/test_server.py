"""The phone's process, in this one."""

from __future__ import annotations

import asyncio
import contextlib
import json

from adb_host import Host
from served_phone import ask, host_of, serve_and

from gui_rec.phone.server import PhoneServer, Ready, ServeConfig, serve
from gui_rec.phone.wire import packets
from gui_rec.phone.wire.packets import Command
from gui_rec.phone.world.config import PhoneConfig


def test_the_ready_line_says_where_it_is() -> None:
    ready = Ready("emulator-5554", 5555, 40000, "t", 12)
    assert json.loads(ready.line()) == {
        "serial": "emulator-5554", "port": 5555, "control_port": 40000, "token": "t", "pid": 12
    }  # fmt: skip


def test_the_ready_line_names_the_page_if_there_is_one() -> None:
    ready = Ready("emulator-5554", 5555, 40000, "t", 12, "http://127.0.0.1:1/x/")
    assert json.loads(ready.line())["web"] == "http://127.0.0.1:1/x/"


def test_a_host_runs_a_command() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        assert ready.serial == f"emulator-{ready.port - 1}"
        host = await host_of(ready)
        await host.open(b"exec:echo $USER; pwd")
        assert await host.read_stream() == b"shell\n/\n"
        host.writer.close()

    assert serve_and(test) == []


def test_files_are_shared_between_streams_and_shells_are_not() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        host = await host_of(ready)
        await host.open(b"exec:cd /sdcard; A=1; echo x > f", 1)
        await host.read_stream(1)
        await host.open(b"exec:pwd; echo [$A]; cat /sdcard/f", 2)
        assert await host.read_stream(2) == b"/\n[]\nx\n"
        host.writer.close()

    serve_and(test)


def test_a_fault_of_the_greeting_drops_the_links() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        host = await host_of(ready)
        await ask(ready, {"op": "fault", "name": "offline"})
        assert await host.is_dropped()
        host.writer.close()

    serve_and(test)


def test_open_connections_do_not_keep_it_from_ending() -> None:
    async def main() -> None:
        server = PhoneServer(ServeConfig(phone=PhoneConfig(seed=5), server=None, high_port=True))
        async with server.running(lambda _text: None) as ready:
            host = await host_of(ready)
            await host.open(b"exec:sleep 1000")
            others = [
                await asyncio.open_connection("127.0.0.1", port)
                for port in (ready.control_port, ready.port - 1)
            ]
        assert await host.is_dropped()
        for writer in (host.writer, *(writer for _, writer in others)):
            writer.close()
            await asyncio.sleep(0)

    asyncio.run(main())


def test_what_stands_behind_a_command_does_not_run_once_the_client_has_left() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        host = await host_of(ready)
        okay = await host.open(b"exec:cat; touch /sdcard/late")
        host.send(packets.close(1, okay.arg0))
        assert await host.receive() == packets.close(okay.arg0, 1)
        await host.open(b"exec:echo after", 2)
        assert await host.read_stream(2) == b"after\n"
        assert not server.files.exists("/sdcard/late")
        host.writer.close()

    serve_and(test)


def test_a_stream_of_touches_ends_with_its_client() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        host = await host_of(ready)
        okay = await host.open(b"exec:getevent -lt")
        first = await host.receive()
        assert first.data.startswith(b"add device 1:")
        host.send(packets.okay(1, okay.arg0))
        await ask(ready, {"op": "tap", "x": 540, "y": 1200})
        assert b"ABS_MT_TRACKING_ID" in (await host.receive()).data
        host.send(packets.close(1, okay.arg0))
        while (await host.receive()).command is not Command.CLSE:
            pass
        while server.phone.panel._subscribers:
            await asyncio.sleep(0.001)
        host.writer.close()

    serve_and(test)


def test_a_picture_and_a_tree_come_from_the_same_phone() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        host = await host_of(ready)
        await host.open(b"exec:screencap -p", 1)
        assert await host.read_stream(1) == server.phone.frame()
        await host.open(b"exec:uiautomator dump /sdcard/w.xml >/dev/null && cat /sdcard/w.xml", 2)
        assert (await host.read_stream(2)).decode().strip() == server.phone.hierarchy().strip()
        host.writer.close()

    serve_and(test)


def test_files_carry_the_phones_own_time() -> None:
    async def test(server: PhoneServer, _ready: Ready) -> None:
        server.clock.set_wall(86_400_000_000)
        server.files.write("/sdcard/f", b"")
        assert server.files.stat("/sdcard/f").mtime_s in (86_400, 86_401)

    serve_and(test)


def test_the_banner_carries_the_model() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        host = Host(*await asyncio.open_connection("127.0.0.1", ready.port))
        assert b"ro.product.model=Pixel 9;" in (await host.greet()).data
        host.writer.close()

    serve_and(test, phone=PhoneConfig(model="Pixel 9"))


def test_serve_prints_the_ready_line_and_ends_when_told() -> None:
    lines: list[str] = []

    async def main() -> None:
        def on_ready(line: str) -> None:
            lines.append(line)
            ready = Ready(**json.loads(line))
            stopping.append(asyncio.ensure_future(ask(ready, {"op": "stop"})))

        stopping: list[asyncio.Future[object]] = []
        config = ServeConfig(server=None, high_port=True)
        await asyncio.wait_for(serve(config, out=on_ready, say=lambda _text: None), 10)
        await asyncio.gather(*stopping)

    asyncio.run(main())
    assert len(lines) == 1


def test_an_outage_takes_no_link_and_says_nothing_until_it_is_over() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        host = await host_of(ready)
        await ask(ready, {"op": "fault", "name": "outage:600"})
        assert await host.is_dropped()
        refused = Host(*await asyncio.open_connection("127.0.0.1", ready.port))
        assert await refused.is_dropped()
        assert server._is_linked()
        await ask(ready, {"op": "fault", "name": "outage", "on": False})
        assert not server._is_linked()
        again = await host_of(ready)
        for one in (host, refused, again):
            one.writer.close()

    serve_and(test)


def test_an_outage_from_the_start_ends_by_itself() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        assert server.wire_faults.names() == ["outage"]
        while server.wire_faults.names():
            await asyncio.sleep(0.01)
        (await host_of(ready)).writer.close()

    serve_and(test, faults=("outage:1",))


def test_reversed_names_go_with_their_link() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        host = await host_of(ready)
        await host.open(b"reverse:forward:tcp:1;tcp:2")
        assert await host.read_stream() == b"OKAY"
        assert "tcp:1" in server.sockets.names()
        host.writer.close()
        while "tcp:1" in server.sockets.names():
            await asyncio.sleep(0.001)

    serve_and(test)


def test_a_job_holds_its_stream_open_and_ends_with_its_client() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        host = await host_of(ready)
        await host.open(b"exec:sleep 0.05 & echo first", 1)
        assert await host.read_stream(1) == b"first\n"
        okay = await host.open(b"exec:sleep 1000 & cat", 2)
        host.send(packets.close(2, okay.arg0))
        assert await host.receive() == packets.close(okay.arg0, 2)
        (link,) = server._links
        while link._tasks:
            await asyncio.sleep(0.001)
        host.writer.close()

    serve_and(test)


def test_one_link_too_many_is_not_taken() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        hosts = [await host_of(ready) for _ in range(64)]
        reader, writer = await asyncio.open_connection("127.0.0.1", ready.port)
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()
        hosts.pop().writer.close()
        while len(server._links) == 64:
            await asyncio.sleep(0.001)
        hosts.append(await host_of(ready))
        for host in hosts:
            host.writer.close()

    serve_and(test)
