from __future__ import annotations

import pytest
from hearing import SCREEN, a_series, x, y
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.model.actions import Action, Drag, Gesture, Hotkey, Key, LongPress, Swipe, Tap, TimedPoint, Type
from gui_rec.model.selector import Selector
from gui_rec.phone.u2._members import METHODS as OF_THE_PHONE
from gui_rec.recorder.heard._api import QUERY, Heard, Kind
from gui_rec.recorder.heard.aim import Verb
from gui_rec.recorder.heard.rpc_params import Params
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.heard.u2_methods import METHODS, READS, hear_call

OK = {"mask": 1, "text": "OK", "childOrSibling": [], "childOrSiblingSelector": []}


def call(method: str, *params: object, series: Series | None = None) -> Heard:
    return hear_call(method, Params(params), SCREEN, a_series() if series is None else series)


def test_every_method_of_the_simulated_phone_is_known() -> None:
    assert set(OF_THE_PHONE) <= set(METHODS) | READS
    assert not set(METHODS) & READS


@pytest.mark.parametrize(
    ("method", "params", "expected"),
    [
        ("click", (540, 1200), Tap(x(540), y(1200))),
        ("click", (540.9, 1200.5), Tap(x(540), y(1200))),
        ("click", (540, 1200, 500), LongPress(x(540), y(1200), 500)),
        ("click", (540, 1200, 100), Tap(x(540), y(1200))),
        ("swipe", (1, 2, 3, 4, 55), Swipe(x(1), y(2), x(3), y(4), 275)),
        ("swipe", (1, 2, 1, 2, 200), LongPress(x(1), y(2), 1000)),
        ("swipe", (1, 2, 1, 2, 2), Tap(x(1), y(2))),
        ("drag", (1, 2, 3, 4, 100), Drag(x(1), y(2), x(3), y(4), duration_ms=500)),
        ("swipePoints", ([1, 2, 3, 4], 100), Swipe(x(1), y(2), x(3), y(4), 500)),
        (
            "swipePoints",
            ([1, 2, 3, 4, 1, 2], 10),
            Gesture(
                (tuple(TimedPoint(x(px), y(py), ms) for px, py, ms in ((1, 2, 0), (3, 4, 50), (1, 2, 100))),)
            ),
        ),
        ("pressKey", ("recent",), Key("APP_SWITCH")),
        ("pressKey", ("BACK",), Key("BACK")),
        ("pressKeyCode", (66,), Key("ENTER")),
        ("pressKeyCode", (66, 0), Key("ENTER")),
        ("pressKeyCode", (29, 0x1001), Hotkey(("CTRL_LEFT", "SHIFT_LEFT", "A"))),
        ("clearInputText", (), Type("", clear_before=True)),
        ("wakeUp", (), Key("WAKEUP")),
        ("sleep", (), Key("SLEEP")),
        (
            "gesture",
            (OK, {"x": 1, "y": 1}, {"x": 9, "y": 9}, {"x": 5, "y": 5}, {"x": 20, "y": 20}, 100),
            Gesture(
                (
                    (TimedPoint(x(1), y(1), 0), TimedPoint(x(5), y(5), 500)),
                    (TimedPoint(x(9), y(9), 0), TimedPoint(x(20), y(20), 500)),
                )
            ),
        ),
    ],
)
def test_acts_at_places(method: str, params: tuple[object, ...], expected: Action) -> None:
    assert call(method, *params) == Heard(Kind.ACTION, expected)


@pytest.mark.parametrize(
    ("method", "params", "verb"),
    [
        ("click", (OK,), Verb.TAP),
        ("click", (OK, "tl"), Verb.TAP_TOP_LEFT),
        ("clickAndWaitForNewWindow", (OK, 5000), Verb.TAP),
        ("longClick", (OK,), Verb.LONG_PRESS),
        ("longClick", (OK, "br"), Verb.LONG_PRESS_BOTTOM_RIGHT),
        ("setText", (OK, "x"), Verb.SET_TEXT),
        ("clearTextField", (OK,), Verb.SET_TEXT),
        ("dragTo", (OK, 5, 6, 100), Verb.DRAG),
        ("dragTo", (OK, OK, 100), Verb.DRAG),
        ("pinchIn", (OK, 100, 50), Verb.PINCH_IN),
        ("pinchOut", (OK, 100, 50), Verb.PINCH_OUT),
        ("swipe", (OK, "up", 10), Verb.SWIPE),
        ("scrollForward", (OK, True, 55), Verb.SCROLL),
        ("scrollBackward", (OK, False, 55), Verb.SCROLL),
        ("flingForward", (OK, True), Verb.SCROLL),
        ("flingBackward", (OK, True), Verb.SCROLL),
        ("scrollToEnd", (OK, True, 1, 55), Verb.SCROLL),
        ("flingToBeginning", (OK, True, 1), Verb.SCROLL),
    ],
)
def test_acts_on_views(method: str, params: tuple[object, ...], verb: Verb) -> None:
    found = call(method, *params)
    assert (found.kind, found.action, found.selector) == (Kind.ACTION, None, Selector(text="OK", index=0))
    assert found.aim is not None
    assert found.aim.verb is verb


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("openNotification", ()),
        ("openQuickSettings", ()),
        ("scrollTo", (OK, OK, True)),
        ("scrollToEnd", (OK, True, 500, 55)),
        ("flingToBeginning", (OK, True, 500)),
        ("registerClickUiObjectWatcher", ("a", [OK], OK)),
        ("click", ("handle",)),
        ("click", (OK, "middle")),
        ("click", ()),
        ("swipe", (-1, 2, 3, 4, 5)),
        ("swipe", (OK, "up", 0.5, 10)),
        ("drag", (5000, 2, 3, 4, 5)),
        ("swipePoints", ([1, 2], 5)),
        ("swipePoints", ([-1, 2, 3, 4], 5)),
        ("swipePoints", ([1, 2, 3, 4, 5, 6], 10**9)),
        ("pressKeyCode", (29, 0x4000)),
        ("dragTo", (OK, "handle", 100)),
        ("pressKeyCode", (9999,)),
        ("pasteClipboard", ()),
        ("gesture", (OK, [-1, 1], [9, 9], [5, 5], [20, 20], 100)),
        ("injectInputEvent", (1, 5, 5, 0)),
        ("click", (1, 2, 99_999_999)),
        ("somethingNew", ()),
    ],
)
def test_what_cannot_be_told_is_opaque(method: str, params: tuple[object, ...]) -> None:
    found = call(method, *params)
    assert found.kind is Kind.OPAQUE
    assert found.note


@pytest.mark.parametrize("most", [0, -1])
def test_no_scroll_at_all_is_no_act(most: int) -> None:
    assert call("scrollToEnd", OK, True, most, 55) == QUERY


@pytest.mark.parametrize("method", ["setOrientation", "freezeRotation", "makeToast", "setClipboard"])
def test_changes_that_no_person_makes(method: str) -> None:
    found = call(method, "l", "x")
    assert (found.kind, found.changes_state) == (Kind.QUERY, True)


@pytest.mark.parametrize("method", sorted(READS))
def test_what_only_reads(method: str) -> None:
    assert call(method, OK) == QUERY


def test_what_is_refused_is_no_act() -> None:
    for found in (call("click", 5000, 5), call("pressKey", "nosuch"), call("injectInputEvent", 3, 1, 1, 0)):
        assert found.kind is Kind.QUERY
        assert found.note


def test_captures() -> None:
    assert call("takeScreenshot", 1, 80).kind is Kind.SCREENSHOT
    assert call("dumpWindowHierarchy", False, 50).kind is Kind.HIERARCHY


def test_injected_events_are_a_touch() -> None:
    series = a_series()
    assert call("injectInputEvent", 0, 5.5, 6, 0, series=series).kind is Kind.SERIES
    assert call("injectInputEvent", 1, 5.5, 6, 0, series=series).action == Tap(x(5), y(6))


def test_what_is_pasted_is_what_was_put_there_just_before() -> None:
    series = a_series()
    call("setClipboard", None, "héllo", series=series)
    call("getClipboard", series=series)
    assert call("pasteClipboard", series=series).action == Type("héllo")
    assert call("pasteClipboard", series=series).kind is Kind.OPAQUE
    call("setClipboard", None, "", series=series)
    assert call("pasteClipboard", series=series) == QUERY


numbers = st.integers() | st.floats() | st.lists(st.integers(), max_size=4)
values = st.none() | st.booleans() | st.text(max_size=5) | st.just(OK) | numbers


@given(st.sampled_from(sorted(METHODS)), st.lists(values, max_size=6))
def test_any_parameters_are_told(method: str, params: list[object]) -> None:
    assert isinstance(call(method, *params), Heard)
