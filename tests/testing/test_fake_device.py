from __future__ import annotations

import pytest
from fake_app import fake_app

from gui_rec.errors import DeviceError, DeviceLostError, TextUnsupportedError
from gui_rec.model.actions import Direction, Key, OpenApp, Scroll, Tap, Type
from gui_rec.testing.builders import SIZE
from gui_rec.testing.fake_device import FakeDevice, Screen

OPEN = Tap(x=0.5, y=0.23)
FORM = Tap(x=0.5, y=0.4)


def test_taps_lead_on_and_back_leads_back() -> None:
    device = fake_app()
    device.perform(OPEN, SIZE)
    assert (device.current, device.focus().activity) == ("page", ".Page")
    device.perform(Key("BACK"), SIZE)
    assert device.current == "list"
    device.perform(Key("BACK"), SIZE)
    assert device.current == "list"
    device.perform(Tap(x=0.5, y=0.99), SIZE)
    assert device.current == "list"


def test_a_slow_page_comes_later_and_back_again() -> None:
    device = fake_app(react_s=1.0)
    device.perform(OPEN, SIZE)
    assert device.focus().activity == ".Main"
    device.clock.advance(1.0)
    assert device.focus().activity == ".Page"
    device.perform(Key("BACK"), SIZE)
    device.clock.advance(1.0)
    assert device.focus().activity == ".Main"


def test_text_goes_into_the_focused_field() -> None:
    device = fake_app(current="form")
    device.perform(Type("lost"), SIZE)
    assert "lost" not in device.hierarchy()
    assert device.keyboard_shown() is False
    device.perform(OPEN, SIZE)
    assert device.keyboard_shown() is True
    device.perform(Type("ab"), SIZE)
    device.perform(Type("c"), SIZE)
    assert 'text="abc"' in device.hierarchy()
    device.perform(Type("d", clear_before=True), SIZE)
    assert 'text="d"' in device.hierarchy()
    with pytest.raises(TextUnsupportedError):
        device.perform(Type("é"), SIZE)
    device.carries_unicode = True
    device.perform(Type("é", x=0.5, y=0.23, clear_before=True), SIZE)
    assert 'text="é"' in device.hierarchy()


def test_apps_home_and_scrolling() -> None:
    screens = {
        "home": Screen(package="com.home"),
        "top": Screen(scrolls_to="bottom"),
        "bottom": Screen(activity=".Bottom"),
    }
    device = FakeDevice(screens, "top")
    device.perform(Scroll(Direction.DOWN), SIZE)
    assert device.current == "bottom"
    device.perform(Key("HOME"), SIZE)
    assert device.current == "home"
    device.perform(OpenApp(name="app"), SIZE)
    assert device.current == "top"
    assert device.resolve_app("home") == ("com.home", ".Main")
    with pytest.raises(DeviceError, match="no app"):
        device.resolve_app("other")


def test_faults_strike_as_often_as_asked() -> None:
    device = fake_app()
    device.fail_next("focus", DeviceError("once"), times=2)
    for _ in range(2):
        with pytest.raises(DeviceError, match="once"):
            device.focus()
    assert device.focus().package


def test_a_lost_device_comes_back() -> None:
    device = fake_app()
    device.lose()
    with pytest.raises(DeviceLostError):
        device.screenshot()
    device.find_again()
    assert device.screenshot()


def test_an_answer_that_is_dropped_was_performed() -> None:
    device = fake_app()
    device.drop_next_answer()
    assert device.perform(OPEN, SIZE).exit_status is None
    assert device.performed == [OPEN]
    with pytest.raises(DeviceLostError):
        device.focus()


def test_calls_cost_time_and_are_counted() -> None:
    device = fake_app(costs_s={"hierarchy": 2.0})
    started_s = device.clock.now_s
    device.hierarchy()
    assert device.clock.now_s - started_s == 2.0
    assert device.calls["hierarchy"] == 1


def test_a_turned_screen_is_as_the_user_sees_it() -> None:
    device = fake_app(rotation=1)
    assert device.display().size.width_px == SIZE.height_px
    assert device.display().panel == SIZE


def test_the_panels_bytes_are_played() -> None:
    device = fake_app(panel_bytes=(b"a", b"b"))
    with device.touch_lines() as chunks:
        assert list(chunks) == [b"a", b"b"]
    assert device.touch_nodes()[0].direct
