from __future__ import annotations

from collections.abc import Callable

import pytest
from scripted_phone import Answer, scripted_phone

from gui_rec.device.adb.restore import restore_app
from gui_rec.device.restore import WHOLE, RestoreStep
from gui_rec.errors import DeviceError, DeviceLostError

SHOP = "com.example.shop"


def phone(**said: Answer) -> Callable[[str], Answer]:
    def answer(line: str) -> Answer:
        if line.startswith("cmd package resolve-activity"):
            return f"priority=0\n{SHOP}/.Main\n".encode() if SHOP in line else b"No activity found\n"
        if line.startswith("pm clear"):
            return said.get("clear", b"Success\n")
        if line.startswith("am start"):
            return said.get("start", b"Starting: Intent { cmp=x }\nStatus: ok\n")
        return said.get("stop", b"")

    return answer


def test_the_steps_are_done_in_the_order_given() -> None:
    with scripted_phone(phone()) as scripted:
        restore_app(scripted.session, SHOP, WHOLE)
        done = [line for line in scripted.lines if not line.startswith("cmd package")]
    assert done == [
        f"am force-stop {SHOP}",
        f"pm clear {SHOP}",
        f"am start -W -n {SHOP}/.Main",
    ]


def test_only_what_is_asked_for_is_done() -> None:
    with scripted_phone(phone()) as scripted:
        restore_app(scripted.session, SHOP, (RestoreStep.FORCE_STOP,))
        assert not any("clear" in line or "start -W" in line for line in scripted.lines)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ({"clear": b"Failed\n"}, "pm clear com.example.shop: .*'Failed'"),
        ({"clear": (b"", b"java.lang.SecurityException: no\n", 255)}, "SecurityException"),
        ({"stop": (b"", b"Security exception\n", 255)}, "am force-stop"),
        ({"start": (b"", b"Error: Activity class {x} does not exist.\n", 1)}, "am start"),
    ],
)
def test_what_the_phone_does_not_do_is_an_error(said: dict[str, Answer], what: str) -> None:
    with scripted_phone(phone(**said)) as scripted, pytest.raises(DeviceError, match=what):
        restore_app(scripted.session, SHOP, WHOLE)


def test_an_app_that_is_not_there_is_not_stopped() -> None:
    with scripted_phone(phone()) as scripted, pytest.raises(DeviceError, match="no app"):
        restore_app(scripted.session, "com.example.nothing", WHOLE)


def test_a_lost_device_is_told_as_that() -> None:
    with scripted_phone(phone(clear=None)) as scripted, pytest.raises(DeviceLostError):
        restore_app(scripted.session, SHOP, WHOLE)


def test_it_is_started_on_the_display_that_is_asked_for() -> None:
    with scripted_phone(phone()) as scripted:
        restore_app(scripted.session, SHOP, (RestoreStep.LAUNCH,), display=2)
        assert scripted.lines[-1] == f"am start --display 2 -W -n {SHOP}/.Main"
