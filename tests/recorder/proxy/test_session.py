"""What connections share: what was said, and whose a device is."""

from __future__ import annotations

import pytest
from fake_adb_server import Connection, HangUpError, adb_server, fail, okay
from proxy_parts import SERIAL, session_at

from gui_rec.recorder.proxy.session import Sayings


def test_a_thing_is_said_once_and_remembered_in_order() -> None:
    told: list[str] = []
    sayings = Sayings(told.append)
    for text in ("b", "a", "b"):
        sayings.once(text)
    assert tuple(told) == sayings.all == ("b", "a")


def server(connection: Connection, request: str) -> None:
    if request == "host:devices-l":
        connection.send(okay(f"{SERIAL} device transport_id:7\n"))
        raise HangUpError
    if request == "host-usb:get-serialno":
        connection.send(fail("no devices found"))
        raise HangUpError
    if request == f"host:transport:{SERIAL}":
        connection.send(okay())
        return
    connection.send(okay("fake-1") if "serialno" in request else fail("device 'x' not found"))
    raise HangUpError


@pytest.mark.parametrize(
    ("chooser", "serial"),
    [
        ("serial:127.0.0.1:5555", "127.0.0.1:5555"),
        ("id:7", SERIAL),
        ("id:9", ""),
        ("any", "fake-1"),
        ("local", "fake-1"),
        ("usb", ""),
        ("", ""),
        ("nonsense:1", ""),
    ],
)
def test_a_device_is_known_by_any_name(chooser: str, serial: str) -> None:
    with adb_server(server) as real:
        session, _ = session_at(real.port)
        assert session.serial_of(chooser) == serial


def test_an_id_is_asked_for_once() -> None:
    with adb_server(server) as real:
        session, _ = session_at(real.port)
        assert [session.serial_of("id:7") for _ in range(3)] == [SERIAL] * 3
        assert real.requests == ["host:devices-l"]


def test_the_device_is_reached_or_not() -> None:
    with adb_server(server) as real:
        session, _ = session_at(real.port)
        session.connect_device().close()
        session.serial = "x"
        with pytest.raises(ConnectionError, match="not found"):
            session.connect_device()


def test_things_without_end_are_said_up_to_a_hundred() -> None:
    told: list[str] = []
    sayings = Sayings(told.append)
    for number in range(300):
        sayings.once(f"socket {number}")
    sayings.once("socket 1")
    assert len(told) == 101
    assert told[-1].startswith("more was not seen")
    assert sayings.all == tuple(told)
