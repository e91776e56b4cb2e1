"""Which port the phone takes, and so what it is called: a phone on port P is `emulator-<P-1>`."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterable

from gui_rec.errors import UsageError

FIRST_PORT = 5555
LAST_PORT = 5585
"""The odd ports an adb server looks at when it starts."""

_PROBE_S = 0.2
_HIGH_PORTS = range(20001, 32001, 2)
"""Odd ports below the range that systems hand out by themselves, for phones of tests."""


def serial_of(port: int) -> str:
    """The name an adb server gives to a phone on `port`."""
    return f"emulator-{port - 1}"


def bind_loopback(port: int) -> socket.socket | None:
    """A listening socket on 127.0.0.1, or None when the port is taken."""
    if _answers(port):
        return None
    # asyncio switches Nagle's delay off (40 ms a command) only where the protocol is named.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen(64)
    except OSError:
        listener.close()
        return None
    listener.setblocking(False)
    return listener


def _answers(port: int) -> bool:
    """Whether somebody listens there; some systems let two share a port when one listens on all addresses."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(_PROBE_S)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def bind_pair(port: int) -> tuple[socket.socket, socket.socket] | None:
    """Listeners for adb (`port`) and the console (`port` - 1), as an emulator has them; None when taken."""
    device = bind_loopback(port)
    if device is None:
        return None
    console = bind_loopback(port - 1)
    if console is None:
        device.close()
        return None
    return device, console


def choose(
    port: int | None, *, high: bool, say: Callable[[str], None], start_at: int = 0
) -> tuple[int, socket.socket, socket.socket]:
    """Bind the phone's ports: `port` itself; else the first free pair from 5555, or a free high one.

    `start_at` spreads phones of one machine over the high ports. Raises UsageError when nothing is free.
    """
    if port is not None:
        pair = bind_pair(port)
        if pair is None:
            raise UsageError(
                f"port {port} or its console port {port - 1} is in use on 127.0.0.1; give another --port"
            )
        return port, *pair
    candidates: Iterable[int] = range(FIRST_PORT, LAST_PORT + 1, 2)
    if high:
        offset = start_at % len(_HIGH_PORTS)
        candidates = [*_HIGH_PORTS[offset:], *_HIGH_PORTS[:offset]]
    for candidate in candidates:
        pair = bind_pair(candidate)
        if pair is not None:
            return candidate, *pair
        if not high:
            say(f"port {candidate} is taken (an emulator?); trying {candidate + 2}")
    raise UsageError("no free pair of ports for the phone; give one with --port")


async def greet_console(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer `adb emu ...`: adb skips all up to the second OK, so the greeting has two.

    No console command is known here; `quit` and the end of the input close the connection.
    """
    with contextlib.suppress(ConnectionError, ValueError):
        writer.write(b"Android Console: the simulated phone of gui-rec\r\nOK\r\nOK\r\n")
        while line := await reader.readline():
            command = line.strip()
            if command == b"quit":
                break
            if not command.startswith(b"auth "):
                writer.write(b"KO: unknown command, try the control connection of gui-rec\r\n")
            await writer.drain()
    writer.close()
