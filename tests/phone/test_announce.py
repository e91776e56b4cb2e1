"""Telling an adb server."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from gui_rec.errors import UsageError
from gui_rec.phone.announce import ServerAddress, announce, announcement, keep_announced, server_address


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, ServerAddress("127.0.0.1", 5037)),
        ({"ANDROID_ADB_SERVER_PORT": "5038"}, ServerAddress("127.0.0.1", 5038)),
        (
            {"ANDROID_ADB_SERVER_ADDRESS": "10.0.0.2", "ANDROID_ADB_SERVER_PORT": ""},
            ServerAddress("10.0.0.2", 5037),
        ),
        ({"ADB_SERVER_SOCKET": "tcp:5039"}, ServerAddress("127.0.0.1", 5039)),
        ({"ADB_SERVER_SOCKET": "tcp:host:5039", "ANDROID_ADB_SERVER_PORT": "1"}, ServerAddress("host", 5039)),
        ({"ADB_SERVER_SOCKET": "tcp:[::1]:5039"}, ServerAddress("::1", 5039)),
    ],
)
def test_the_address_is_that_of_adbs_own_clients(environment: dict[str, str], address: ServerAddress) -> None:
    assert server_address(environment) == address


@pytest.mark.parametrize("port", ["x", "0", "70000", "-1"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    with pytest.raises(UsageError, match="ANDROID_ADB_SERVER_PORT"):
        server_address({"ANDROID_ADB_SERVER_PORT": port})


@pytest.mark.parametrize("name", ["localfilesystem:/x", "tcp:", "tcp:host:", "tcp:x"])
def test_a_socket_that_is_none_of_tcp_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="ADB_SERVER_SOCKET"):
        server_address({"ADB_SERVER_SOCKET": name})


def test_nothing_given_is_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADB_SERVER_SOCKET", "tcp:5050")
    assert server_address() == ServerAddress("127.0.0.1", 5050)


def test_the_bytes_of_the_announcement() -> None:
    assert announcement(5555) == b"0012host:emulator:5555"
    assert announcement(41001) == b"0013host:emulator:41001"


class _Server:
    """Takes announcements as an adb server does: it reads one and closes."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def on_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard.put_nowait(await reader.read(100))
        writer.close()


def test_a_server_hears_it_once_linked_and_again_when_not() -> None:
    async def main() -> None:
        server = _Server()
        listening = await asyncio.start_server(server.on_client, "127.0.0.1", 0)
        address = ServerAddress("127.0.0.1", listening.sockets[0].getsockname()[1])
        linked = False
        task = asyncio.create_task(keep_announced(address, 5555, lambda: linked, quiet_s=0.02))
        for _ in range(2):
            assert await asyncio.wait_for(server.heard.get(), 5) == announcement(5555)
        linked = True
        with contextlib.suppress(TimeoutError):  # one may be under way
            await asyncio.wait_for(server.heard.get(), 0.1)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(server.heard.get(), 0.1)
        task.cancel()
        listening.close()

    asyncio.run(main())


def test_no_server_is_no_error() -> None:
    async def main() -> bool:
        listening = await asyncio.start_server(_Server().on_client, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        listening.close()
        await listening.wait_closed()
        return await announce(ServerAddress("127.0.0.1", port), 5555)

    assert asyncio.run(main()) is False
