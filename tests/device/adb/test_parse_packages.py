from __future__ import annotations

import pytest

from gui_rec.device.adb.parse_packages import (
    parse_crashes,
    parse_package_list,
    parse_resolved,
    parse_version_name,
)
from gui_rec.errors import DeviceError


def test_package_lists_of_both_forms() -> None:
    assert parse_package_list("package:a.b\npackage:c.d\r\n") == ("a.b", "c.d")
    assert parse_package_list("package:/data/app/~~x==/a.b-y==/base.apk=a.b\n") == ("a.b",)
    assert parse_package_list("Error: could not access the Package Manager") == ()


def test_the_installed_version_comes_first() -> None:
    text = "Packages:\n    versionCode=12\n    versionName=1.2 beta\n  Hidden:\n    versionName=1.0\n"
    assert parse_version_name(text) == "1.2 beta"
    assert parse_version_name("    versionName=null\n") is None
    assert parse_version_name("Unable to find package: a.b") is None


def test_the_activity_a_launcher_starts() -> None:
    first = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n"
    assert parse_resolved(first + "a.b/.Main\n", "a.b") == ("a.b", ".Main")
    assert parse_resolved("No activity found\n", "a.b") is None
    assert parse_resolved("", "a.b") is None


def test_several_activities_are_an_error() -> None:
    with pytest.raises(DeviceError, match="several"):
        parse_resolved("android/com.android.internal.app.ResolverActivity\n", "a.b")


def test_deaths_are_read_off_the_crash_log() -> None:
    text = (
        "--------- beginning of crash\n"
        "12-01 11:00:00.000  4242  4242 E AndroidRuntime: FATAL EXCEPTION: main\n"
        "12-01 11:00:00.000  4242  4242 E AndroidRuntime: Process: com.example.shop, PID: 4242\n"
        "12-01 11:00:01.000  4243  4243 E AndroidRuntime: Process: com.example.mail:sync, PID: 4243\n"
    )
    assert parse_crashes(text) == {("com.example.shop", 4242), ("com.example.mail", 4243)}
    assert parse_crashes("logcat: Unable to open log device") == frozenset()
