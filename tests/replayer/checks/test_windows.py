from __future__ import annotations

import pytest
from asking import ITEM, with_columns, with_facts
from observations import look
from shop import button, label

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Window
from gui_rec.replayer.checks._windows import (
    ids,
    is_launcher,
    overlay_of,
    shows_anr,
    shows_crash,
    shows_permission,
    titles,
)
from gui_rec.replayer.looks import Look

CRASH_OR_ANR = (
    button(40, "Close app", "android:id/aerr_close"),
    button(70, "Info", "android:id/aerr_app_info"),
)


@pytest.mark.parametrize(
    ("package", "expected"),
    [
        ("com.android.launcher3", True),
        ("com.google.android.apps.nexuslauncher", True),
        ("com.sec.android.app.launcher", True),
        ("com.miui.home", True),
        ("org.lineageos.trebuchet", True),
        ("com.example.homework", False),
        ("com.example.app", False),
        (None, False),
    ],
)
def test_packages_of_home_screens(package: str | None, expected: bool) -> None:
    assert is_launcher(package) is expected


def test_a_crash_and_an_anr_dialog_differ_by_the_wait_button() -> None:
    crash = look(CRASH_OR_ANR, package="android")
    anr = look((*CRASH_OR_ANR, button(100, "Wait", "android:id/aerr_wait")), package="android")
    assert (shows_crash(crash), shows_anr(crash)) == (True, False)
    assert (shows_crash(anr), shows_anr(anr)) == (False, True)


@pytest.mark.parametrize(
    "title", ["Application Not Responding: com.example.app", "Application Error: com.example.app"]
)
def test_a_dialog_without_ids_is_told_by_its_window(title: str) -> None:
    window = Window("android", title, Rect(0, 0, 10, 10), None)
    shown = with_facts(ITEM, windows=(window,))
    assert (shows_anr(shown), shows_crash(shown)) == ("Not" in title, "Error" in title)


@pytest.mark.parametrize(
    ("package", "rid", "expected"),
    [
        ("com.google.android.permissioncontroller", "", True),
        ("com.google.android.packageinstaller", "", True),
        ("com.other", "com.android.permissioncontroller:id/permission_deny_button", True),
        ("com.other", "com.other:id/permission_text", False),
        ("com.other", "", False),
    ],
)
def test_permission_dialogs(package: str, rid: str, expected: bool) -> None:
    assert shows_permission(look((button(40, "Allow", rid),), package=package)) is expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"activity": "NotificationShade"}, "NotificationShade"),
        ({"activity": "com.android.internal.app.ChooserActivity"}, "ChooserActivity"),
        ({"package": "com.android.systemui"}, "com.android.systemui"),
        ({}, None),
    ],
)
def test_overlays(changes: dict[str, str], expected: str | None) -> None:
    assert overlay_of(with_columns(ITEM, **changes)) == expected


def test_titles_and_ids_are_what_is_there() -> None:
    shown = with_facts(ITEM, title="Milk", dialog="Sure?", windows=(Window(None, None, None, None),))
    assert titles(shown) == ("Milk", "Sure?")
    assert ids(look((label(4, "a", "x:id/a"), label(30, "b")))) == {"x:id/a"}
    assert ids(Look.of(with_columns(ITEM, ui_xml=None).seen)) == frozenset()
