from __future__ import annotations

from gui_rec.model.geometry import PxPoint, Rect
from gui_rec.model.observation import Facts, Window
from gui_rec.recorder.touch.keyboard import is_key_touch, keyboard_of

KEYS = Rect(0, 1500, 1080, 2400)
BAR = Window("com.android.systemui", "NavigationBar0", Rect(0, 2274, 1080, 2400), "NAVIGATION_BAR")
IME = Window("com.example.ime", "InputMethod", KEYS, "INPUT_METHOD")


def test_the_keyboard_is_where_its_window_takes_touches() -> None:
    assert keyboard_of(Facts(keyboard=True, windows=(BAR, IME))) == KEYS


def test_a_keyboard_that_is_hidden_or_not_told_has_no_place() -> None:
    assert keyboard_of(Facts(keyboard=False, windows=(IME,))) is None
    assert keyboard_of(Facts(keyboard=None, windows=(IME,))) is None
    assert keyboard_of(Facts(keyboard=True, windows=(BAR,))) is None


def test_the_navigation_bar_lies_above_the_keyboard() -> None:
    windows = (BAR, IME)
    assert is_key_touch(KEYS, windows, PxPoint(540, 1800))
    assert not is_key_touch(KEYS, windows, PxPoint(540, 2300))
    assert not is_key_touch(KEYS, windows, PxPoint(540, 1400))
    assert not is_key_touch(None, windows, PxPoint(540, 1800))
