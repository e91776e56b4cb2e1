"""Where the navigation bar lies: on the glass it stays in one place, however the phone is held."""

from __future__ import annotations

import pytest
from driven_phone import Driven, rect_of
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.phone.render.frame import render
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.navigation import BUTTONS, beside, buttons, navigation_bar

BARS = [(0, Rect(0, 2274, 1080, 2400)), (1, Rect(2274, 0, 2400, 1080)), (3, Rect(0, 0, 126, 1080))]


def overlap(one: Rect, other: Rect) -> int:
    shared = one.intersect(other)
    return 0 if shared is None else shared.area


def turned(rotation: int, locale: str = "en-US") -> Driven:
    driven = Driven(PhoneConfig(locale=locale))
    driven.phone.turn(rotation)
    return driven


@pytest.mark.parametrize(("rotation", "bar"), BARS)
def test_it_stays_at_the_same_edge_of_the_glass(rotation: int, bar: Rect) -> None:
    driven = turned(rotation)
    windows = {window.title: window.bounds for window in driven.phone.windows()}
    assert windows["NavigationBar0"] == bar


@pytest.mark.parametrize("locale", ["en-US", "ar"])
@pytest.mark.parametrize("rotation", [0, 1, 3])
def test_its_buttons_do_what_they_say_and_no_view_lies_below_it(rotation: int, locale: str) -> None:
    driven = turned(rotation, locale)
    places = driven.phone.navigation_buttons()
    for key, activity in (
        ("APP_SWITCH", "Recents"),
        ("BACK", "QuickstepLauncher"),
        ("HOME", "QuickstepLauncher"),
    ):
        driven.phone.tap(places[key].center.x, places[key].center.y)
        assert activity in (driven.activity() or "")
    driven.phone.start_activity("com.android.settings/.Settings")
    bar = driven.phone._engine.scene().navigation_bar
    shown = [node for node in driven.nodes() if node["text"] or node["clickable"] == "true"]
    assert shown
    assert all(overlap(rect_of(node), bar) == 0 for node in shown)


def test_a_turn_moves_no_button_on_the_glass() -> None:
    upright = buttons(BARS[0][1], rtl=False)
    for rotation, bar in BARS[1:]:
        for key, place in buttons(bar, rtl=False).items():
            x, y = place.center.x, place.center.y
            back = (1080 - y, x) if rotation == 1 else (y, 2400 - x)
            assert (abs(back[0] - upright[key].center.x), abs(back[1] - upright[key].center.y)) <= (1, 1)


@pytest.mark.parametrize("locale", ["en-US", "ar"])
@pytest.mark.parametrize("rotation", [1, 3])
def test_it_is_painted_where_it_lies(rotation: int, locale: str) -> None:
    driven = turned(rotation, locale)
    driven.phone.start_activity("com.android.settings/.Settings")
    picture = render(driven.phone._engine.scene()).convert("L")
    for place in driven.phone.navigation_buttons().values():
        middle = place.center
        near = picture.crop((middle.x - 30, middle.y - 30, middle.x + 30, middle.y + 30)).getextrema()
        assert isinstance(near[0], (int, float))
        assert float(near[1]) - float(near[0]) > 100


def test_the_keyboard_leaves_it_free() -> None:
    driven = turned(1)
    driven.phone.start_activity("com.example.shop/.LoginActivity")
    driven.tap("username")
    scene = driven.phone._engine.scene()
    assert scene.keyboard is not None
    assert (scene.keyboard.right, scene.keyboard.bottom) == (2274, 1080)


def test_a_large_screen_has_it_below() -> None:
    assert navigation_bar(ScreenSize(2400, 1600), 1, 320) == navigation_bar(ScreenSize(2400, 1600), 0, 320)
    assert navigation_bar(ScreenSize(2400, 1600), 1, 320) == Rect(0, 1504, 2400, 1600)


sides = st.integers(200, 4000)


@given(sides, sides, st.integers(0, 3), st.sampled_from([160, 240, 420, 560]), st.booleans())
def test_bar_and_rest_make_the_screen_and_buttons_make_the_bar(
    width: int, height: int, rotation: int, density_dpi: int, rtl: bool
) -> None:
    size = ScreenSize(width, height)
    bar = navigation_bar(size, rotation, density_dpi)
    assert bar.area + beside(bar, size).area == width * height
    assert overlap(beside(bar, size), bar) == 0
    places = buttons(bar, rtl=rtl)
    assert tuple(places) == BUTTONS
    assert sum(place.area for place in places.values()) == bar.area
