from __future__ import annotations

import pytest
from driven_phone import Driven, rect_of


@pytest.mark.parametrize(
    ("label", "package"),
    [("Shop", "com.example.shop"), ("Notes", "com.example.notes"), ("Settings", "com.android.settings")],
)
def test_an_icon_opens_its_app(label: str, package: str) -> None:
    driven = Driven()
    node = driven.node(label)
    assert (node["text"], node["content-desc"], node["class"]) == (label, label, "android.widget.TextView")
    driven.tap(label)
    assert driven.phone.focus().package == package


def test_the_date_is_shown() -> None:
    assert Driven().node("date")["text"] == "Tue, Nov 14"


def test_a_held_icon_gives_a_hint() -> None:
    driven = Driven()
    driven.long_press("Shop")
    assert driven.phone.state()["toast"] is not None
    assert driven.has("hotseat")


def test_without_tasks_recents_are_empty() -> None:
    driven = Driven()
    driven.phone.key("APP_SWITCH")
    assert driven.has("No recent items")
    driven.phone.key("HOME")
    assert driven.has("hotseat")


def test_a_swipe_up_shows_all_apps_by_name() -> None:
    driven = Driven()
    driven.phone.swipe(540, 1200, 540, 600)
    assert [node["text"] for node in driven.find("icon")] == ["Notes", "Permissions", "Settings", "Shop"]
    driven.phone.key("BACK")
    assert driven.has("hotseat")


def test_a_swipe_down_does_nothing() -> None:
    driven = Driven()
    before = driven.phone.hierarchy()
    driven.phone.swipe(540, 600, 540, 1200)
    assert driven.phone.hierarchy() == before


def test_the_search_bar_has_a_microphone_that_has_nothing_to_search_offline() -> None:
    driven = Driven()
    driven.tap("Voice search")
    assert driven.phone.state()["toast"] == "No results offline"


def test_a_recent_task_shows_the_icon_of_its_app() -> None:
    driven = Driven()
    driven.tap("Shop")
    driven.phone.key("APP_SWITCH")
    card = rect_of(driven.node("snapshot"))
    icon, name = rect_of(driven.node("icon")), rect_of(driven.node("task_name"))
    assert card.left < icon.left < icon.right < name.left < name.right < card.right
