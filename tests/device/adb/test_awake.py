"""The screen stays on, and the setting is put back."""

from __future__ import annotations

import pytest
from scripted_phone import Answer, scripted_phone

from gui_rec.device.adb.awake import stay_awake
from gui_rec.errors import DeviceError

GET = "settings get global stay_on_while_plugged_in"
PUT = "settings put global stay_on_while_plugged_in"
DELETE = "settings delete global stay_on_while_plugged_in"


class Phone:
    """A phone with that one setting."""

    def __init__(self, value: str, wakefulness: str = "Awake", refuses: str = "") -> None:
        self.value = value
        self.wakefulness = wakefulness
        self.refuses = refuses

    def __call__(self, line: str) -> Answer:
        if self.refuses and line.startswith(self.refuses):
            return b"", b"java.lang.SecurityException: no\n", 255
        if line == "dumpsys power":
            return f"POWER MANAGER (dumpsys power)\n  mWakefulness={self.wakefulness}\n".encode()
        return f"{self.value}\n".encode() if line == GET else b""


@pytest.mark.parametrize(("value", "back"), [("0", f"{PUT} 0"), ("3", f"{PUT} 3"), ("null", DELETE)])
def test_the_setting_comes_back(value: str, back: str) -> None:
    with scripted_phone(Phone(value)) as phone:
        awake = stay_awake(phone.session)
        awake.restore()
        assert phone.lines == ["dumpsys power", GET, f"{PUT} 7", back]


def test_a_value_that_is_no_number_is_never_sent_back() -> None:
    with scripted_phone(Phone("1; reboot")) as phone:
        stay_awake(phone.session).restore()
        assert phone.lines[-1] == DELETE


@pytest.mark.parametrize(("wakefulness", "woken"), [("Asleep", True), ("Dozing", True), ("Awake", False)])
def test_a_screen_that_is_off_is_woken(wakefulness: str, woken: bool) -> None:
    with scripted_phone(Phone("0", wakefulness)) as phone:
        stay_awake(phone.session)
        assert ("input keyevent WAKEUP" in phone.lines) is woken


def test_a_phone_that_forbids_it_says_so() -> None:
    with (
        scripted_phone(Phone("0", refuses=PUT)) as phone,
        pytest.raises(DeviceError, match="SecurityException"),
    ):
        stay_awake(phone.session)


@pytest.mark.parametrize(("value", "words"), [("3", "put global .* 3"), ("null", "delete global ")])
def test_a_setting_that_cannot_be_put_back_is_told_with_the_way_to_do_it(value: str, words: str) -> None:
    behaviour = Phone(value)
    with scripted_phone(behaviour) as phone:
        awake = stay_awake(phone.session)
        behaviour.refuses = "settings"
        with pytest.raises(DeviceError, match=f"do it by hand: adb shell settings {words}"):
            awake.restore()
