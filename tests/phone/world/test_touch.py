from __future__ import annotations

import math

import pytest
from driven_phone import Driven, in_settings, rect_of, signed_in
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.model.geometry import PxPoint, Rect
from gui_rec.phone.world.layout import FieldStates, Layout
from gui_rec.phone.world.touch import fling_px, target_at
from gui_rec.phone.world.views import Flow, View

AREA = Rect(0, 0, 100, 100)


def _target(view: View, x: int, y: int) -> str | None:
    root = Layout(160, {}, FieldStates()).place(view, AREA, AREA)
    found = target_at(root, PxPoint(x, y), lambda candidate: candidate.is_clickable)
    return found.view.id if found is not None else None


def test_the_topmost_child_takes_the_touch() -> None:
    lower, upper = View(id="lower", h=100, clickable=True), View(id="upper", w=50, h=50, clickable=True)
    view = View(flow=Flow.STACK, children=(lower, upper))
    assert _target(view, 10, 10) == "upper"
    assert _target(view, 80, 80) == "lower"


def test_a_child_that_takes_no_clicks_lets_the_one_below_have_it() -> None:
    view = View(flow=Flow.STACK, children=(View(id="lower", h=100, clickable=True), View(id="veil", h=100)))
    assert _target(view, 10, 10) == "lower"


def test_a_touch_on_a_text_goes_to_its_row() -> None:
    view = View(id="row", clickable=True, children=(View("TextView", text="x", h=20),))
    assert _target(view, 5, 5) == "row"


def test_a_touch_beside_everything_meets_nothing() -> None:
    view = View(children=(View(id="a", h=20, clickable=True),))
    assert _target(view, 5, 50) is None
    assert _target(view, 500, 5) is None


def test_a_touch_on_nothing_changes_nothing() -> None:
    driven = Driven()
    before = driven.phone.version
    driven.phone.tap(540, 900)
    assert driven.phone.version == before


def test_a_disabled_view_does_nothing() -> None:
    driven = in_settings("Network & internet")
    before = driven.phone.hierarchy()
    assert driven.node("SIMs")["enabled"] == "false"
    driven.tap("SIMs")
    driven.long_press("SIMs")
    assert driven.phone.hierarchy() == before


def test_the_last_pixel_of_a_row_is_the_row_and_the_next_is_not() -> None:
    driven = in_settings()
    rows = [
        rect_of(n) for n in driven.nodes() if n["class"].endswith("LinearLayout") and n["clickable"] == "true"
    ]
    driven.phone.tap(rows[0].left + 5, rows[0].bottom - 1)
    assert driven.has("Airplane mode")
    driven.phone.key("BACK")
    driven.phone.tap(rows[1].left + 5, rows[1].top)
    assert driven.has("Bluetooth")


def test_fractions_of_a_pixel_are_cut_off() -> None:
    driven = Driven()
    x, y = driven.center("Shop")
    driven.phone.tap(x + 0.9, y + 0.9)
    assert driven.activity() == "com.example.shop.LoginActivity"


def test_a_swipe_up_scrolls_down_and_runs_on() -> None:
    driven = in_settings()
    assert driven.has("homepage_title")
    driven.phone.swipe(540, 1800, 540, 1200, 300)
    at_once = driven.phone.hierarchy()
    driven.clock.advance(1.0)
    assert driven.phone.hierarchy() != at_once
    assert not driven.has("homepage_title")


def test_scrolling_ends_at_the_end() -> None:
    driven = in_settings()
    for _ in range(5):
        driven.phone.swipe(540, 2000, 540, 400, 200)
        driven.clock.advance(1.0)
    end = driven.phone.hierarchy()
    driven.phone.swipe(540, 2000, 540, 400, 200)
    driven.clock.advance(1.0)
    assert driven.phone.hierarchy() == end
    assert driven.has("Tips & support")


def test_scrolling_back_gives_the_first_screen_again() -> None:
    driven = in_settings()
    first = driven.phone.hierarchy()
    driven.phone.swipe(540, 1800, 540, 900, 300)
    driven.clock.advance(1.0)
    for _ in range(3):
        driven.phone.swipe(540, 600, 540, 2000, 200)
        driven.clock.advance(1.0)
    assert driven.phone.hierarchy() == first


def test_a_slow_swipe_moves_by_its_length_less_the_slop() -> None:
    driven = in_settings()
    before = rect_of(driven.node("Battery")).top
    driven.phone.swipe(540, 1500, 540, 1300, 20_000)
    assert before - rect_of(driven.node("Battery")).top == 200 - 21


def test_a_touch_stops_what_still_runs() -> None:
    driven = in_settings()
    driven.phone.swipe(540, 1800, 540, 1200, 200)
    driven.clock.advance(0.1)
    driven.phone.tap(540, 60)
    stopped = driven.phone.hierarchy()
    driven.clock.advance(2.0)
    assert driven.phone.hierarchy() == stopped


def test_a_page_that_fits_does_not_scroll() -> None:
    driven = in_settings("Display")
    before = driven.phone.version
    driven.phone.swipe(540, 1800, 540, 900, 300)
    driven.clock.advance(1)
    assert driven.phone.version == before


def test_a_short_swipe_is_a_tap_and_a_long_one_without_movement_a_long_press() -> None:
    driven = in_settings()
    x, y = driven.center("Battery")
    driven.phone.swipe(x, y, x + 3, y + 3, 100)
    assert driven.has("Nothing to set here")
    driven.phone.key("BACK")
    driven.phone.swipe(x, y, x, y, 500)
    assert driven.has("Add to Home screen")


def test_a_long_press_without_a_meaning_is_a_click() -> None:
    driven = signed_in()
    driven.long_press("cart_button")
    assert driven.activity() == "com.example.shop.CartActivity"


def test_sideways_the_carousel_turns_by_hand() -> None:
    driven = signed_in()
    before = driven.node("carousel")["content-desc"]
    x, y = driven.center("carousel")
    driven.phone.swipe(x + 300, y, x - 300, y, 200)
    assert driven.node("carousel")["content-desc"] != before
    driven.phone.swipe(x - 300, y, x + 300, y, 200)
    assert driven.node("carousel")["content-desc"] == before


def test_a_touch_beside_a_dialog_closes_it() -> None:
    driven = in_settings()
    driven.long_press("Battery")
    driven.phone.tap(540, 200)
    assert driven.has("homepage_title")


def test_drag_and_drop_holds_first() -> None:
    driven = in_settings()
    x, y = driven.center("Battery")
    driven.phone.draganddrop(x, y, x, y + 400, 300)
    assert driven.has("Add to Home screen")


def test_a_drag_over_what_listens_to_no_long_press_scrolls_and_clicks_nothing() -> None:
    driven = in_settings()
    row = next(text for text in driven.texts() if text not in ("Settings", "Battery"))
    y = driven.center(row)[1]
    driven.phone.draganddrop(540, 1800, 540, 1400, 300)
    driven.clock.advance(2)
    assert driven.activity() == "com.android.settings.Settings"
    assert not driven.has(row) or driven.center(row)[1] < y


def test_a_drag_that_hardly_moves_is_a_long_press() -> None:
    driven = Driven()
    driven.tap("Shop")
    x, y = driven.center("username")
    driven.phone.draganddrop(x, y, x + 2, y, 300)
    assert driven.node("username")["focused"] == "true"


@pytest.mark.parametrize(
    ("third", "activity"), [(0, "LoginActivity"), (1, "QuickstepLauncher"), (2, "Recents")]
)
def test_the_navigation_bar(third: int, activity: str) -> None:
    driven = signed_in()
    driven.tap("Desk lamp") if third == 0 else None
    driven.phone.tap(180 + 360 * third, 2340)
    expected = "HomeActivity" if third == 0 else activity
    assert expected in (driven.activity() or "")


def test_motion_events_make_a_gesture_when_they_end() -> None:
    driven = in_settings()
    x, y = driven.center("Battery")
    driven.phone.motion("DOWN", x, y)
    driven.clock.advance(0.6)
    driven.phone.motion("move", x, y)
    assert not driven.has("Add to Home screen")
    driven.phone.motion("UP", x, y)
    assert driven.has("Add to Home screen")


def test_a_cancelled_motion_does_nothing() -> None:
    driven = in_settings()
    x, y = driven.center("Battery")
    driven.phone.motion("DOWN", x, y)
    driven.phone.motion("CANCEL", x, y)
    driven.phone.motion("UP", x, y)
    assert driven.has("homepage_title")


def test_an_unknown_motion_is_refused() -> None:
    with pytest.raises(ValueError, match="DOWN, MOVE, UP or CANCEL"):
        Driven().phone.motion("HOVER", 1, 1)


def test_nothing_happens_on_a_screen_that_is_off() -> None:
    driven = in_settings()
    x, y = driven.center("Battery")
    driven.phone.key("SLEEP")
    driven.phone.tap(x, y)
    driven.phone.swipe(x, y, x, y, 900)
    driven.phone.swipe(x, y, x, 100, 200)
    driven.phone.key("WAKEUP")
    assert driven.has("homepage_title")


def test_lost_taps_are_lost() -> None:
    driven = Driven()
    driven.phone.faults.set("lost-tap:2")
    for _ in range(2):
        driven.tap("Shop")
        assert driven.has("hotseat")
    driven.tap("Shop")
    assert driven.activity() == "com.example.shop.LoginActivity"


@settings(max_examples=60, deadline=None)
@given(st.floats(50, 20_000), st.sampled_from([-1, 1]))
def test_a_fling_goes_its_own_way_and_farther_when_faster(speed: float, sign: int) -> None:
    distance = fling_px(sign * speed, 420)
    assert distance == 0 or math.copysign(1, distance) == sign
    assert abs(fling_px(sign * speed * 2, 420)) >= abs(distance)


def _at_the_lamp() -> Driven:
    driven = signed_in()
    driven.tap("Desk lamp")
    driven.clock.advance(3)
    assert driven.node("picture")["content-desc"] == "Desk lamp"
    return driven


def _pinch(driven: Driven, start: int, end: int, *, y: int | None = None) -> None:
    x, middle = driven.center("picture")
    y = middle if y is None else y
    driven.phone.two_fingers(((x - start, y), (x - end, y)), ((x + start, y), (x + end, y)))


@pytest.mark.parametrize(
    ("start", "end", "percent"), [(100, 200, 200), (50, 70, 140), (30, 300, 400), (200, 100, 100)]
)
def test_two_fingers_that_part_zoom_a_picture_between_its_limits(start: int, end: int, percent: int) -> None:
    driven = _at_the_lamp()
    before = driven.phone.frame()
    _pinch(driven, start, end)
    expected = "Desk lamp" if percent == 100 else f"Desk lamp, {percent} %"
    assert driven.node("picture")["content-desc"] == expected
    assert (driven.phone.frame() == before) is (percent == 100)


def test_zooming_out_again_gives_the_picture_back() -> None:
    driven = _at_the_lamp()
    before = driven.phone.frame()
    bounds = driven.node("picture")["bounds"]
    _pinch(driven, 100, 200)
    assert driven.node("picture")["bounds"] == bounds
    _pinch(driven, 200, 100)
    assert driven.phone.frame() == before


def test_two_fingers_beside_each_other_scroll_as_one_does() -> None:
    driven, twin = in_settings(), in_settings()
    driven.phone.two_fingers(((400, 1800), (400, 900)), ((700, 1800), (700, 900)), 400)
    twin.phone.swipe(400, 1800, 400, 900, 400)
    assert driven.phone.hierarchy() == twin.phone.hierarchy() != in_settings().phone.hierarchy()


def test_two_fingers_that_stay_or_miss_a_picture_or_a_phone_asleep_do_nothing() -> None:
    driven = _at_the_lamp()
    version = driven.phone.version
    _pinch(driven, 100, 100)
    _pinch(driven, 100, 200, y=2000)
    assert driven.phone.version == version
    driven.phone.key("POWER")
    _pinch_asleep = ((400, 700), (300, 700)), ((600, 700), (800, 700))
    driven.phone.two_fingers(*_pinch_asleep)
    driven.phone.key("POWER")
    assert driven.node("picture")["content-desc"] == "Desk lamp"
