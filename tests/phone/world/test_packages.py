from __future__ import annotations

import pytest

from gui_rec.phone.world.packages import (
    Package,
    StartResult,
    StartStatus,
    short_component,
    split_component,
)


@pytest.mark.parametrize(
    ("package", "activity", "short"),
    [
        ("com.a", "com.a.Main", "com.a/.Main"),
        ("com.a", "com.a.b.Main", "com.a/.b.Main"),
        ("com.a", "com.other.Main", "com.a/com.other.Main"),
        ("com.a", "com.ab.Main", "com.a/com.ab.Main"),
    ],
)
def test_components_are_short_where_the_class_lies_in_the_package(
    package: str, activity: str, short: str
) -> None:
    assert short_component(package, activity) == short
    assert split_component(short) == (package, activity)


@pytest.mark.parametrize("wrong", ["", "com.a", "/x", "com.a/"])
def test_what_is_no_component_gives_nothing(wrong: str) -> None:
    assert split_component(wrong) == ("", "")


def test_a_long_component_is_read_too() -> None:
    assert split_component("com.a/com.a.Main") == ("com.a", "com.a.Main")


def test_a_package_without_an_activity_has_no_component() -> None:
    assert Package("System", "android", None, "14", 34).component is None
    assert Package("A", "com.a", "com.a.Main", "1", 1).component == "com.a/.Main"


def test_a_start_is_found_unless_there_is_no_such_activity() -> None:
    assert StartResult(StartStatus.STARTED, "a/.B").found
    assert not StartResult(StartStatus.NO_SUCH_ACTIVITY, "a/.B").found
