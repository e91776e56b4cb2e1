"""The phone as a test holds it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from gui_rec.errors import DeviceError, InputError, UsageError
from gui_rec.phone.running import find_phone
from gui_rec.testing.phone_in_hand import PhoneInHand, phone_in_hand

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def phone() -> Iterator[PhoneInHand]:
    with phone_in_hand(seed=3, options=["--density=420"]) as held:
        held.snapshot.save("start")
        yield held


@pytest.fixture(autouse=True)
def _from_the_start(phone: PhoneInHand) -> None:
    phone.snapshot.load("start")


def test_an_app_is_opened_by_its_name_or_package(phone: PhoneInHand) -> None:
    phone.open("shop")
    assert phone.state["package"] == "com.example.shop"
    phone.open("com.android.settings")
    assert phone.state["package"] == "com.android.settings"
    with pytest.raises(DeviceError, match="nowhere"):
        phone.open("nowhere")


def test_the_finger_touches_what_is_found_and_types(phone: PhoneInHand) -> None:
    phone.open("shop")
    phone.finger.tap(*phone.find("username"))
    phone.finger.type("Ada 1?")
    assert phone.state["screen"]["vars"]["username"] == "Ada 1?"


def test_what_is_not_found_is_said_with_what_is_shown(phone: PhoneInHand) -> None:
    phone.open("shop")
    with pytest.raises(UsageError, match=r"'no such', found 0; shown: .*Forgot password\?"):
        phone.find("no such")


def test_of_several_that_cannot_be_clicked_it_is_said_how_many(phone: PhoneInHand) -> None:
    phone.open("shop")
    phone.finger.tap(*phone.find("username"))
    phone.finger.type("ada")
    phone.finger.tap(*phone.find("password"))
    phone.finger.type("s3cret\n")
    with pytest.raises(UsageError, match="'Desk lamp', found 2, 0 of them clickable"):
        phone.find("Desk lamp")


def test_the_finger_scrolls_presses_and_pinches(phone: PhoneInHand) -> None:
    phone.open("settings")
    phone.finger.swipe(540, 1800, 540, 900, 200)
    assert any(phone.state["screen"]["scroll"].values())
    before = phone.state["screen"]
    phone.finger.pinch(540, 1200, 0.5)
    phone.finger.long_press(540, 20, 450)
    assert phone.state["screen"]["vars"] == before["vars"]


def test_faults_are_switched(phone: PhoneInHand) -> None:
    phone.fault("lost-tap:2")
    assert phone.state["faults"] == ["lost-tap"]
    phone.fault("lost-tap", on=False)
    assert phone.state["faults"] == []
    with pytest.raises(UsageError, match="rain"):
        phone.fault("rain")


def test_snapshots_are_kept_for_the_phones_life(phone: PhoneInHand) -> None:
    phone.open("notes")
    assert phone.snapshot.save("notes").is_file()
    phone.snapshot.load("start")
    assert phone.state["package"] == "com.android.launcher3"
    phone.snapshot.load("notes")
    assert phone.state["package"] == "com.example.notes"
    assert phone.snapshot.list() == ["notes", "start"]
    with pytest.raises(InputError, match="never"):
        phone.snapshot.load("never")


def test_other_programs_see_this_phone(phone: PhoneInHand) -> None:
    assert find_phone(phone.serial, phone.environ).serial == phone.serial
    argv = [sys.executable, "-m", "gui_rec", "phone", "state"]
    said = subprocess.run(argv, env=dict(phone.environ), stdout=subprocess.PIPE, check=True).stdout
    assert json.loads(said)["package"] == phone.state["package"]
    assert phone.device.serial == phone.serial


def test_getevent_shows_two_fingers_with_a_phones_timing(phone: PhoneInHand) -> None:
    seen = b""
    with phone.device.touch_lines() as chunks:
        while b"/dev/input/event11" not in seen:
            seen += next(chunks)
        phone.finger.pinch(540, 1200, 2.0, ms=100)
        while seen.count(b"ffffffff") < 2:
            seen += next(chunks)
    lines = [line for line in seen.decode().splitlines() if "EV_" in line]
    stamps = [float(re.findall(r"[0-9]+\.[0-9]+", line)[0]) for line in lines]
    assert stamps == sorted(stamps)
    assert stamps[-1] - stamps[0] == pytest.approx(0.101, abs=0.000_01)
    assert sum("ABS_MT_SLOT          00000001" in line for line in lines) > 5


def test_language_and_displays_have_keywords_of_their_own() -> None:
    with phone_in_hand(locale="zh-CN", displays=2) as phone:
        assert phone.state["language"] == "zh-CN"
        assert phone.state["second_display"] == {"drawer": False, "touches": 0}
