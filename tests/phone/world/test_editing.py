"""Text in the focused field: typed, pasted, committed by an input method."""

from __future__ import annotations

import pytest
from driven_phone import Driven


def _login() -> Driven:
    driven = Driven()
    driven.tap("Shop")
    driven.tap("username")
    return driven


def _user(driven: Driven) -> str:
    return driven.node("username")["text"]


def test_text_goes_into_the_focused_field() -> None:
    driven = _login()
    driven.phone.text("Hello, World_1!")
    assert _user(driven) == "Hello, World_1!"


def test_without_a_focus_text_goes_nowhere() -> None:
    driven = Driven()
    driven.tap("Shop")
    before = driven.phone.hierarchy()
    driven.phone.text("lost")
    assert driven.phone.hierarchy() == before


@pytest.mark.parametrize("text", ["café", "灯", "a\u00a0b", "😀"])
def test_what_the_key_map_lacks_is_refused_before_anything_is_typed(text: str) -> None:
    driven = _login()
    with pytest.raises(ValueError, match="virtual key map"):
        driven.phone.text("abc" + text)
    assert _user(driven) == "User name"


def test_under_a_dialog_no_field_takes_text() -> None:
    driven = _login()
    driven.phone.key("BACK")
    driven.tap("Forgot password?")
    driven.phone.text("abc")
    driven.phone.key("TAB")
    driven.phone.key("BACK")
    assert _user(driven) == "User name"


def test_a_screen_that_is_off_takes_no_text() -> None:
    driven = _login()
    driven.phone.key("SLEEP")
    driven.phone.text("abc")
    driven.phone.key("WAKEUP")
    assert _user(driven) == "User name"


def test_the_adb_keyboard_commits_any_text_when_it_is_current() -> None:
    driven = Driven()
    driven.use_adb_keyboard()
    driven.tap("Shop")
    driven.tap("username")
    assert driven.phone.commit_text("café 灯 😀")
    assert _user(driven) == "café 灯 😀"
    assert driven.phone.clear_text()
    assert _user(driven) == "User name"


def test_the_adb_keyboard_does_nothing_when_it_is_not_current() -> None:
    driven = _login()
    assert not driven.phone.commit_text("x")
    assert not driven.phone.clear_text()
    assert not driven.phone.editor_action(6)
    assert _user(driven) == "User name"


def test_the_adb_keyboard_needs_a_focused_field() -> None:
    driven = Driven()
    driven.use_adb_keyboard()
    driven.tap("Shop")
    assert not driven.phone.commit_text("x")
    assert not driven.phone.clear_text()
    assert not driven.phone.editor_action(6)


def test_editor_actions() -> None:
    driven = Driven()
    driven.use_adb_keyboard()
    driven.tap("Shop")
    driven.tap("username")
    assert driven.phone.editor_action(5)
    assert driven.node("password")["focused"] == "true"
    assert driven.phone.editor_action(6)
    assert driven.has("Enter user name and password")


def test_typing_and_pasting_take_the_place_of_what_is_selected() -> None:
    driven = _login()
    driven.phone.text("ada")
    driven.phone.chord(["CTRL_LEFT", "A"])
    driven.phone.text("grace")
    assert _user(driven) == "grace"
    driven.phone.accessibility.clipboard = "hopper"
    driven.phone.chord(["CTRL_LEFT", "A"])
    assert driven.phone.accessibility.paste()
    assert _user(driven) == "hopper"


def test_a_selection_is_shown_and_goes_with_a_touch() -> None:
    driven = _login()
    driven.phone.text("ada")
    before = driven.phone.frame()
    driven.phone.chord(["CTRL_LEFT", "A"])
    assert driven.phone.frame() != before
    driven.tap("username")
    assert driven.phone.frame() == before
    driven.phone.key("DEL")
    assert _user(driven) == "ad"


def test_a_password_is_never_copied_or_cut() -> None:
    driven = Driven()
    driven.tap("Shop")
    driven.type_into("password", "s3cret")
    for chord in (["CTRL_LEFT", "A"], ["CTRL_LEFT", "C"], ["CTRL_LEFT", "X"]):
        driven.phone.chord(chord)
    assert driven.phone.accessibility.clipboard is None
    assert driven.node("password")["text"] == "••••••"
    driven.phone.key("DEL")
    assert driven.node("password")["text"] == "Password"
