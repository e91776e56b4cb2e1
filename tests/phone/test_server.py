"""The phone's process, in this one."""

from __future__ import annotations

import asyncio
import json

from served_phone import ask, host_of, serve_and

from gui_rec.phone.server import PhoneServer, Ready, ServeConfig
from gui_rec.phone.world.config import PhoneConfig


def test_the_ready_line_says_where_it_is() -> None:
    ready = Ready("emulator-5554", 5555, 40000, "t", 12)
    assert json.loads(ready.line()) == {
        "serial": "emulator-5554", "port": 5555, "control_port": 40000, "token": "t", "pid": 12
    }  # fmt: skip


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
