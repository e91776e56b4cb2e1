from __future__ import annotations

import pytest
from u2_phone import U2Phone, at_login, at_settings, at_shop_home

from gui_rec.phone.u2._api import RpcError
from gui_rec.phone.u2.params import ParamError
from gui_rec.phone.u2.touch_methods import STEP_MS, is_inside


def offset(phone: U2Phone) -> int:
    """How far the list of Settings is scrolled, in px."""
    scroll = phone.driven.phone.state()["screen"]["scroll"]  # type: ignore[index]
    return max(scroll.values(), default=0)


def test_a_click_taps() -> None:
    phone = U2Phone()
    assert phone.call("click", *phone.driven.center("Shop")) is True
    assert phone.driven.activity() == "com.example.shop.LoginActivity"
    assert phone.took_s == 0


def test_a_click_takes_fractions_of_a_pixel() -> None:
    phone = U2Phone()
    x, y = phone.driven.center("Shop")
    phone.call("click", x + 0.5, y + 0.25)
    assert phone.driven.phone.focus().package == "com.example.shop"


def test_a_click_with_a_duration_is_a_press_that_lasts() -> None:
    phone = at_settings()
    x, y = phone.driven.center("About phone") if phone.driven.has("About phone") else (540, 900)
    assert phone.call("click", x, y, 500) is True
    assert phone.took_s == pytest.approx(0.5)


@pytest.mark.parametrize(("x", "y"), [(-1, 5), (1080, 5), (5, 2400), (5, -0.5)])
def test_a_click_beside_the_screen_is_refused(x: float, y: float) -> None:
    phone = U2Phone()
    version = phone.driven.phone.version
    assert phone.call("click", x, y) is False
    assert phone.driven.phone.version == version
    assert not is_inside(phone.session, x, y)


def test_a_click_is_subject_to_the_phones_faults() -> None:
    phone = U2Phone()
    phone.driven.phone.faults.set("lost-tap:1")
    center = phone.driven.center("Shop")
    phone.call("click", *center)
    assert phone.driven.phone.focus().package == "com.android.launcher3"
    phone.call("click", *center)
    assert phone.driven.phone.focus().package == "com.example.shop"


def test_a_swipe_scrolls_and_takes_five_milliseconds_a_step() -> None:
    phone = at_settings()
    assert phone.call("swipe", 540, 1800, 540, 1000, 200) is True
    assert phone.took_s == pytest.approx(200 * STEP_MS / 1000)
    assert offset(phone) > 0


def test_a_swipe_goes_sideways_too() -> None:
    phone = at_shop_home()
    before = phone.driven.texts()
    carousel = phone.driven.node("carousel") if phone.driven.has("carousel") else None
    y = 500 if carousel is None else phone.driven.center("carousel")[1]
    phone.call("swipe", 900, y, 200, y, 10)
    assert phone.driven.texts() != before


def test_a_swipe_that_is_stopped_does_nothing() -> None:
    phone = at_settings()
    assert phone.stop_after(0.1, "swipe", 540, 1800, 540, 1000, 200) is False
    assert offset(phone) == 0
    assert phone.took_s == pytest.approx(0.1)


def test_a_path_of_points_ends_where_its_last_point_is() -> None:
    phone = at_settings()
    assert phone.call("swipePoints", [540, 1800, 540, 1500, 540, 1200], 100) is True
    assert phone.took_s == pytest.approx(1.0)
    assert offset(phone) > 0


def test_a_path_that_is_stopped_is_cancelled() -> None:
    phone = at_settings()
    assert phone.stop_after(0.3, "swipePoints", [540, 1800, 540, 1500, 540, 1200], 100) is False
    assert offset(phone) == 0


@pytest.mark.parametrize("numbers", [[], [1, 2], [1, 2, 3]])
def test_a_path_needs_two_whole_points(numbers: list[int]) -> None:
    with pytest.raises(RpcError, match="two points or more"):
        U2Phone().call("swipePoints", numbers, 5)


def test_a_drag_lasts_as_its_steps_say() -> None:
    phone = at_settings()
    assert phone.call("drag", 540, 1500, 540, 900, 100) is True
    assert phone.took_s >= 0.5


def test_motion_events_make_a_gesture() -> None:
    phone = U2Phone()
    x, y = phone.driven.center("Shop")
    assert phone.call("injectInputEvent", 0, x, y, 0) is True
    assert phone.driven.phone.focus().package == "com.android.launcher3"
    phone.call("injectInputEvent", 2, x + 1, y, 0)
    phone.call("injectInputEvent", 1, x, y, 0)
    assert phone.driven.phone.focus().package == "com.example.shop"


def test_a_cancelled_gesture_does_nothing() -> None:
    phone = U2Phone()
    x, y = phone.driven.center("Shop")
    for action in (0, 3, 1):
        phone.call("injectInputEvent", action, x, y, 0)
    assert phone.driven.phone.focus().package == "com.android.launcher3"


def test_an_unknown_motion_is_refused() -> None:
    with pytest.raises(RpcError, match="action of 0 to 3"):
        U2Phone().call("injectInputEvent", 9, 1, 1, 0)


def test_touches_never_reach_the_panel() -> None:
    phone = at_login()
    seen = phone.driven.phone.panel.subscribe()
    phone.call("click", 540, 766)
    phone.call("swipe", 540, 1800, 540, 1000, 5)
    assert seen.take() == []


@pytest.mark.parametrize("params", [(), (1,), ("a", "b"), (None, 1), (True, 2)])
def test_a_click_without_numbers_is_a_wrong_call(params: tuple[object, ...]) -> None:
    with pytest.raises(ParamError):
        U2Phone().call("click", *params)
