"""A phone served in this process, without an adb server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from adb_host import Host

from gui_rec.phone.server import PhoneServer, Ready, ServeConfig
from gui_rec.phone.wire.packets import Command

Test = Callable[[PhoneServer, Ready], Awaitable[None]]


def serve_and(test: Test, **config: Any) -> list[str]:
    """Run `test` against a phone that announces to nobody; what it remarked."""
    said: list[str] = []

    async def main() -> None:
        server = PhoneServer(ServeConfig(server=None, high_port=True, **config))
        async with server.running(said.append) as ready:
            await test(server, ready)

    asyncio.run(main())
    return said


async def host_of(ready: Ready) -> Host:
    host = Host(*await asyncio.open_connection("127.0.0.1", ready.port))
    assert (await host.greet()).command is Command.CNXN
    return host


async def ask(ready: Ready, *requests: dict[str, object]) -> list[dict[str, Any]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", ready.control_port)
    answers = []
    for request in requests:
        writer.write(json.dumps({"token": ready.token, **request}).encode() + b"\n")
        line = await asyncio.wait_for(reader.readline(), 5)
        answers.append(json.loads(line) if line else {"closed": True})
    writer.close()
    return answers
