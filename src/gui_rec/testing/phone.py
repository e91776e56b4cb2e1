"""The simulated phone behind a real adb server of its own, for tests of whole paths."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gui_rec._clock import Clock, Deadline, SystemClock
from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.device import AdbDevice
from gui_rec.device.adb.server import PrivateAdbServer
from gui_rec.device.listing import list_devices
from gui_rec.errors import DeviceTimeoutError
from gui_rec.phone.process import PhoneProcess
from gui_rec.phone.running import RUNTIME_VARIABLE

_GAP_S = 0.02


@dataclass(frozen=True, slots=True)
class SimulatedPhone:
    """`device` reaches `process` through `server`; `server.environ` makes other programs use it too."""

    device: AdbDevice
    server: PrivateAdbServer
    process: PhoneProcess


@contextmanager
def simulated_phone(
    *,
    seed: int = 0,
    faults: Sequence[str] = (),
    screen: str | None = None,
    api: int | None = None,
    locale: str | None = None,
    displays: int | None = None,
    options: Sequence[str] = (),
) -> Iterator[SimulatedPhone]:
    """A booted phone on a private adb server; both end with the `with` block.

    `screen`, `api`, `locale` and `displays` are the options of `gui-rec phone` of that name; `options` are further
    ones.

    It is listed as running for nobody but programs that have `server.environ`.
    """
    with (
        PrivateAdbServer() as server,
        PhoneProcess.start(
            seed=seed,
            faults=faults,
            screen=screen,
            api=api,
            options=[*_named(locale=locale, displays=displays), *options],
            adb_server_port=server.port,
            environ=_listed_apart(server),
        ) as process,
    ):
        wait_until_usable(server.client, process.serial)
        yield SimulatedPhone(AdbDevice(server.client, process.serial), server, process)


def _named(**options: object) -> list[str]:
    return [f"--{name}={value}" for name, value in options.items() if value is not None]


def _listed_apart(server: PrivateAdbServer) -> dict[str, str]:
    """This process's environment, but for the folder where running phones are listed: one in the server's HOME."""
    apart = {RUNTIME_VARIABLE: str(Path(server.environ["HOME"]) / "running")}
    server.environ.update(apart)
    return {**os.environ, **apart}


def wait_until_usable(
    client: AdbClient, serial: str, *, timeout_s: float = 20.0, clock: Clock | None = None
) -> None:
    """Return once `serial` is listed as usable. Raises DeviceTimeoutError with what is listed instead."""
    clock = clock or SystemClock()
    deadline = Deadline.after(clock, timeout_s)
    while True:
        entries = list_devices(client)
        if any(entry.serial == serial and entry.usable for entry in entries):
            return
        if deadline.passed:
            seen = ", ".join(f"{entry.serial} ({entry.state})" for entry in entries) or "nothing"
            raise DeviceTimeoutError(f"{serial} did not become usable within {timeout_s:g} s; listed: {seen}")
        clock.sleep_s(_GAP_S)
