from __future__ import annotations

import string

import pytest
from driven_phone import Driven
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.model.geometry import PxPoint, Rect
from gui_rec.phone.world.keyboard import Key, key_at, keyboard_height_dp, keys
from gui_rec.phone.world.state import KeyboardState

WINDOW = Rect(0, 1486, 1080, 2274)


def _keys(*, shift: bool = False, symbols: bool = False) -> list[Key]:
    return keys(KeyboardState(True, shift, symbols), WINDOW, 420)


def test_all_letters_and_digits_are_there() -> None:
    codes = {key.code for key in _keys()}
    assert set(string.ascii_lowercase + string.digits) <= codes
    assert {"shift", "del", "symbols", "enter", " ", ".", ","} <= codes


def test_shift_gives_capitals() -> None:
    codes = {key.code for key in _keys(shift=True)}
    assert set(string.ascii_uppercase) <= codes
    assert "a" not in codes


def test_the_symbol_page_has_symbols() -> None:
    codes = {key.code for key in _keys(symbols=True)}
    assert {"@", "#", "?", "!", "\\", "del", "enter"} <= codes
    assert "ABC" in {key.label for key in _keys(symbols=True)}


@pytest.mark.parametrize(("shift", "symbols"), [(False, False), (True, False), (False, True)])
def test_keys_lie_in_the_window_and_do_not_overlap(shift: bool, symbols: bool) -> None:
    found = _keys(shift=shift, symbols=symbols)
    for number, key in enumerate(found):
        assert key.rect.intersect(WINDOW) == key.rect
        assert not key.rect.is_empty
        assert all(key.rect.intersect(other.rect).is_empty for other in found[number + 1 :])


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(_keys()))
def test_the_middle_of_a_key_is_that_key(key: Key) -> None:
    assert key_at(keys(KeyboardState(True), WINDOW, 420), key.rect.center) == key


def test_above_the_keys_there_is_none() -> None:
    assert key_at(keys(KeyboardState(True), WINDOW, 420), PxPoint(500, 1490)) is None


def test_the_adb_keyboard_is_only_a_bar() -> None:
    assert keyboard_height_dp(True) < keyboard_height_dp(False)


def _press(driven: Driven, *codes: str) -> None:
    for code in codes:
        scene = driven.phone._engine.scene()
        center = next(key.rect.center for key in scene.keys if key.code == code)
        driven.phone.tap(center.x, center.y)


def _login() -> Driven:
    driven = Driven()
    driven.tap("Shop")
    driven.tap("username")
    return driven


def test_a_touch_on_a_field_brings_it_up_and_shrinks_the_app() -> None:
    driven = Driven()
    driven.tap("Shop")
    assert not driven.phone.keyboard_shown
    driven.tap("username")
    assert driven.phone.keyboard_shown
    window = next(w for w in driven.phone.windows() if w.type == "input_method")
    assert window.package == "com.google.android.inputmethod.latin"
    assert window.bounds is not None
    for node in driven.nodes():
        if "EditText" in node["class"]:
            assert int(node["bounds"].rpartition(",")[2].rstrip("]")) <= window.bounds.top


def test_its_keys_type() -> None:
    driven = _login()
    _press(driven, "a", "shift", "D", "a", "del", " ", "1")
    assert driven.node("username")["text"] == "aD 1"


def test_the_symbol_page_types_too() -> None:
    driven = _login()
    _press(driven, "symbols", "@", "symbols", "x")
    assert driven.node("username")["text"] == "@x"


def test_enter_goes_to_the_next_field_and_then_submits() -> None:
    driven = _login()
    _press(driven, "a", "enter", "b", "enter")
    assert driven.has("Wrong user name or password")
    assert not driven.phone.keyboard_shown


def test_back_closes_it_first() -> None:
    driven = _login()
    driven.phone.key("BACK")
    assert not driven.phone.keyboard_shown
    assert driven.activity() == "com.example.shop.LoginActivity"
    driven.phone.key("BACK")
    assert driven.activity() != "com.example.shop.LoginActivity"


def test_it_is_low_on_a_wide_screen_and_its_keys_still_type() -> None:
    driven = _login()
    driven.phone.turn(1)
    scene = driven.phone._engine.scene()
    assert scene.keyboard is not None
    assert scene.keyboard.height < driven.phone.screen.height_px / 2
    assert all(key.rect.intersect(scene.keyboard) == key.rect for key in scene.keys)
    _press(driven, "o", "k")
    assert driven.phone.state()["screen"]["vars"]["username"] == "ok"  # type: ignore[index]


@pytest.mark.parametrize("how", ["finger", "input"])
def test_a_finger_and_input_tap_type_on_it(how: str) -> None:
    driven = _login()
    subscription = driven.phone.panel.subscribe()
    for code in ("shift", "H", "i", " ", "x", "del", "symbols", "@", "symbols", "y"):
        scene = driven.phone._engine.scene()
        point = next(key.rect.center for key in scene.keys if key.code == code)
        if how == "finger":
            driven.phone.finger([(point.x, point.y, 0), (point.x, point.y, 60)])
        else:
            driven.phone.tap(point.x, point.y)
    assert driven.node("username")["text"] == "Hi @y"
    assert bool(subscription.take()) is (how == "finger"), "only a finger is seen by getevent"


def test_the_adb_keyboard_has_no_keys() -> None:
    driven = Driven()
    driven.use_adb_keyboard()
    driven.tap("Shop")
    driven.tap("username")
    scene = driven.phone._engine.scene()
    assert scene.keyboard is not None
    driven.phone.tap(540, scene.keyboard.center.y)
    assert driven.node("username")["text"] == "User name"
    assert driven.phone.keyboard_shown
