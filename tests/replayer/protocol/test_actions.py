"""What each action does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from shop import SHOP, button, label, shop
from task_runs import codes, ran
from tasks import step

from gui_rec.errors import CaptureError, UsageError
from gui_rec.model.actions import Direction, OpenApp, Scroll
from gui_rec.model.geometry import Rect
from gui_rec.replayer.protocol.session import RunConfig
from gui_rec.testing.builders import TEXT_FIELD, Element, png
from gui_rec.testing.fake_device import FakeDevice, Screen


def test_a_password_field_is_not_read() -> None:
    secret = Element(Rect(4, 40, 104, 60), "****", "x:id/pin", class_name=TEXT_FIELD, password=True)
    result = ran(shop(list=Screen((secret,))), step("EXTRACT_TEXT", rid="x:id/pin", outputField="pin"))
    assert codes(result) == ["ACTION_FAILED"]
    assert result.outputs == {}


def test_a_description_is_read_where_there_is_no_text() -> None:
    device = shop(list=Screen((Element(Rect(4, 40, 104, 60), "", "x:id/icon", "Settings"),)))
    result = ran(device, step("EXTRACT_TEXT", rid="x:id/icon", outputField="icon"))
    assert result.outputs == {"icon": "Settings"}
    assert result.steps[0].detail == "from the content description"


# Version 2.

LONG: dict[str, Screen] = {
    "top": Screen((label(4, "One"), label(40, "Two")), scrolls_to="middle"),
    "middle": Screen((label(4, "Two"), label(40, "Three")), scrolls_to="end"),
    "end": Screen((label(4, "Three"), button(40, "Four", "x:id/four"))),
}


def long_list() -> FakeDevice:
    return FakeDevice(LONG, "top")


def test_scroll_moves_on_until_the_node_is_there() -> None:
    device = long_list()
    result = ran(device, step("SCROLL", text="Four"), step("CLICK", text="Four"), version=2)
    assert codes(result) == ["OK", "OK"]
    assert result.steps[0].detail == "2 scroll(s)"
    assert [action.direction for action in device.performed if isinstance(action, Scroll)] == [
        Direction.DOWN
    ] * 2
    device = long_list()
    assert codes(ran(device, step("SCROLL", text="Two", direction="UP"), version=2)) == ["OK"]
    assert device.performed == []


def test_scroll_is_bounded_by_count_by_the_end_and_by_time() -> None:
    device = long_list()
    result = ran(device, step("SCROLL", text="Four", maxScrolls=1), version=2)
    assert codes(result) == ["TARGET_NOT_FOUND"]
    assert "after 1 scroll(s), of 1 at most" in result.detail
    device = long_list()
    result = ran(device, step("SCROLL", text="Five", timeoutMs=30_000), version=2)
    assert codes(result) == ["TARGET_NOT_FOUND"]
    assert "nothing moves on" in result.detail
    assert len(device.performed) == 3
    device = long_list()
    result = ran(device, step("SCROLL", text="Four", timeoutMs=900), version=2)
    assert codes(result) == ["TARGET_NOT_FOUND"]
    assert len(device.performed) == 1


def test_scroll_stops_at_several_nodes_and_scrolls_in_its_container() -> None:
    twins = FakeDevice({"top": Screen((label(4, "Two"), label(40, "Two")))}, "top")
    assert codes(ran(twins, step("SCROLL", text="Two"), version=2)) == ["TARGET_AMBIGUOUS"]
    device = long_list()
    inside = step("SCROLL", text="Three", container={"text": "Two"})
    assert codes(ran(device, inside, version=2)) == ["OK"]
    (scroll,) = device.performed
    assert isinstance(scroll, Scroll)
    assert scroll.y == 50 / 240
    nowhere = step("SCROLL", text="Four", container={"text": "Nine"})
    result = ran(long_list(), nowhere, version=2)
    assert codes(result) == ["TARGET_NOT_FOUND"]
    assert "container" in result.detail


def test_open_brings_an_app_to_the_front_once() -> None:
    device = shop()
    launcher = "com.android.launcher3"
    result = ran(device, step("OPEN", package=launcher), step("OPEN", "again", package=launcher), version=2)
    assert codes(result) == ["OK", "OK"]
    assert result.steps[1].detail.startswith("ALREADY_THERE")
    assert device.performed == [OpenApp(package=launcher)]


def test_an_app_that_does_not_come_is_a_mismatch() -> None:
    device = shop()
    result = ran(device, step("OPEN", package="com.none", timeoutMs=700), version=2)
    assert codes(result) == ["PACKAGE_MISMATCH"]
    assert len(device.performed) == 1
    activity = step("OPEN", activityName=".Cart", timeoutMs=700)
    assert codes(ran(shop(), activity, version=2)) == ["ACTIVITY_MISMATCH"]


DROP_DOWN: dict[str, Screen] = {
    "form": Screen((label(4, "Country"), button(40, "Norway", "x:id/country", "list"))),
    "list": Screen((button(40, "Norway", "o:id/1", "form"), button(80, "Peru", "o:id/2", "peru"))),
    "peru": Screen((label(4, "Country"), button(40, "Peru", "x:id/country", "list"))),
}


def test_an_option_is_chosen_by_its_text() -> None:
    device = FakeDevice(DROP_DOWN, "form")
    shown = {"present": {"resourceId": "x:id/country", "text": "Peru"}}
    choose = step("SELECT_OPTION", rid="x:id/country", value="Peru", after=shown)
    result = ran(device, choose, choose | {"id": "again"}, version=2)
    assert codes(result) == ["OK", "OK"]
    assert len(device.performed) == 2
    assert result.steps[1].detail.startswith("ALREADY_THERE")


def test_an_option_that_is_not_there_is_not_found_and_twins_are_ambiguous() -> None:
    device = FakeDevice(DROP_DOWN, "form")
    choose = step("SELECT_OPTION", rid="x:id/country", value="Chad", timeoutMs=500)
    assert codes(ran(device, choose, version=2)) == ["TARGET_NOT_FOUND"]
    assert len(device.performed) == 1
    twins = Screen((button(40, "Peru", "o:id/1", "form"), button(80, "Peru", "o:id/2", "peru")))
    device = FakeDevice({**DROP_DOWN, "list": twins}, "form")
    assert codes(ran(device, choose | {"value": "Peru"}, version=2)) == ["TARGET_AMBIGUOUS"]


def test_extract_reads_any_attribute() -> None:
    rid = "com.example.app:id/row_milk"
    wanted = {
        "text": "Milk",
        "contentDesc": "",
        "resourceId": rid,
        "className": "android.widget.Button",
        "checked": "false",
        "enabled": "true",
        "focused": "false",
    }
    steps = [step("EXTRACT", name, rid=rid, attribute=name, outputField=name) for name in wanted]
    assert ran(shop(), *steps, version=2).outputs == wanted


def test_a_picture_goes_into_the_report(tmp_path: Path) -> None:
    device, config = shop(), RunConfig(report_dir=tmp_path / "out")
    shot = {"id": "/etc/passwd", "action": "SCREENSHOT"}
    result = ran(device, step("WAIT", text="Milk"), shot, config=config, version=2)
    assert codes(result) == ["OK", "OK"]
    assert result.steps[1].detail == "screenshot-002.png"
    assert (tmp_path / "out" / "screenshot-002.png").read_bytes() == device.screenshot()
    with pytest.raises(UsageError, match=r"^run: steps\[0\] takes a picture"):
        ran(device, shot, version=2)


def test_no_picture_is_a_failure(tmp_path: Path) -> None:
    shot = {"id": "shot", "action": "SCREENSHOT", "timeoutMs": 100}
    device = shop()
    device.fail_next("screenshot", CaptureError("screencap_failed", "no picture"), times=50)
    result = ran(device, shot, config=RunConfig(report_dir=tmp_path / "a"), version=2)
    assert codes(result) == ["ACTION_FAILED"]
    assert "no picture could be had: screencap_failed" in result.detail
    black = shop(list=replace(SHOP["list"], picture=png(colour=(0, 0, 0))))
    result = ran(black, shot, config=RunConfig(report_dir=tmp_path / "b"), version=2)
    assert codes(result) == ["ACTION_FAILED"]
    assert "SECURE_SCREEN" in result.detail


def test_wait_takes_a_condition() -> None:
    device = shop()
    device.show_after(1.0, "item")
    either = {"any": [{"present": {"text": "$5.00"}}, {"present": {"text": "Sold out"}}]}
    wait = {"id": "either", "action": "WAIT", "condition": either}
    assert codes(ran(device, wait, version=2)) == ["OK"]
    gone = {"id": "gone", "action": "WAIT", "condition": {"absent": {"text": "$5.00"}}, "timeoutMs": 300}
    assert codes(ran(device, gone, version=2)) == ["TARGET_NOT_FOUND"]
    assert codes(ran(device, gone | {"packageName": "com.other"}, version=2)) == ["PACKAGE_MISMATCH"]
