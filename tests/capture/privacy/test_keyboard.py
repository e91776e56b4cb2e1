from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from trees import N, dump

from gui_rec.capture.privacy.keyboard import keyboard_rects
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Window
from gui_rec.ui.parse import parse_hierarchy

SIZE = ScreenSize(1000, 2000)
WIDE = ScreenSize(2000, 1000)


def ime(bounds: Rect | None) -> Window:
    return Window("com.ime", "InputMethod", bounds, "INPUT_METHOD")


def test_the_keyboard_with_room_for_the_previews_above_it() -> None:
    window = ime(Rect(0, 1200, 1000, 1900))
    assert keyboard_rects((window,), SIZE, None) == [Rect(0, 1060, 1000, 2000)]
    assert keyboard_rects((window,), SIZE, None, previews=False) == [Rect(0, 1200, 1000, 2000)]


def test_a_window_that_spans_the_screen_or_is_not_told_is_the_lower_half() -> None:
    half = [Rect(0, 1000, 1000, 2000)]
    assert keyboard_rects((ime(Rect(0, 63, 1000, 2000)),), SIZE, None) == half
    assert keyboard_rects((ime(None),), SIZE, None) == half
    assert keyboard_rects((), SIZE, None) == half


def test_on_a_wide_screen_all_below_the_field() -> None:
    (field,) = parse_hierarchy(dump(N(bounds=(0, 100, 900, 200)))).walk()
    assert keyboard_rects((), WIDE, field) == [Rect(0, 200, 2000, 1000)]
    assert keyboard_rects((), SIZE, field) == [Rect(0, 1000, 1000, 2000)]


@given(st.integers(0, 1999), st.integers(1, 2000))
def test_the_keyboard_itself_is_always_within(top: int, height: int) -> None:
    bounds = Rect(0, top, 1000, min(2000, top + height))
    if bounds.height <= 1200:
        (rect,) = keyboard_rects((ime(bounds),), SIZE, None)
        assert rect.intersect(bounds) == bounds
