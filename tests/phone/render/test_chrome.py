from __future__ import annotations

from dataclasses import replace

import pytest
from driven_phone import Driven, in_settings
from PIL import Image, ImageChops

from gui_rec.model.geometry import Rect
from gui_rec.phone.render import chrome
from gui_rec.phone.render.canvas import Canvas
from gui_rec.phone.world.scene import Scene

GREY = (128, 128, 128)


def _scene() -> Scene:
    return in_settings().phone._engine.scene()


def _canvas() -> Canvas:
    return Canvas(Image.new("RGB", (1080, 2400), GREY), 420)


def _box(canvas: Canvas) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(canvas.image, Image.new("RGB", (1080, 2400), GREY)).getbbox()


def _within(canvas: Canvas, area: Rect) -> bool:
    box = _box(canvas)
    return box is not None and Rect(*box).intersect(area) == Rect(*box)


@pytest.mark.parametrize("light", [True, False])
def test_bars_stay_in_their_place(light: bool) -> None:
    scene = _scene()
    top, bottom = _canvas(), _canvas()
    chrome.status_bar(top, scene, light=light)
    chrome.navigation_bar(bottom, scene, light=light)
    assert _within(top, scene.status_bar)
    assert _within(bottom, scene.navigation_bar)


def test_the_status_bar_shows_clock_and_battery() -> None:
    scene = _scene()
    pictures = []
    for changed in (scene, replace(scene, clock_text="9:41"), replace(scene, battery_percent=5)):
        canvas = _canvas()
        chrome.status_bar(canvas, changed, light=False)
        pictures.append(canvas.image.tobytes())
    assert len(set(pictures)) == 3


def test_the_keyboard_covers_the_screen_s_lower_part() -> None:
    driven = Driven()
    driven.tap("Shop")
    driven.tap("username")
    scene = driven.phone._engine.scene()
    assert scene.keyboard is not None
    canvas = _canvas()
    chrome.keyboard(canvas, scene, scene.keyboard)
    assert _box(canvas) == (0, scene.keyboard.top, 1080, 2400)


def test_the_keyboard_s_pages_look_different() -> None:
    driven = Driven()
    driven.tap("Shop")
    driven.tap("username")
    pictures = set()
    for code in (None, "shift", "symbols"):
        scene = driven.phone._engine.scene()
        key = next((key for key in scene.keys if key.code == code), None)
        if key is not None:
            driven.phone.tap(key.rect.center.x, key.rect.center.y)
        scene = driven.phone._engine.scene()
        canvas = _canvas()
        assert scene.keyboard is not None
        chrome.keyboard(canvas, scene, scene.keyboard)
        pictures.add(canvas.image.tobytes())
    assert len(pictures) == 3


def test_the_adb_keyboard_says_what_it_is() -> None:
    driven = Driven()
    driven.use_adb_keyboard()
    driven.tap("Shop")
    driven.tap("username")
    scene = driven.phone._engine.scene()
    canvas = _canvas()
    assert scene.keyboard is not None
    chrome.keyboard(canvas, scene, scene.keyboard)
    assert canvas.image.crop((300, scene.keyboard.top, 800, scene.keyboard.bottom)).getcolors(2) is None


def test_a_toast_is_a_bubble_above_the_bar() -> None:
    scene = replace(_scene(), toast="Added to cart")
    canvas = _canvas()
    chrome.toast(canvas, scene, "Added to cart")
    assert _within(canvas, Rect(200, 1900, 880, 2274))


def test_the_wallpaper_is_made_once() -> None:
    assert chrome.wallpaper(30, 60) is chrome.wallpaper(30, 60)
    assert chrome.wallpaper(30, 60).size == (30, 60)
