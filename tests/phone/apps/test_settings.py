from __future__ import annotations

import pytest
from driven_phone import Driven, in_settings


def _open(*titles: str) -> Driven:
    driven = in_settings()
    for title in titles:
        for _ in range(4):
            if driven.has(title):
                break
            driven.phone.swipe(540, 1900, 540, 900, 9_000)
        driven.tap(title)
    return driven


@pytest.mark.parametrize(
    ("path", "shows"),
    [
        (("Network & internet", "Internet", "AndroidWifi"), "WPA2-Personal"),
        (("Display",), "Dark theme"),
        (("About phone", "Android version"), "Kernel"),
        (("System", "Developer options"), "USB debugging"),
        (("Apps", "Shop"), "14.20 MB used"),
        (("Battery",), "Nothing to set here"),
    ],
)
def test_pages_are_nested(path: tuple[str, ...], shows: str) -> None:
    assert _open(*path).has(shows)


def test_every_page_is_a_sub_settings_activity() -> None:
    driven = _open("Network & internet", "Internet")
    assert driven.activity() == "com.android.settings.SubSettings"
    assert driven.has("toolbar_title")


def test_a_switch_writes_its_setting_and_shows_it() -> None:
    driven = _open("Network & internet")
    assert driven.node("switch_widget")["checked"] == "false"
    driven.tap("Airplane mode")
    assert driven.node("switch_widget")["checked"] == "true"
    assert driven.phone.settings.get("global", "airplane_mode_on") == "1"
    driven.tap("switch_widget")
    assert driven.phone.settings.get("global", "airplane_mode_on") == "0"


def test_a_switch_is_not_clickable_itself_and_its_row_is() -> None:
    node = _open("Network & internet").node("switch_widget")
    assert (node["class"], node["checkable"], node["clickable"]) == ("android.widget.Switch", "true", "false")


def test_location_goes_back_to_its_own_on_value() -> None:
    driven = _open("Location")
    driven.tap("Use location")
    assert driven.phone.settings.get("secure", "location_mode") == "0"
    driven.tap("Use location")
    assert driven.phone.settings.get("secure", "location_mode") == "3"


def test_a_choice_is_made_in_a_dialog() -> None:
    driven = _open("Display")
    assert driven.has("10 minutes")
    driven.tap("Screen timeout")
    checked = [node["text"] for node in driven.nodes() if node["checked"] == "true"]
    assert checked == ["10 minutes"]
    driven.tap("30 seconds")
    assert driven.has("30 seconds")
    assert driven.phone.settings.get("system", "screen_off_timeout") == "30000"


def test_a_choice_can_be_cancelled() -> None:
    driven = _open("Network & internet", "Private DNS")
    driven.tap("Cancel")
    assert driven.phone.settings.get("global", "private_dns_mode") is None
    assert driven.has("Airplane mode")


def test_an_odd_value_is_called_custom() -> None:
    driven = _open("Display")
    driven.phone.settings.put("system", "screen_off_timeout", "12345")
    assert driven.has("Custom")


def test_a_row_has_a_menu() -> None:
    driven = in_settings()
    driven.long_press("Apps")
    assert driven.has("alertTitle")
    driven.tap("Add to Home screen")
    assert driven.phone.state()["toast"] == "Apps added to Home screen"
    assert driven.has("homepage_title")


def test_the_list_is_longer_than_the_screen() -> None:
    driven = in_settings()
    assert driven.node("recycler_view")["scrollable"] == "true"
    assert not driven.has("About phone")


def test_search_filters_rows() -> None:
    driven = in_settings()
    driven.tap("Search settings")
    driven.type_into("search_src_text", "dark")
    assert driven.has("Dark theme")
    assert not driven.has("Bluetooth")
    driven.phone.key("ENTER")
    assert not driven.phone.keyboard_shown
    driven.tap("Dark theme")
    assert driven.phone.settings.get("secure", "dark_theme") == "1"


def test_the_phone_s_facts_are_shown() -> None:
    driven = _open("About phone")
    assert driven.has("sdk_gphone64_x86_64")
    assert driven.has("14")
