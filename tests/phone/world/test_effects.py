from __future__ import annotations

import pytest
from driven_phone import SHOP, Driven, in_settings, signed_in

from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.effects import run_effects
from gui_rec.phone.world.state import World
from gui_rec.phone.world.views import (
    Assign,
    Dismiss,
    Effect,
    EndFault,
    FocusField,
    ForceStop,
    GoBack,
    Launch,
    Open,
    Put,
    ShowDialog,
    ShowToast,
)


def _world(driven: Driven) -> World:
    return driven.phone._engine._world


def _run(driven: Driven, *effects: Effect) -> None:
    run_effects(_world(driven), effects)


def test_no_effect_is_no_change() -> None:
    driven = Driven()
    before = driven.phone.version
    _run(driven)
    assert driven.phone.version == before


def test_a_variable_of_the_screen_goes_with_the_screen() -> None:
    driven = in_settings("Display")
    _run(driven, Assign("x", "1"))
    assert _world(driven).top.vars["x"] == "1"
    _run(driven, GoBack())
    assert "x" not in _world(driven).top.vars


def test_a_variable_of_the_app_stays() -> None:
    driven = in_settings("Display")
    _run(driven, Assign("app.x", "1"), GoBack())
    assert driven.phone.state()["apps"] == {"com.android.settings": {"app.x": "1"}}


def test_opening_with_finish_replaces_the_activity() -> None:
    driven = in_settings("Display")
    _run(driven, Open(".SearchActivity", finish=True))
    names = [
        name.rpartition(".")[2] for package, name, _ in driven.phone.activities() if "settings" in package
    ]
    assert names == ["SearchActivity", "Settings"]


def test_arguments_become_variables() -> None:
    driven = in_settings()
    _run(driven, Open(".SubSettings", (("page", "about"),)))
    assert driven.has("About phone")


def test_launch_put_and_stop() -> None:
    driven = in_settings()
    _run(driven, Put("global", "x", "7"), Launch("com.example.notes"), ForceStop("com.android.settings"))
    assert driven.phone.settings.get("global", "x") == "7"
    assert driven.phone.focus().package == "com.example.notes"
    assert driven.phone.pid("com.android.settings") is None


def test_a_dialog_opens_and_closes() -> None:
    driven = in_settings("Display")
    _run(driven, ShowDialog("timeout"))
    assert driven.has("10 minutes")
    _run(driven, Dismiss())
    assert not driven.has("15 seconds")


def test_a_dialog_that_the_screen_does_not_have_is_not_shown() -> None:
    driven = in_settings()
    _run(driven, ShowDialog("no such"))
    assert driven.has("homepage_title")


def test_focus_brings_the_keyboard_and_taking_it_away_closes_it() -> None:
    driven = Driven()
    driven.tap("Shop")
    _run(driven, FocusField("password"))
    assert driven.phone.keyboard_shown
    assert driven.node("password")["focused"] == "true"
    _run(driven, FocusField(None))
    assert not driven.phone.keyboard_shown


def test_a_toast_stays_two_seconds() -> None:
    driven = signed_in()
    _run(driven, ShowToast("hello"))
    assert driven.phone.state()["toast"] == "hello"
    driven.clock.advance(1.99)
    assert driven.phone.state()["toast"] == "hello"
    driven.clock.advance(0.02)
    assert driven.phone.state()["toast"] is None


def test_a_second_toast_takes_the_place_of_the_first_for_its_own_time() -> None:
    driven = Driven()
    _run(driven, ShowToast("one"))
    driven.clock.advance(1.5)
    driven.phone.state()
    _run(driven, ShowToast("two"))
    driven.clock.advance(1.5)
    assert driven.phone.state()["toast"] == "two"


def test_the_toast_is_a_window_of_the_app() -> None:
    driven = signed_in()
    _run(driven, ShowToast("hello"))
    toast = next(window for window in driven.phone.windows() if window.type == "toast")
    assert toast.package == SHOP


def test_a_fault_ends() -> None:
    driven = in_settings()
    driven.phone.faults.set("permission-dialog")
    _run(driven, EndFault("permission-dialog"))
    assert driven.phone.faults.names() == ()


@pytest.mark.parametrize(
    "effect", [Assign("x", "1"), Put("system", "x", "1"), ShowToast("t"), ShowDialog("d")]
)
def test_every_effect_makes_a_new_version(effect: Effect) -> None:
    driven = in_settings()
    before = driven.phone.version
    _run(driven, effect)
    assert driven.phone.version > before


def test_a_toast_of_the_system_speaks_the_phone_s_language_and_that_of_the_shop_english() -> None:
    driven = Driven(PhoneConfig(locale="zh-CN"))
    _run(driven, ShowToast("Allowed"))
    assert driven.phone.state()["toast"] == "已允许"
    driven.phone.launch(SHOP)
    _run(driven, ShowToast("Allowed"))
    assert driven.phone.state()["toast"] == "Allowed"
