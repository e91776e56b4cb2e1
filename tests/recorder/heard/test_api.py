from __future__ import annotations

import json

import pytest
from hearing import PANEL, SIZE, a_series, action, heard, x, y

from gui_rec.device._api import Display
from gui_rec.model.actions import Action, Key, OpenApp, Swipe, Tap, Type
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.recorder.heard._api import QUERY, Heard, Kind, Screen, acted, opaque, state_change
from gui_rec.recorder.heard.rpc import hear_request


@pytest.mark.parametrize("kind", list(Kind))
def test_what_acts_is_what_a_finger_may_do(kind: Kind) -> None:
    assert Heard(kind).acts is (kind in (Kind.ACTION, Kind.SERIES, Kind.OPAQUE))


def test_the_ways_to_say_it() -> None:
    assert acted(Tap(0.5, 0.5), "why") == Heard(Kind.ACTION, Tap(0.5, 0.5), "why")
    assert opaque("why") == Heard(Kind.OPAQUE, note="why")
    assert state_change("what").changes_state
    assert not state_change("what").acts
    assert not QUERY.acts
    assert not QUERY.changes_state


def test_a_screen_is_what_the_display_shows() -> None:
    display = Display(SIZE, 1, 420, None, ScreenSize(1080, 2400), Rect(0, 0, 1080, 2400))
    assert Screen.of(display, [PANEL]) == Screen(SIZE, 1, 420, (PANEL,), display.panel, display.frame)


ANOTHER = Screen(SIZE, display=2)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("input -d 2 tap 540 1200", Tap(x(540), y(1200))),
        ("input touchscreen -d 2 swipe 1 2 3 4", Swipe(x(1), y(2), x(3), y(4), None)),
        ("cmd input -d 2 keyevent 4", Key("BACK")),
        ("input -d 2 text a%sb", Type("a b")),
        ("am start --display 2 -n p.q/.Main", OpenApp(package="p.q", activity=".Main")),
        ("cmd activity start-activity --display 2 -n p.q/.Main", OpenApp(package="p.q", activity=".Main")),
    ],
)
def test_what_names_the_recorded_display_is_done_to_it(line: str, expected: Action) -> None:
    assert action(line, ANOTHER) == expected
    assert heard(line).kind is Kind.OPAQUE, "and is another one's in a recording of display 0"


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("input tap 1 2", "input tap without a display"),
        ("input -d 0 tap 1 2", "input tap on display 0"),
        ("input -d DEFAULT_DISPLAY tap 1 2", "input tap on display DEFAULT_DISPLAY"),
        ("input -d 3 keyevent 4", "input keyevent on display 3"),
        ("input motionevent DOWN 1 2", "input motionevent without a display"),
        ("am start -n p.q/.Main", "am start without a display"),
        ("am start --display 0 -n p.q/.Main", "am start on display 0"),
        ("am broadcast -a ADB_INPUT_B64 --es msg aGk=", "am broadcast does not say which display"),
        ("monkey -p p.q 1", "monkey does not say which display"),
        ("sendevent /dev/input/event2 3 53 100", "sendevent does not say which display"),
    ],
)
def test_what_may_be_done_to_another_display_is_said_and_no_action(line: str, where: str) -> None:
    said = heard(line, ANOTHER)
    assert said.kind is Kind.OPAQUE
    assert said.action is None
    assert (said.note or "").startswith(where)
    assert "display 2 is recorded" in (said.note or "")


@pytest.mark.parametrize(
    "line",
    ["screencap -p", "screencap -d 46 -p", "uiautomator dump", "uiautomator dump --windows", "wm size"],
)
def test_a_look_at_another_display_is_no_look(line: str) -> None:
    assert heard(line, ANOTHER).kind is Kind.QUERY


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("screencap -p -d 4619827551948147201", Kind.QUERY),
        ("screencap -pd 4619827551948147201", Kind.QUERY),
        ("screencap -d46 -p", Kind.QUERY),
        ("screencap -d", Kind.QUERY),
        ("screencap -p -d 0", Kind.SCREENSHOT),
        ("screencap -p /sdcard/-d.png", Kind.SCREENSHOT),
    ],
)
def test_a_picture_by_an_id_may_be_of_any_display(line: str, kind: Kind) -> None:
    assert heard(line).kind is kind


def test_calls_to_uiautomator2s_server_are_of_display_0() -> None:
    series = a_series()

    def call(method: str, *params: object) -> Heard:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        return hear_request("POST", "/jsonrpc/0", body, ANOTHER, series)

    for said in (call("click", 1, 2), call("injectInputEvent", 0, 1, 2, 0)):
        assert said.kind is Kind.OPAQUE
        assert "uiautomator2's server does not say which display" in (said.note or "")
    assert not series.is_open
    assert call("dumpWindowHierarchy", False, 50).kind is Kind.QUERY
    assert call("deviceInfo").kind is Kind.QUERY
    assert hear_request("GET", "/screenshot/0", b"", ANOTHER, series).kind is Kind.QUERY
    line = b"command=input+-d+2+tap+540+1200"
    assert hear_request("POST", "/shell", line, ANOTHER, series).action == Tap(x(540), y(1200))
