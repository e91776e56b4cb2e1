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


@pytest.mark.parametrize(
    ("chords", "text"),
    [
        ([["CTRL_LEFT", "A"], ["DEL"]], "User name"),
        ([["CTRL_RIGHT", "A"], ["X"]], "x"),
        ([["113", "29"], ["FORWARD_DEL"], ["Z"]], "z"),
        ([["CTRL_LEFT", "A"], ["CTRL_LEFT", "C"], ["MOVE_END"], ["CTRL_LEFT", "V"]], "adaada"),
        ([["CTRL_LEFT", "A"], ["CTRL_LEFT", "X"]], "User name"),
        ([["CTRL_LEFT", "A"], ["CTRL_LEFT", "X"], ["CTRL_LEFT", "V"], ["PASTE"]], "adaada"),
        ([["SHIFT_LEFT", "DPAD_LEFT"], ["SHIFT_LEFT", "DPAD_LEFT"], ["Q"]], "aq"),
        ([["SHIFT_LEFT", "MOVE_HOME"], ["CUT"], ["SHIFT_RIGHT", "B"], ["PASTE"]], "Bada"),
        ([["CTRL_LEFT", "A"], ["DPAD_LEFT"], ["X"]], "xada"),
        ([["CTRL_LEFT", "MOVE_HOME"], ["SHIFT_LEFT", "KEYCODE_1"]], "!ada"),
        ([["CTRL_LEFT", "K"], ["ALT_LEFT", "B"], ["CTRL_LEFT"]], "ada"),
        ([["KEYCODE_B", "NO_SUCH_KEY", "C"]], "adabc"),
    ],
)
def test_chords_edit_the_field(chords: list[list[str]], text: str) -> None:
    driven = _login()
    driven.phone.text("ada")
    for chord in chords:
        driven.phone.chord(chord)
    assert _user(driven) == text


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


def test_power_with_a_volume_key_is_no_press_of_either() -> None:
    driven = _login()
    before = driven.phone.version
    driven.phone.chord(["POWER", "VOLUME_DOWN"])
    assert (driven.phone.version, driven.phone.wakefulness) == (before, "Awake")


def test_without_a_field_chords_do_nothing() -> None:
    driven = in_settings()
    before = driven.phone.version
    for chord in (["CTRL_LEFT", "A"], ["CTRL_LEFT", "V"], ["CTRL_LEFT", "X"]):
        driven.phone.chord(chord)
    assert driven.phone.version == before


def test_alt_and_tab_show_the_recent_apps() -> None:
    driven = in_settings()
    driven.phone.chord(["ALT_LEFT", "TAB"])
    assert driven.activity() == "com.android.launcher3.RecentsActivity"


@pytest.mark.parametrize(
    ("key", "text"), [("DEL", "a"), ("X", "adaxx"), ("MOVE_HOME", "ada"), ("BACK", "ada")]
)
def test_a_held_key_is_sent_once_more_where_it_repeats(key: str, text: str) -> None:
    driven = _login()
    driven.phone.text("ada")
    assert driven.phone.hold_key(key)
    assert _user(driven) == text
    assert driven.activity() == "com.example.shop.LoginActivity"


def test_an_unknown_key_is_not_held() -> None:
    assert not Driven().phone.hold_key("NO_SUCH_KEY")


@pytest.mark.parametrize("end", ["BACK", "HOME", "POWER", "beside", "Lockdown"])
def test_the_power_menu_opens_over_anything_and_closes(end: str) -> None:
    driven = Driven()
    driven.phone.hold_key("POWER")
    assert {node["package"] for node in driven.nodes()} == {"com.android.systemui"}
    assert driven.phone.focus().title == "ActionsDialogLite"
    driven.tap("Power off")
    assert driven.has("Restart")
    if end == "beside":
        driven.phone.tap(540, 200)
    elif end == "Lockdown":
        driven.tap(end)
    else:
        driven.phone.key(end)
    assert driven.phone.state()["system_dialog"] is None
    assert driven.phone.wakefulness == ("Asleep" if end in ("POWER", "Lockdown") else "Awake")
    driven.phone.key("WAKEUP")
    assert not driven.has("Power off")


def test_a_long_press_of_the_power_key_wakes_the_phone_too() -> None:
    driven = Driven()
    driven.phone.key("POWER")
    driven.phone.hold_key("POWER")
    assert driven.has("Power off")
