from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from string_cases import string_cases

from gui_rec.device.adb.parse_devices import parse_devices
from gui_rec.errors import DeviceUnavailableError


@pytest.mark.parametrize("case", string_cases("adb_devices"), ids=lambda case: case["source"][:40])
def test_what_adb_prints(case: dict[str, Any]) -> None:
    expect = case["expect"]
    if expect == "error: server conflict":
        with pytest.raises(DeviceUnavailableError, match="server conflict"):
            parse_devices(case["raw"])
    elif expect == "only state device is usable":
        states = [found.state for found in parse_devices(case["raw"])]
        assert states == ["offline", "unauthorized", "authorizing", "connecting", "detached"]
    else:
        found = [{"serial": row.serial, "state": row.state} for row in parse_devices(case["raw"])]
        assert found == expect


def test_the_long_form_has_properties() -> None:
    text = "emulator-5554          device product:sdk model:Pixel_8 device:emu64xa transport_id:1\n"
    (found,) = parse_devices(text)
    assert found.properties == {
        "product": "sdk",
        "model": "Pixel_8",
        "device": "emu64xa",
        "transport_id": "1",
    }


@pytest.mark.parametrize(
    ("line", "serial", "state"),
    [
        ("my device phone\tdevice", "my device phone", "device"),
        ("10.0.0.5:5555\toffline", "10.0.0.5:5555", "offline"),
        ("R58M (3)._adb-tls._tcp recovery product:x", "R58M (3)._adb-tls._tcp", "recovery"),
        (
            "ABC no permissions (user in plugdev group; are your udev rules wrong?); see [http://x] usb:1-3",
            "ABC",
            "no permissions",
        ),
        ("ABC sideload", "ABC", "sideload"),
    ],
)
def test_the_state_is_found_by_its_word(line: str, serial: str, state: str) -> None:
    (found,) = parse_devices(line)
    assert (found.serial, found.state) == (serial, state)


def test_nothing_connected_is_no_error() -> None:
    assert parse_devices("List of devices attached\n\n") == []
    assert parse_devices("") == []


_SERIALS = st.from_regex(r"[A-Za-z0-9](?:[A-Za-z0-9 ()._:-]{0,20}[A-Za-z0-9])?", fullmatch=True)


@settings(max_examples=100, deadline=None)
@given(_SERIALS, st.sampled_from(["device", "offline", "unauthorized", "recovery"]))
def test_a_tab_line_gives_its_serial_back(serial: str, state: str) -> None:
    (found,) = parse_devices(f"List of devices attached\n{serial}\t{state}\n")
    assert (found.serial, found.state) == (serial, state)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    with suppress(DeviceUnavailableError):
        for found in parse_devices(text):
            assert found.serial
