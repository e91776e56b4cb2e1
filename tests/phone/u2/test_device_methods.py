from __future__ import annotations

import pytest
from u2_phone import U2Phone

from gui_rec.phone.u2._api import RpcError


def test_device_info() -> None:
    assert U2Phone().call("deviceInfo")["currentPackageName"] == "com.android.launcher3"


def test_sleep_and_wake_up() -> None:
    phone = U2Phone()
    assert phone.call("sleep") is None
    assert phone.call("deviceInfo")["screenOn"] is False
    assert phone.call("wakeUp") is None
    assert phone.call("deviceInfo")["screenOn"] is True
    phone.call("wakeUp")
    assert phone.driven.phone.wakefulness == "Awake"


@pytest.mark.parametrize(
    ("name", "turns"), [("natural", 0), ("left", 1), ("upsidedown", 2), ("right", 3), ("l", 1), ("n", 0)]
)
def test_the_screen_turns_and_stays(name: str, turns: int) -> None:
    phone = U2Phone()
    assert phone.call("setOrientation", name) is None
    told = phone.call("deviceInfo")
    assert told["displayRotation"] == turns == phone.driven.phone.orientation
    assert (told["displayWidth"], told["displayHeight"]) == ((1080, 2400), (2400, 1080))[turns % 2]


def test_another_orientation_is_refused() -> None:
    with pytest.raises(RpcError, match="expected one of natural, left"):
        U2Phone().call("setOrientation", "sideways")


def test_freezing_keeps_the_rotation_and_thawing_lets_it_go() -> None:
    phone = U2Phone()
    phone.call("setOrientation", "left")
    phone.call("freezeRotation", True)
    assert phone.driven.phone.orientation == 1
    phone.call("freezeRotation", False)
    assert phone.driven.phone.orientation == 0


def test_waiting_for_idle_takes_its_half_second() -> None:
    phone = U2Phone()
    phone.call("waitForIdle", 10_000)
    assert phone.took_s == pytest.approx(0.5)


def test_what_the_phone_does_not_have() -> None:
    phone = U2Phone()
    before = phone.driven.phone.version
    assert phone.call("openNotification") is False
    assert phone.call("openQuickSettings") is False
    assert phone.call("getLastTraversedText") is None
    assert phone.call("clearLastTraversedText") is None
    assert phone.driven.phone.version == before
