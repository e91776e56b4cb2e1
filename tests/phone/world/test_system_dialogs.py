from __future__ import annotations

from driven_phone import LAUNCHER, SETTINGS, Driven, in_settings, signed_in


def test_a_crash_covers_the_app() -> None:
    driven = signed_in()
    driven.phone.faults.set("crash-dialog")
    assert driven.has("Shop keeps stopping")
    assert {node["package"] for node in driven.nodes()} == {"android"}
    assert driven.phone.state()["system_dialog"] == "crash-dialog"


def test_closing_a_crashed_app_ends_it() -> None:
    driven = in_settings()
    driven.phone.faults.set("crash-dialog")
    driven.tap("Close app")
    assert driven.phone.focus().package == LAUNCHER
    assert driven.phone.pid(SETTINGS) is None
    assert not driven.phone.faults.active("crash-dialog")


def test_the_other_button_only_answers() -> None:
    driven = in_settings()
    driven.phone.faults.set("crash-dialog")
    driven.tap("App info")
    assert driven.has("homepage_title")


def test_back_takes_a_crash_away_but_not_a_permission_question() -> None:
    driven = in_settings()
    driven.phone.faults.set("crash-dialog")
    driven.phone.key("BACK")
    assert driven.has("homepage_title")
    driven.phone.faults.set("permission-dialog")
    driven.phone.key("BACK")
    assert driven.has("Allow")


def test_a_permission_question_is_answered_by_its_buttons() -> None:
    for label in ("Allow", "Don’t allow"):
        driven = in_settings()
        driven.phone.faults.set("permission-dialog")
        assert driven.has("Allow Settings to send you notifications?")
        driven.tap(label)
        assert driven.has("homepage_title")


def test_a_touch_beside_it_does_nothing() -> None:
    driven = in_settings()
    driven.phone.faults.set("permission-dialog")
    driven.phone.tap(540, 200)
    assert driven.has("Allow")


def test_the_launcher_is_never_covered_and_the_next_app_is() -> None:
    driven = Driven()
    driven.phone.faults.set("crash-dialog")
    assert driven.has("hotseat")
    driven.tap("Notes")
    assert driven.has("Notes keeps stopping")


def test_the_keyboard_goes_under_it() -> None:
    driven = signed_in()
    driven.tap("search_box")
    driven.phone.faults.set("crash-dialog")
    assert not driven.phone.keyboard_shown


def test_waiting_keeps_an_app_that_does_not_respond_and_closing_ends_it() -> None:
    driven = in_settings()
    driven.phone.faults.set("anr-dialog")
    driven.tap("Wait")
    assert driven.has("homepage_title")
    driven.phone.faults.set("anr-dialog")
    driven.tap("Close app")
    assert driven.phone.pid(SETTINGS) is None


def test_a_choice_opens_the_app_that_was_chosen() -> None:
    driven = in_settings()
    driven.phone.faults.set("chooser-dialog")
    assert [node["text"] for node in driven.find("text1")] == ["Shop", "Notes", "Permissions"]
    driven.tap("Notes")
    assert driven.phone.focus().package == "com.example.notes"
    assert not driven.phone.faults.active("chooser-dialog")


def test_a_choice_can_be_put_off_with_a_button_or_with_back() -> None:
    for way in ("button_once", "button_always", "BACK"):
        driven = in_settings()
        driven.phone.faults.set("chooser-dialog")
        if way == "BACK":
            driven.phone.key("BACK")
        else:
            driven.tap(way)
        assert driven.has("homepage_title")
