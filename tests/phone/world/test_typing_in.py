from __future__ import annotations

import pytest
from driven_phone import Driven, in_settings


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


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["DEL"], "ad"),
        (["DEL", "DEL", "DEL", "DEL"], "User name"),
        (["MOVE_HOME", "FORWARD_DEL"], "da"),
        (["DPAD_LEFT", "DEL"], "aa"),
        (["MOVE_HOME", "X", "MOVE_END", "Y"], "xaday"),
        (["DPAD_LEFT", "DPAD_RIGHT", "DPAD_RIGHT", "7"], "ada0"),
        (["MOVE_HOME", "DPAD_LEFT", "SPACE", "AT", "PERIOD"], " @.ada"),
        (["KEYCODE_Q", "KEYCODE_4"], "adaq4"),
    ],
)
def test_editing_keys(keys: list[str], text: str) -> None:
    driven = _login()
    driven.phone.text("ada")
    for key in keys:
        assert driven.phone.key(key)
    assert _user(driven) == text


def test_a_digit_key_is_named_with_its_prefix() -> None:
    driven = _login()
    driven.phone.key("KEYCODE_4")
    assert _user(driven) == "4"


def test_an_unknown_key_is_refused_and_a_meaningless_one_is_not() -> None:
    driven = _login()
    before = driven.phone.version
    assert not driven.phone.key("NO_SUCH_KEY")
    assert driven.phone.key("CAMERA")
    assert driven.phone.version == before


def test_tab_walks_through_the_fields() -> None:
    driven = _login()
    driven.phone.key("TAB")
    assert driven.node("password")["focused"] == "true"
    driven.phone.key("TAB")
    assert driven.node("username")["focused"] == "true"


def test_tab_on_a_screen_without_fields_does_nothing() -> None:
    driven = in_settings()
    before = driven.phone.version
    driven.phone.key("TAB")
    assert driven.phone.version == before


def test_enter_without_a_focus_does_nothing() -> None:
    driven = Driven()
    driven.tap("Shop")
    driven.phone.key("ENTER")
    assert not driven.has("error_text")


def test_under_a_dialog_no_field_takes_text() -> None:
    driven = _login()
    driven.phone.key("BACK")
    driven.tap("Forgot password?")
    driven.phone.text("abc")
    driven.phone.key("TAB")
    driven.phone.key("BACK")
    assert _user(driven) == "User name"


def test_back_closes_keyboard_then_dialog_then_activity() -> None:
    driven = in_settings("Display")
    driven.tap("Screen timeout")
    driven.phone.key("BACK")
    assert driven.has("Dark theme")
    driven.phone.key("ESCAPE")
    assert driven.has("homepage_title")


def test_power_turns_the_screen_off_and_on() -> None:
    driven = Driven()
    driven.phone.key("POWER")
    assert driven.phone.wakefulness == "Asleep"
    driven.phone.key("HOME")
    assert driven.phone.wakefulness == "Asleep"
    driven.phone.key("POWER")
    assert driven.phone.wakefulness == "Awake"


def test_wake_and_sleep_are_not_toggles() -> None:
    driven = Driven()
    before = driven.phone.version
    driven.phone.key("WAKEUP")
    assert driven.phone.version == before
    driven.phone.key("SLEEP")
    driven.phone.key("SLEEP")
    assert driven.phone.wakefulness == "Asleep"


def test_a_screen_that_is_off_takes_no_text() -> None:
    driven = _login()
    driven.phone.key("SLEEP")
    driven.phone.text("abc")
    driven.phone.key("WAKEUP")
    assert _user(driven) == "User name"


def test_volume_keys_stay_within_bounds() -> None:
    driven = Driven()
    for _ in range(20):
        driven.phone.key("VOLUME_UP")
    assert driven.phone.settings.get("system", "volume_music") == "15"
    for _ in range(20):
        driven.phone.key("VOLUME_DOWN")
    assert driven.phone.settings.get("system", "volume_music") == "0"


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
