"""System windows, by ids first and by titles where there are none."""

from __future__ import annotations

import pytest

from gui_rec.ui.system_windows import is_anr, is_crash, is_launcher, is_permission


@pytest.mark.parametrize(
    ("package", "is_home"),
    [
        ("com.google.android.apps.nexuslauncher", True),
        ("com.miui.home", True),
        ("com.example.homestead", False),
        (None, False),
    ],
)
def test_home_screens_are_known_by_their_package(package: str | None, is_home: bool) -> None:
    assert is_launcher(package) is is_home


def test_a_phone_that_names_its_home_screen_is_believed() -> None:
    assert is_launcher("com.example.start", home="com.example.start")
    assert not is_launcher("com.miui.home", home="com.example.start")


def test_an_app_that_waits_is_not_one_that_crashed() -> None:
    waiting = frozenset({"android:id/aerr_wait", "android:id/aerr_close"})
    assert (is_anr(waiting, ()), is_crash(waiting, ())) == (True, False)
    crashed = frozenset({"android:id/aerr_close"})
    assert (is_anr(crashed, ()), is_crash(crashed, ())) == (False, True)
    assert is_crash(frozenset(), ["Application Error: com.example.shop"])
    assert is_anr(frozenset(), ["Application Not Responding: com.example.shop"])


def test_permission_dialogs_are_known_by_button_or_package() -> None:
    button = "com.android.permissioncontroller:id/permission_allow_button"
    assert is_permission(frozenset({button}), None)
    assert is_permission(frozenset(), "com.google.android.permissioncontroller")
    assert not is_permission(frozenset({"com.example:id/permission_help"}), "com.example")
