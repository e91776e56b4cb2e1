from __future__ import annotations

import pytest
from u2_phone import U2Phone, at_login, at_settings, selector

from gui_rec.phone.u2._api import RpcError

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
def test_two_fingers_take_their_time_and_change_nothing(method: str, params: tuple[object, ...]) -> None:
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
