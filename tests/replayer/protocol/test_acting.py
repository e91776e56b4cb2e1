"""An action is sent at most once; after a driver's no the screen decides."""

from __future__ import annotations

import pytest
from shop import label, shop
from task_runs import NOTE, codes, grudging, ran
from tasks import Record, step

from gui_rec.errors import ExitCode
from gui_rec.model.geometry import Rect
from gui_rec.testing.builders import TEXT_FIELD, Element
from gui_rec.testing.fake_device import Screen


@pytest.mark.parametrize("status", [1, None])
@pytest.mark.parametrize("record", [step("CLICK", text="Milk"), step("BACK")])
def test_after_a_drivers_no_the_screen_decides_and_nothing_is_sent_again(
    status: int | None, record: Record
) -> None:
    device = grudging(status)
    device._history.append("home")
    result = ran(device, record)
    assert codes(result) == ["OK"]
    assert result.steps[0].detail.startswith("DISPATCHED_UNVERIFIED: the driver ")
    assert len(device.performed) == 1
    device = grudging(status, idle=True)
    result = ran(device, record)
    assert codes(result) == ["ACTION_FAILED"]
    assert "DISPATCHED_UNVERIFIED" in result.detail
    assert "NO_EFFECT" in result.detail
    assert len(device.performed) == 1


@pytest.mark.parametrize(("idle", "code"), [(False, "OK"), (True, "ACTION_FAILED")])
def test_a_text_is_decided_by_its_field(idle: bool, code: str) -> None:
    device = grudging(1, idle=idle)
    device.current = "item"
    result = ran(device, step("INPUT", rid=NOTE, value="two"))
    assert codes(result) == [code]
    assert "DISPATCHED_UNVERIFIED" in result.steps[0].detail
    assert len(device.performed) == 1


@pytest.mark.parametrize(("idle", "code"), [(False, "OK"), (True, "ACTION_FAILED")])
def test_a_field_that_hides_its_text_is_decided_by_what_changed(idle: bool, code: str) -> None:
    pin = Element(Rect(4, 40, 104, 60), "", "x:id/pin", class_name=TEXT_FIELD, password=True)
    device = grudging(1, idle=idle, list=Screen((pin,)))
    result = ran(device, step("INPUT", rid="x:id/pin", value="271828"))
    assert codes(result) == [code]
    assert "TEXT_UNVERIFIED" in result.steps[0].detail
    assert "271828" not in result.steps[0].detail
    assert len(device.performed) == 1


def test_a_text_that_did_not_arrive_fails_even_where_the_driver_says_yes() -> None:
    device = grudging(idle=True)
    device.current = "item"
    result = ran(device, step("INPUT", rid=NOTE, value="two"))
    assert codes(result) == ["ACTION_FAILED"]
    assert "TEXT_DIFFERS" in result.detail


def test_a_refusal_in_words_is_a_failure_whatever_the_screen_does() -> None:
    device = grudging(
        1, says="java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS"
    )
    result = ran(device, step("CLICK", text="Milk"))
    assert codes(result) == ["ACTION_FAILED"]
    assert "forbids adb to touch" in result.detail
    assert len(device.performed) == 1


def test_what_the_device_cannot_do_is_not_sent() -> None:
    device = shop()
    device.current = "item"
    result = ran(device, step("INPUT", rid=NOTE, value="牛奶"))
    assert codes(result) == ["ACTION_FAILED"]
    assert "TEXT_UNSUPPORTED" in result.detail
    assert device.performed == []


def test_a_click_without_effect_is_told_in_detail() -> None:
    result = ran(shop(), step("CLICK", text="Shop"))
    assert codes(result) == ["OK"]
    assert result.steps[0].detail == "NO_EFFECT: nothing changed on the screen"
    assert ran(shop(), step("CLICK", text="Milk")).steps[0].detail == "now in com.example.app/.Item"


def test_input_replaces_what_the_field_holds() -> None:
    device = shop()
    device.current = "item"
    ran(device, step("INPUT", "a", rid=NOTE, value="one"), step("INPUT", "b", rid=NOTE, value="two"))
    read = step("EXTRACT_TEXT", rid=NOTE, outputField="note")
    assert ran(device, read).outputs == {"note": "two"}


def test_a_device_that_goes_away_ends_the_task() -> None:
    device = shop()
    device.drop_next_answer()
    result = ran(device, step("CLICK", text="Milk", optional=True), step("WAIT", text="Milk"))
    assert codes(result) == ["DEVICE_LOST"]
    assert result.exit_code is ExitCode.DEVICE
    assert len(device.performed) == 1
    device.lose()
    assert codes(ran(device, step("WAIT", text="Milk"))) == ["DEVICE_LOST"]


# `after`, in version 2.

ITEM = {"present": {"text": "$5.00"}}


def test_after_is_waited_for_and_told() -> None:
    device = shop()
    device.react_s = 3.5
    result = ran(device, step("CLICK", text="Milk", after=ITEM), version=2)
    assert codes(result) == ["OK"]
    assert "`after` holds" in result.steps[0].detail
    assert len(device.performed) == 1


def test_after_that_is_not_met_fails_the_step() -> None:
    device = shop()
    result = ran(device, step("CLICK", text="Bread", after=ITEM, timeoutMs=500), version=2)
    assert codes(result) == ["ACTION_FAILED"]
    assert "AFTER_NOT_MET" in result.detail
    assert len(device.performed) == 1


@pytest.mark.parametrize(("idle", "code"), [(False, "OK"), (True, "ACTION_FAILED")])
def test_after_a_drivers_no_it_decides_alone(idle: bool, code: str) -> None:
    device = grudging(None, idle=idle)
    result = ran(device, step("CLICK", text="Milk", after=ITEM, timeoutMs=300), version=2)
    assert codes(result) == [code]
    assert "DISPATCHED_UNVERIFIED" in result.steps[0].detail
    assert len(device.performed) == 1


def test_an_ambiguous_after_stops_the_task() -> None:
    twins = Screen((label(4, "$5.00"), label(40, "$5.00")))
    result = ran(shop(item=twins), step("CLICK", text="Milk", after=ITEM, onFailure="CONTINUE"), version=2)
    assert codes(result) == ["TARGET_AMBIGUOUS"]
    assert not result.successful
