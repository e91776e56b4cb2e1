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


def server_address(environment: Mapping[str, str] = os.environ) -> ServerAddress:
    """The server that adb's own clients would use, from ANDROID_ADB_SERVER_ADDRESS and _PORT."""
    host = environment.get("ANDROID_ADB_SERVER_ADDRESS") or "127.0.0.1"
    port = environment.get("ANDROID_ADB_SERVER_PORT") or "5037"
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise UsageError(f"ANDROID_ADB_SERVER_PORT: expected a port 1..65535, got {port!r}")
    return ServerAddress(host, int(port))


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
