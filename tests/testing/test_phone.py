from __future__ import annotations

import pytest
from fake_adb_server import Connection, adb_server

from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.server import PrivateAdbServer
from gui_rec.device.listing import ADVICE, list_devices
from gui_rec.errors import DeviceTimeoutError
from gui_rec.phone.process import PhoneProcess
from gui_rec.testing.clock import FakeClock
from gui_rec.testing.phone import wait_until_usable


def nothing_connected(connection: Connection, request: str) -> None:
    connection.send(b"OKAY0000")


def test_waiting_for_a_phone_ends() -> None:
    clock = FakeClock()
    with adb_server(nothing_connected) as server:
        client = AdbClient(port=server.port)
        with pytest.raises(DeviceTimeoutError, match="listed: nothing"):
            wait_until_usable(client, "emulator-1", timeout_s=1.0, clock=clock)
    assert sum(clock.slept_s) == pytest.approx(1.0, abs=0.05)


@pytest.mark.e2e
def test_an_unauthorized_phone_is_listed_with_its_advice() -> None:
    with (
        PrivateAdbServer() as server,
        PhoneProcess.start(faults=["unauthorized"], adb_server_port=server.port) as phone,
    ):
        with pytest.raises(DeviceTimeoutError, match="unauthorized"):
            wait_until_usable(server.client, phone.serial, timeout_s=1.0)
        (entry,) = list_devices(server.client)
        assert (entry.serial, entry.usable, entry.advice) == (phone.serial, False, ADVICE["unauthorized"])
