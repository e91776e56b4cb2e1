from __future__ import annotations

from driven_phone import Driven
from u2_phone import at_login

from gui_rec.phone.world.effects import TOAST_US


def test_one_client_at_a_time() -> None:
    layer = Driven().phone.accessibility
    assert layer.pid is None
    pid = layer.connect()
    assert pid is not None
    assert layer.pid == pid
    assert layer.connect() is None
    layer.disconnect()
    assert layer.pid is None
    assert layer.connect() not in (None, pid)


def test_the_scene_is_that_of_the_moment() -> None:
    driven = Driven()
    assert driven.phone.accessibility.scene.active.package == "com.android.launcher3"
    driven.tap("Shop")
    assert driven.phone.accessibility.scene.active.package == "com.example.shop"
    assert driven.phone.accessibility.scene.version == driven.phone.version


def test_a_toast_is_remembered_after_it_has_gone() -> None:
    driven = Driven()
    assert driven.phone.accessibility.last_toast is None
    for text in ("one", "two"):
        driven.phone.accessibility.show_toast(text, package="com.x", duration_us=TOAST_US)
    driven.clock.advance(5)
    assert driven.phone.state()["toast"] is None
    heard = driven.phone.accessibility.last_toast
    assert heard is not None
    assert heard.text == "two"
    driven.phone.accessibility.show_toast("two", package="com.x", duration_us=TOAST_US)
    again = driven.phone.accessibility.last_toast
    assert again is not None
    assert again.serial > heard.serial


def test_a_toast_lasts_as_long_as_asked() -> None:
    driven = Driven()
    driven.phone.accessibility.show_toast("x", package="com.x", duration_us=500_000)
    driven.clock.advance(0.4)
    assert driven.phone.state()["toast"] == "x"
    driven.clock.advance(0.2)
    assert driven.phone.state()["toast"] is None


def test_text_is_set_without_focus_and_keyboard() -> None:
    driven = at_login().driven
    version = driven.phone.version
    assert driven.phone.accessibility.set_text("username", "アダ")
    assert driven.node("username")["text"] == "アダ"
    assert driven.node("username")["focused"] == "false"
    assert not driven.phone.keyboard_shown
    assert driven.phone.version > version


def test_text_that_is_typed_next_goes_behind_the_text_that_was_set() -> None:
    driven = at_login().driven
    driven.tap("username")
    driven.phone.accessibility.set_text("username", "ab")
    driven.phone.text("c")
    assert driven.node("username")["text"] == "abc"


def test_no_text_without_such_a_field_or_in_the_dark() -> None:
    driven = at_login().driven
    version = driven.phone.version
    assert not driven.phone.accessibility.set_text("nowhere", "x")
    assert driven.phone.version == version
    driven.phone.key("SLEEP")
    assert not driven.phone.accessibility.set_text("username", "x")


def test_the_clipboard_is_pasted_at_the_cursor() -> None:
    driven = at_login().driven
    layer = driven.phone.accessibility
    assert layer.clipboard is None
    assert not layer.paste()
    layer.clipboard = "b"
    assert not layer.paste()
    driven.type_into("username", "ac")
    driven.phone.key("DPAD_LEFT")
    assert layer.paste()
    assert driven.node("username")["text"] == "abc"
    assert layer.clipboard == "b"


def test_the_focused_field_is_emptied() -> None:
    driven = at_login().driven
    assert not driven.phone.accessibility.clear_focused()
    driven.type_into("username", "ada")
    assert driven.phone.accessibility.clear_focused()
    assert driven.node("username")["text"] == "User name"


def test_what_a_client_sets_counts_as_an_action() -> None:
    driven = at_login().driven
    driven.phone.faults.set("rotation-change:1@1")
    driven.phone.accessibility.set_text("username", "x")
    assert driven.phone.orientation == 1
