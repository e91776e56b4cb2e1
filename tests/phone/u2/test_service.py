"""The server on a socket of the phone, spoken to as its client does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest
from driven_phone import Driven

from gui_rec.phone.u2.service import U2Service
from gui_rec.phone.wire.sockets import DeviceSockets, SocketReader, SocketWriter

Talk = Callable[[DeviceSockets, U2Service], Awaitable[None]]


def serve_and(talk: Talk) -> Driven:
    """Talk to a server that has just started."""
    driven = Driven()

    async def main() -> None:
        sockets = DeviceSockets()
        service = U2Service(driven.phone)
        service.listen(sockets, 9008)
        async with asyncio.timeout(10):
            await talk(sockets, service)
        service.stop()

    asyncio.run(main())
    return driven


async def exchange(
    reader: SocketReader, writer: SocketWriter, method: str, path: str, body: bytes = b""
) -> bytes:
    """One request and the body of its answer."""
    writer.write(f"{method} {path} HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n".encode())
    await writer.drain()
    writer.write(body)
    await writer.drain()
    return await read_answer(reader)


async def read_answer(reader: SocketReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
    return await reader.readexactly(int(length.split(b":")[1]))


async def once(sockets: DeviceSockets, method: str, path: str, body: bytes = b"") -> bytes:
    reader, writer = await sockets.connect("tcp:9008")
    answer = await exchange(reader, writer, method, path, body)
    await writer.close()
    return answer


def test_it_answers_the_ping_that_its_client_waits_for() -> None:
    async def talk(sockets: DeviceSockets, _service: U2Service) -> None:
        assert await once(sockets, "GET", "/ping") == b"pong"

    serve_and(talk)


def test_a_call_acts_on_the_phone() -> None:
    async def talk(sockets: DeviceSockets, _service: U2Service) -> None:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "sleep", "params": {}}).encode()
        assert json.loads(await once(sockets, "POST", "/jsonrpc/0", body)) == {
            "jsonrpc": "2.0",
            "id": 1,
            "result": None,
        }

    assert serve_and(talk).phone.wakefulness == "Asleep"


def test_several_calls_on_one_connection() -> None:
    async def talk(sockets: DeviceSockets, _service: U2Service) -> None:
        reader, writer = await sockets.connect("tcp:9008")
        for _ in range(3):
            assert await exchange(reader, writer, "GET", "/ping") == b"pong"
        await writer.close()

    serve_and(talk)


@pytest.mark.parametrize(
    ("method", "path", "answer"),
    [("GET", "/", b"uiautomator2"), ("GET", "/nowhere", b"Not Found"), ("GET", "/jsonrpc/0", b"POST")],
)
def test_other_paths(method: str, path: str, answer: bytes) -> None:
    async def talk(sockets: DeviceSockets, _service: U2Service) -> None:
        assert answer in await once(sockets, method, path)

    serve_and(talk)


def test_what_is_no_request_ends_the_connection() -> None:
    async def talk(sockets: DeviceSockets, _service: U2Service) -> None:
        reader, writer = await sockets.connect("tcp:9008")
        writer.write(b"hello\r\n\r\n")
        await writer.drain()
        assert b"BAD REQUEST" in await read_answer(reader)
        assert await reader.read() == b""

    serve_and(talk)


def test_a_client_that_leaves_in_the_middle_disturbs_nobody() -> None:
    async def talk(sockets: DeviceSockets, _service: U2Service) -> None:
        _, writer = await sockets.connect("tcp:9008")
        writer.write(b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 50\r\n\r\n{")
        await writer.drain()
        await writer.close()
        assert await once(sockets, "GET", "/ping") == b"pong"

    serve_and(talk)


def test_only_one_has_the_accessibility_connection() -> None:
    async def talk(_sockets: DeviceSockets, service: U2Service) -> None:
        phone = service.session.phone
        assert service.connected
        assert phone.accessibility.pid == service.pid
        assert not U2Service(phone).connected
        service.stop()
        assert phone.accessibility.pid is None
        assert U2Service(phone).connected

    serve_and(talk)


def test_a_server_that_never_had_the_connection_does_not_give_it_away() -> None:
    phone = Driven().phone
    first, second = U2Service(phone), U2Service(phone)
    second.stop()
    assert phone.accessibility.pid == first.pid is not None


def test_toasts_before_its_start_are_not_heard() -> None:
    phone = Driven().phone
    phone.accessibility.show_toast("old", package="com.x", duration_us=1_000_000)
    heard = phone.accessibility.last_toast
    assert heard is not None
    assert U2Service(phone).session.toasts_until == heard.serial


def test_a_taken_port_is_an_error() -> None:
    async def talk(sockets: DeviceSockets, service: U2Service) -> None:
        with pytest.raises(OSError, match="in use"):
            service.listen(sockets, 9008)

    serve_and(talk)
