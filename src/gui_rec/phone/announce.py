"""Telling an adb server that the phone is there.

A server looks for emulators once, when it starts, and afterwards only where one was before; so an emulator
says `host:emulator:PORT` to the server (AOSP packages/modules/adb, client/transport_emulator.cpp). The phone
says it again whenever no server has held a link to it for a while. It never starts or ends a server.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gui_rec.errors import UsageError

_LOG = logging.getLogger(__name__)
_TIMEOUT_S = 2.0


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where an adb server listens."""

    host: str = "127.0.0.1"
    port: int = 5037


def server_address(environment: Mapping[str, str] | None = None) -> ServerAddress:
    """The server that adb's own clients would use.

    ADB_SERVER_SOCKET (`tcp:HOST:PORT`, `tcp:PORT`) wins over ANDROID_ADB_SERVER_ADDRESS and _PORT. Raises
    UsageError for a value that cannot be meant.
    """
    environment = os.environ if environment is None else environment
    socket_name = environment.get("ADB_SERVER_SOCKET")
    if socket_name:
        kind, _, rest = socket_name.partition(":")
        if kind != "tcp" or not rest:
            raise UsageError(f"ADB_SERVER_SOCKET: expected tcp:HOST:PORT or tcp:PORT, got {socket_name!r}")
        host, _, port = rest.rpartition(":")
        return ServerAddress(host.strip("[]") or "127.0.0.1", _port("ADB_SERVER_SOCKET", port))
    host = environment.get("ANDROID_ADB_SERVER_ADDRESS") or "127.0.0.1"
    name = "ANDROID_ADB_SERVER_PORT"
    return ServerAddress(host, _port(name, environment.get(name) or "5037"))


def _port(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 65536):
        raise UsageError(f"{name}: expected a port 1..65535, got {text!r}")
    return int(text)


def announcement(port: int) -> bytes:
    """The request `host:emulator:PORT`, with its length in four hexadecimal digits."""
    request = f"host:emulator:{port}".encode()
    return b"%04x" % len(request) + request


async def announce(server: ServerAddress, port: int) -> bool:
    """Say it once; the server closes the connection without an answer. False when no server listens."""
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            reader, writer = await asyncio.open_connection(server.host, server.port)
            writer.write(announcement(port))
            await writer.drain()
            await reader.read(64)
            writer.close()
    except OSError as error:
        _LOG.debug("no adb server at %s:%d: %s", server.host, server.port, error)
        return False
    return True


async def keep_announced(
    server: ServerAddress, port: int, is_linked: Callable[[], bool], *, quiet_s: float = 1.0
) -> None:
    """Announce at once, then again after each `quiet_s` without a link. Runs until cancelled."""
    unlinked_for_s = quiet_s
    tick_s = quiet_s / 4
    while True:
        unlinked_for_s = 0.0 if is_linked() else unlinked_for_s + tick_s
        if unlinked_for_s >= quiet_s:
            await announce(server, port)
            unlinked_for_s = 0.0
        await asyncio.sleep(tick_s)
