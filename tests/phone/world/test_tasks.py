from __future__ import annotations

import pytest
from driven_phone import LAUNCHER, NOTES, SETTINGS, SHOP, Driven, signed_in

from gui_rec.phone.world.packages import StartStatus


def _stack(driven: Driven, package: str) -> list[str]:
    return [name.rpartition(".")[2] for owner, name, _ in driven.phone.activities() if owner == package]


def test_the_phone_starts_at_home() -> None:
    driven = Driven()
    assert driven.phone.focus().package == LAUNCHER
    assert _stack(driven, LAUNCHER) == ["QuickstepLauncher"]


def test_launching_starts_a_new_task_cold() -> None:
    driven = Driven()
    result = driven.phone.launch(NOTES)
    assert (result.status, result.component, result.cold) == (
        StartStatus.STARTED,
        "com.example.notes/.MainActivity",
        True,
    )
    assert driven.phone.pid(NOTES) is not None


def test_an_icon_brings_the_task_back_as_it_was_left() -> None:
    driven = signed_in()
    driven.tap("Café mug")
    driven.phone.key("HOME")
    driven.tap("Shop")
    assert driven.activity() == "com.example.shop.ProductActivity"


def test_launching_again_says_that_it_was_brought_forward() -> None:
    driven = Driven()
    driven.phone.launch(NOTES)
    assert driven.phone.launch(NOTES).status is StartStatus.DELIVERED_TO_TOP
    driven.phone.key("HOME")
    result = driven.phone.launch(NOTES)
    assert (result.status, result.cold) == (StartStatus.BROUGHT_TO_FRONT, False)


@pytest.mark.parametrize(
    "component", ["com.android.settings/.Settings", "com.android.settings/com.android.settings.Settings"]
)
def test_an_activity_is_started_by_short_and_long_name(component: str) -> None:
    driven = Driven()
    assert driven.phone.start_activity(component).status is StartStatus.STARTED
    assert driven.activity() == "com.android.settings.Settings"


@pytest.mark.parametrize("wrong", ["com.none/.Main", "com.android.settings/.Nope", "nonsense", ""])
def test_an_unknown_activity_is_not_found_and_nothing_moves(wrong: str) -> None:
    driven = Driven()
    before = driven.phone.version
    assert not driven.phone.start_activity(wrong).found
    assert driven.phone.version == before


def test_an_unknown_package_is_not_found() -> None:
    assert driven_result("com.none") is StartStatus.NO_SUCH_ACTIVITY


def driven_result(package: str) -> StartStatus:
    return Driven().phone.launch(package).status


def test_another_activity_of_a_running_app_comes_on_top() -> None:
    driven = Driven()
    driven.tap("Settings")
    result = driven.phone.start_activity("com.android.settings/.SearchActivity")
    assert result.status is StartStatus.STARTED
    assert not result.cold
    assert _stack(driven, SETTINGS) == ["SearchActivity", "Settings"]


def test_the_root_activity_only_brings_its_task_forward() -> None:
    driven = Driven()
    driven.tap("Settings")
    driven.tap("Display")
    driven.phone.key("HOME")
    result = driven.phone.start_activity("com.android.settings/.Settings")
    assert result.status is StartStatus.BROUGHT_TO_FRONT
    assert driven.has("Dark theme")


def test_back_goes_down_the_stack_and_then_home() -> None:
    driven = Driven()
    driven.tap("Settings")
    driven.tap("Network & internet")
    driven.tap("Internet")
    for title in ("Network & internet", "Settings"):
        driven.phone.key("BACK")
        assert driven.has(title)
    driven.phone.key("BACK")
    assert driven.phone.focus().package == LAUNCHER


def test_back_at_home_stays_at_home() -> None:
    driven = Driven()
    driven.phone.key("BACK")
    assert driven.has("hotseat")


def test_a_task_whose_last_activity_was_left_stays_in_memory() -> None:
    driven = Driven()
    driven.tap("Notes")
    driven.phone.key("BACK")
    assert driven.phone.launch(NOTES).status is StartStatus.BROUGHT_TO_FRONT


def test_recents_list_the_tasks_the_last_used_first() -> None:
    driven = Driven()
    for label in ("Settings", "Notes"):
        driven.tap(label)
        driven.phone.key("HOME")
    driven.phone.key("APP_SWITCH")
    labels = [node["text"] for node in driven.find("task_name")]
    assert labels == ["Notes", "Settings"]
    driven.tap("Settings")
    assert driven.phone.focus().package == SETTINGS


def test_closing_in_recents_ends_the_app() -> None:
    driven = Driven()
    driven.tap("Notes")
    driven.phone.key("APP_SWITCH")
    driven.tap("Close Notes")
    assert driven.has("No recent items")
    assert driven.phone.pid(NOTES) is None
    driven.phone.key("BACK")
    assert driven.has("hotseat")


def test_a_stopped_app_starts_anew_but_keeps_its_data() -> None:
    driven = signed_in()
    driven.tap("Café mug")
    assert driven.phone.force_stop(SHOP)
    assert driven.phone.focus().package == LAUNCHER
    driven.tap("Shop")
    assert driven.activity() == "com.example.shop.HomeActivity"


def test_a_cleared_app_forgets_its_data() -> None:
    driven = signed_in()
    assert driven.phone.clear(SHOP)
    driven.tap("Shop")
    assert driven.activity() == "com.example.shop.LoginActivity"


def test_stopping_an_app_in_the_back_leaves_the_front() -> None:
    driven = signed_in()
    driven.phone.key("HOME")
    driven.tap("Settings")
    driven.phone.force_stop(SHOP)
    assert driven.phone.focus().package == SETTINGS
    assert _stack(driven, SHOP) == []


def test_stopping_the_launcher_starts_it_again() -> None:
    driven = Driven()
    assert driven.phone.force_stop(LAUNCHER)
    assert driven.has("hotseat")
    driven.tap("Settings")
    driven.phone.force_stop(LAUNCHER)
    assert driven.phone.focus().package == SETTINGS
    driven.phone.key("HOME")
    assert driven.has("hotseat")


def test_packages_without_a_screen_can_be_stopped_and_unknown_ones_not() -> None:
    driven = Driven()
    assert driven.phone.force_stop("com.android.systemui")
    assert not driven.phone.force_stop("com.none")
    assert not driven.phone.clear("com.none")


def test_activities_name_their_task() -> None:
    driven = Driven()
    driven.tap("Settings")
    driven.tap("Display")
    rows = driven.phone.activities()
    assert rows[0][:2] == (SETTINGS, "com.android.settings.SubSettings")
    assert rows[0][2] == rows[1][2]
    assert rows[0][2] != rows[2][2]


def test_the_keyboard_goes_with_its_activity() -> None:
    driven = Driven()
    driven.tap("Shop")
    driven.tap("username")
    driven.phone.key("HOME")
    assert not driven.phone.keyboard_shown
