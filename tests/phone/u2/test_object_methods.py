from __future__ import annotations

import pytest
from driven_phone import rect_of
from u2_phone import U2Phone, at_login, at_settings, at_shop_home, selector

from gui_rec.phone.u2._api import RpcError
from gui_rec.phone.u2.params import ParamError

ICON = selector(text="Shop")
NOWHERE = selector(text="Nowhere")


def test_a_click_on_a_view() -> None:
    phone = U2Phone()
    assert phone.call("click", ICON) is True
    assert phone.driven.activity() == "com.example.shop.LoginActivity"


def test_a_click_on_a_point_goes_by_the_same_name() -> None:
    phone = U2Phone()
    assert phone.call("click", *phone.driven.center("Shop")) is True
    assert phone.driven.activity() == "com.example.shop.LoginActivity"


def test_a_long_click_is_held() -> None:
    phone = at_settings()
    assert phone.call("longClick", selector(scrollable=True)) is True
    assert phone.took_s == pytest.approx(0.6)


def test_a_drag_to_a_point_and_to_a_view() -> None:
    phone = at_login()
    assert phone.call("dragTo", selector(text="Sign in"), 540, 300, 100) is True
    assert phone.took_s == pytest.approx(0.5)
    assert phone.call("dragTo", selector(text="Sign in"), selector(text="Welcome back"), 20) is True
    assert phone.took_s == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("gesture", ({"x": 1, "y": 1}, {"x": 2, "y": 2}, {"x": 3, "y": 3}, {"x": 4, "y": 4}, 20)),
        ("pinchIn", (100, 20)),
        ("pinchOut", (100, 20)),
    ],
)
def test_two_fingers_take_their_time_and_change_nothing_that_does_not_zoom(
    method: str, params: tuple[object, ...]
) -> None:
    phone = at_settings()
    version = phone.driven.phone.version
    assert phone.call(method, selector(scrollable=True), *params) is True
    assert phone.took_s == pytest.approx(0.1)
    assert phone.driven.phone.version == version


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("click", ()),
        ("longClick", ()),
        ("dragTo", (1, 1, 5)),
        ("pinchIn", (100, 5)),
        ("gesture", (1, 2, 3, 4, 5)),
    ],
)
def test_a_view_that_is_not_there_is_an_exception(method: str, params: tuple[object, ...]) -> None:
    with pytest.raises(RpcError, match="UiObjectNotFoundException"):
        at_login().call(method, NOWHERE, *params)


def _at_the_lamp() -> U2Phone:
    phone = at_shop_home()
    phone.driven.tap("Desk lamp")
    phone.driven.clock.advance(3)
    return phone


def test_a_pinch_zooms_a_picture_out_and_in() -> None:
    phone = _at_the_lamp()
    picture = selector(resourceId="com.example.shop:id/picture")
    assert phone.call("pinchOut", picture, 10, 20) is True
    said = phone.driven.node("picture")["content-desc"]
    percent = int(said.removeprefix("Desk lamp, ").removesuffix(" %"))
    width = rect_of(phone.driven.node("picture")).width
    assert percent == pytest.approx(100 * int(width / 2 * 0.1) / 20, abs=1)
    assert phone.call("pinchIn", picture, 50, 20) is True
    assert phone.driven.node("picture")["content-desc"] == "Desk lamp"


def test_a_gesture_of_two_fingers_goes_from_its_starts_to_its_ends() -> None:
    phone = _at_the_lamp()
    x, y = phone.driven.center("picture")
    ways = ({"x": x - 50, "y": y}, {"x": x + 50, "y": y}, {"x": x - 150, "y": y}, {"x": x + 150, "y": y})
    assert phone.call("gesture", selector(descriptionContains="Desk lamp"), *ways, 20) is True
    assert phone.driven.node("picture")["content-desc"] == "Desk lamp, 300 %"


@pytest.mark.parametrize("point", [5, {"x": 1}, {"x": "a", "y": 1}, None])
def test_a_point_that_is_none_is_refused(point: object) -> None:
    good = {"x": 1, "y": 1}
    with pytest.raises(ParamError):
        at_settings().call("gesture", selector(scrollable=True), good, point, good, good, 20)
