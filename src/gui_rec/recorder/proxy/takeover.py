"""For tools that know no other port than 5037: the proxy takes the person's server's port, and gives it back.

The adb program itself ends the server there and starts one elsewhere, which finds USB devices anew; emulators are
announced to it and network devices connected again, as they were listed. At the end the same the other way round.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
from collections.abc import Iterator

from gui_rec._clock import Clock, Deadline, SystemClock
from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.parse_devices import parse_devices
from gui_rec.device.adb.server import free_port, start_server, stop_server
from gui_rec.errors import DeviceError, DeviceUnavailableError
from gui_rec.recorder.proxy.give_back import watch

_PORT_VARIABLE, _SOCKET_VARIABLE = "ANDROID_ADB_SERVER_PORT", "ADB_SERVER_SOCKET"
_BACK_S = 15.0
_GAP_S = 0.1
_EMULATOR = re.compile(r"emulator-(\d+)")
_NETWORK = re.compile(r".+:\d+")
_LOG = logging.getLogger(__name__)


@contextlib.contextmanager
def taken_over(port: int, clock: Clock | None = None) -> Iterator[int]:
    """Nobody listens on `port` within the `with` block; the server is at the port that is yielded, and gui-rec's own
    environment names it. Where no server listened on `port`, the person's is where the environment says, or is started.
    """
    clock = clock or SystemClock()
    if not _listens(port):
        with _environment(_other_than(port)) as other:
            yield other
        return
    elsewhere = free_port()
    guard = watch(elsewhere, port)  # before anything is moved: from now on it comes back, whatever happens
    try:
        move_server(port, elsewhere, clock)
        try:
            with _environment(elsewhere):
                yield elsewhere
        finally:
            move_server(elsewhere, port, clock)
    finally:
        guard.let_go()


def _listens(port: int) -> bool:
    try:
        AdbClient("127.0.0.1", port).version()
    except DeviceUnavailableError:
        return False
    return True


def _other_than(port: int) -> int:
    named = os.environ.get(_PORT_VARIABLE, "")
    return int(named) if named.isascii() and named.isdigit() and 0 < int(named) != port else free_port()


def move_server(source: int, target: int, clock: Clock) -> None:
    """The server from one port to another, with the devices it has. Raises DeviceError."""
    serials = [device.serial for device in parse_devices(AdbClient("127.0.0.1", source).devices())]
    stop_server(source)
    try:
        start_server(target)
    except DeviceError:
        start_server(source)
        raise
    client = AdbClient("127.0.0.1", target)
    for serial in serials:
        _bring_back(client, serial)
    _wait_for(client, serials, clock)


def _bring_back(client: AdbClient, serial: str) -> None:
    emulator = _EMULATOR.fullmatch(serial)
    with contextlib.suppress(DeviceError):  # what does not come back is told by the wait for it
        if emulator is not None:
            client.tell(f"host:emulator:{int(emulator[1]) + 1}")
        elif _NETWORK.fullmatch(serial):
            client.query(f"host:connect:{serial}")


def _wait_for(client: AdbClient, serials: list[str], clock: Clock) -> None:
    deadline = Deadline.after(clock, _BACK_S)
    missing = set(serials)
    while missing and not deadline.passed:
        missing = set(serials) - {device.serial for device in parse_devices(client.devices())}
        if missing:
            clock.sleep_s(_GAP_S)
    if missing:
        _LOG.warning(
            "%s: not found again by the adb server that was moved to port %s", missing, client.address[1]
        )


@contextlib.contextmanager
def _environment(port: int) -> Iterator[int]:
    """gui-rec itself uses the server on `port`."""
    names = (_PORT_VARIABLE, _SOCKET_VARIABLE)
    before = {name: os.environ.get(name) for name in names}
    os.environ[_PORT_VARIABLE] = str(port)
    os.environ.pop(_SOCKET_VARIABLE, None)
    try:
        yield port
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
