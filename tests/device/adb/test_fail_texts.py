from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.fail_texts import fail_error
from gui_rec.errors import DeviceError, DeviceLostError, DeviceUnavailableError


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("device 'emulator-5554' not found", DeviceUnavailableError),
        ("device offline", DeviceUnavailableError),
        ("device unauthorized.", DeviceUnavailableError),
        ("closed", DeviceLostError),
        ("unknown host service", DeviceError),
        ("", DeviceError),
    ],
)
def test_the_class_follows_from_the_text(text: str, error: type[DeviceError]) -> None:
    assert type(fail_error(text, "host:x")) is error


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_every_text_gives_an_error_that_names_the_request(text: str) -> None:
    error = fail_error(text, "host:transport:S")
    assert isinstance(error, DeviceError)
    assert "host:transport:S" in str(error)


def test_advice_of_several_lines_becomes_one() -> None:
    said = "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\nOtherwise check for a dialog"
    assert "\n" not in str(fail_error(said, "host:transport:S"))
