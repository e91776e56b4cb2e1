from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fake_adb_server import Connection, HangUpError, adb_server, fail, okay, shell_v2_output

from gui_rec.device.adb.client import AdbClient
from gui_rec.device.listing import ADVICE, list_devices, open_device
from gui_rec.errors import DeviceUnavailableError

USABLE = "one device product:p model:Pixel_8 device:d transport_id:1\n"


@contextmanager
def listing(text: str, *, booted: bytes = b"1\n", answers: bool = True) -> Iterator[AdbClient]:
    def behave(connection: Connection, request: str) -> None:
        if request == "host:devices-l":
            connection.send(okay(text) if text else b"OKAY0000")
            raise HangUpError
        if request.endswith(":features"):
            connection.send(okay("shell_v2") if answers else fail("device offline"))
            raise HangUpError
        connection.send(okay())
        if request.startswith("shell"):
            connection.send(shell_v2_output(booted))
            raise HangUpError

    with adb_server(behave) as server:
        yield AdbClient(port=server.port)


def test_a_usable_device() -> None:
    with listing(USABLE) as client:
        (entry,) = list_devices(client)
        assert (entry.serial, entry.state, entry.usable, entry.advice, entry.model) == (
            "one",
            "device",
            True,
            "",
            "Pixel 8",
        )
        assert open_device(None, client).serial == "one"
        assert open_device("one", client).serial == "one"


@pytest.mark.parametrize("state", [state for state in ADVICE if state != "booting"])
def test_every_other_state_has_its_advice(state: str) -> None:
    with listing(f"one {state}\n") as client:
        (entry,) = list_devices(client)
        assert (entry.usable, entry.advice) == (False, ADVICE[state])
        with pytest.raises(DeviceUnavailableError, match="gui-rec phone"):
            open_device(None, client)


def test_a_device_that_still_boots_is_not_usable() -> None:
    with listing(USABLE, booted=b"\n") as client:
        (entry,) = list_devices(client)
    assert (entry.state, entry.usable) == ("booting", False)


def test_a_device_that_does_not_answer_is_not_usable() -> None:
    with listing(USABLE, answers=False) as client:
        (entry,) = list_devices(client)
    assert (entry.state, entry.usable) == ("unresponsive", False)
    assert "offline" in entry.advice


def test_a_serial_with_a_space_can_be_opened() -> None:
    serial = "adb-0123 (2)._adb-tls-connect._tcp"
    with listing(f"{serial} device product:x model:y\n") as client:
        assert open_device(serial, client).serial == serial


def test_several_usable_devices_must_be_named() -> None:
    with listing(USABLE + USABLE.replace("one", "two")) as client:
        with pytest.raises(DeviceUnavailableError, match=r"--device.*one \(device\); two \(device\)"):
            open_device(None, client)
        assert open_device("two", client).serial == "two"


def test_nothing_connected_names_the_simulated_phone() -> None:
    with listing("") as client:
        assert list_devices(client) == []
        with pytest.raises(DeviceUnavailableError, match="gui-rec phone"):
            open_device(None, client)


def test_an_unknown_or_unusable_name_is_refused_with_the_list() -> None:
    with listing("one unauthorized\n") as client:
        with pytest.raises(DeviceUnavailableError, match="no such device"):
            open_device("three", client)
        with pytest.raises(DeviceUnavailableError, match="accept the dialog"):
            open_device("one", client)
        with pytest.raises(
            DeviceUnavailableError, match=r"^one is unauthorized: unlock the phone and accept the dialog"
        ):
            open_device(None, client)
