"""Masks."""

from __future__ import annotations

import io

import PIL.Image
import pytest
from screen_pngs import encode, screen, screen_png

from gui_rec.errors import ImageError, InputError
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Window
from gui_rec.vision.fingerprint import fingerprint
from gui_rec.vision.masks import Mask, apply, clipped, system_bars
from gui_rec.vision.png import check_png

SIZE = ScreenSize(1080, 2400)
STATUS = Window("com.android.systemui", "StatusBar", Rect(0, 0, 1080, 84), "2000")
NAVIGATION = Window("com.android.systemui", "NavigationBar0", Rect(0, 2274, 1080, 2400), None)
APP = Window("com.example", "com.example/.Main", Rect(0, 0, 1080, 2400), "1")


def pixel(png: bytes, x: int, y: int) -> tuple[int, ...]:
    value = PIL.Image.open(io.BytesIO(png)).convert("RGBA").getpixel((x, y))
    assert isinstance(value, tuple)
    return value


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "L", "P"])
def test_what_is_masked_is_black_and_the_rest_is_not_touched(mode: str) -> None:
    data = screen_png(1, mode=mode)
    masked = apply(data, [Rect(0, 0, 270, 40), Rect(260, 590, 400, 900)])
    assert check_png(masked) == ScreenSize(270, 600)
    assert pixel(masked, 0, 0) == pixel(masked, 269, 39) == pixel(masked, 269, 599) == (0, 0, 0, 255)
    assert pixel(masked, 100, 300) == pixel(data, 100, 300)
    assert pixel(masked, 5, 40) == pixel(data, 5, 40)


def test_what_was_under_a_mask_cannot_be_told() -> None:
    first, second = screen(1), screen(1)
    second.paste((255, 0, 0, 255), (10, 10, 60, 60))
    box = [Rect(0, 0, 100, 100)]
    assert apply(encode(first), box) == apply(encode(second), box)
    assert fingerprint(apply(encode(first), box)) == fingerprint(apply(encode(second), box))


def test_without_a_mask_that_meets_it_the_bytes_stay() -> None:
    data = screen_png(1)
    assert apply(data, []) is data
    assert apply(data, [Rect(500, 0, 600, 10), Rect(5, 5, 5, 9)]) is data


def test_bad_input() -> None:
    with pytest.raises(InputError, match="left <= right"):
        apply(screen_png(1), [Rect(10, 0, 5, 10)])
    with pytest.raises(ImageError):
        apply(screen_png(1)[:-4], [Rect(0, 0, 5, 10)])


def test_clipped() -> None:
    assert clipped(Rect(-5, -5, 10, 10), SIZE) == (0, 0, 10, 10)
    assert clipped(Rect(1080, 0, 1090, 10), SIZE) is None


def test_system_bars() -> None:
    windows = (STATUS, APP, NAVIGATION)
    assert system_bars(windows, SIZE) == (
        Mask(Rect(0, 0, 1080, 84), "status_bar"),
        Mask(Rect(0, 2274, 1080, 2400), "navigation_bar"),
    )
    assert system_bars((APP,), SIZE) == ()


def test_a_shade_a_side_bar_and_a_window_without_bounds() -> None:
    shade = Window("com.android.systemui", "StatusBar", Rect(0, 0, 1080, 2400), None)
    nowhere = Window("com.android.systemui", "StatusBar", None, None)
    side = Window("com.android.systemui", "NavigationBar0", Rect(2274, 0, 2400, 1080), None)
    assert system_bars((shade, nowhere), SIZE) == ()
    turned = ScreenSize(2400, 1080)
    assert [mask.reason for mask in system_bars((side,), turned)] == ["navigation_bar"]
