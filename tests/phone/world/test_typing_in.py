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


def test_volume_keys_stay_within_bounds() -> None:
    driven = Driven()
    for _ in range(20):
        driven.phone.key("VOLUME_UP")
    assert driven.phone.settings.get("system", "volume_music") == "15"
    for _ in range(20):
        driven.phone.key("VOLUME_DOWN")
    assert driven.phone.settings.get("system", "volume_music") == "0"


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
