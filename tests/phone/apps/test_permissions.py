from __future__ import annotations

import pytest
from driven_phone import Driven

from gui_rec.phone.world.config import PhoneConfig

IDS = "com.android.permissioncontroller:id/"


def _page(locale: str = "en-US") -> Driven:
    driven = Driven(PhoneConfig(locale=locale))
    driven.phone.launch("com.example.permissions")
    return driven


def _ids(driven: Driven) -> list[str]:
    return [node["resource-id"] for node in driven.nodes() if node["class"] == "android.widget.Button"]


def test_it_opens_from_the_list_of_all_apps() -> None:
    driven = Driven()
    driven.phone.swipe(540, 1200, 540, 500)
    assert driven.has("All apps")
    driven.tap("Permissions")
    assert driven.has("camera_row")


def test_the_controller_asks_with_its_own_ids() -> None:
    driven = _page()
    driven.tap("camera_row")
    focus = driven.phone.focus()
    assert focus.package == "com.google.android.permissioncontroller"
    assert focus.activity == "com.google.android.permissioncontroller.GrantPermissionsActivity"
    assert driven.has("Allow Permissions to take pictures and record video?")
    assert _ids(driven) == [
        IDS + "permission_allow_foreground_only_button",
        IDS + "permission_allow_one_time_button",
        IDS + "permission_deny_button",
    ]
    assert {node["package"] for node in driven.nodes()} == {focus.package}


def test_contacts_are_allowed_or_not() -> None:
    driven = _page()
    driven.tap("contacts_row")
    assert _ids(driven) == [IDS + "permission_allow_button", IDS + "permission_deny_button"]


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("While using the app", "Allowed while in use"),
        ("Only this time", "Allowed once"),
        ("Don’t allow", "Denied"),
    ],
)
def test_the_page_tells_the_answer(answer: str, state: str) -> None:
    driven = _page()
    driven.tap("location_row")
    driven.tap(answer)
    assert driven.node("location_state")["text"] == state
    assert driven.node("camera_state")["text"] == "Not asked yet"


def test_a_second_refusal_is_the_last() -> None:
    driven = _page()
    driven.tap("camera_row")
    driven.tap("permission_deny_button")
    driven.tap("camera_row")
    assert IDS + "permission_deny_and_dont_ask_again_button" in _ids(driven)
    driven.tap("permission_deny_and_dont_ask_again_button")
    driven.tap("camera_row")
    assert driven.node("camera_state")["text"] == "Denied, not to be asked again"


def test_what_is_allowed_is_not_asked_again() -> None:
    driven = _page()
    driven.tap("notifications_row")
    driven.tap("Allow")
    driven.tap("notifications_row")
    assert driven.node("notifications_state")["text"] == "Allowed"
    assert driven.phone.state()["system_dialog"] is None


def test_back_and_a_touch_beside_it_answer_nothing() -> None:
    driven = _page()
    driven.tap("camera_row")
    driven.phone.key("BACK")
    driven.phone.tap(540, 200)
    assert driven.phone.state()["system_dialog"] == "permission"


def test_home_takes_the_question_away() -> None:
    driven = _page()
    driven.tap("camera_row")
    driven.phone.key("HOME")
    driven.phone.launch("com.example.permissions")
    assert driven.has("camera_row")


@pytest.mark.parametrize(
    ("locale", "row", "allow"),
    [("zh-CN", "相机", "仅在使用该应用时允许"), ("ar", "الكاميرا", "أثناء استخدام التطبيق")],
)
def test_it_speaks_the_phone_s_language(locale: str, row: str, allow: str) -> None:
    driven = _page(locale)
    driven.tap(row)
    driven.tap(allow)
    state = {"zh-CN": "使用时允许", "ar": "مسموح أثناء الاستخدام"}[locale]
    assert driven.node("camera_state")["text"] == state
