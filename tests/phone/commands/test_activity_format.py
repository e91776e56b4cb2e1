from __future__ import annotations

import re

import pytest

from gui_rec.phone.commands.activity_format import (
    ActivityFacts,
    dumpsys_activities,
    dumpsys_top,
    focused_app,
    record,
)

NOTES = ActivityFacts("com.example.notes", "com.example.notes.MainActivity", 57, 2268, "d9b8281")
HOME = ActivityFacts("com.home", "org.other.Launcher", 1, None, "abc")


@pytest.mark.parametrize(
    ("api", "expected"),
    [
        (28, "ActivityRecord{d9b8281 u0 com.example.notes/.MainActivity t57}"),
        (30, "ActivityRecord{d9b8281 u0 com.example.notes/.MainActivity t57}"),
        (34, "ActivityRecord{d9b8281 u0 com.example.notes/.MainActivity} t57}"),
        (36, "ActivityRecord{228295297 u0 com.example.notes/.MainActivity t57}"),
    ],
)
def test_record_by_api_level(api: int, expected: str) -> None:
    assert record(NOTES, api=api) == expected


def test_focused_app_by_api_level() -> None:
    assert focused_app(NOTES, api=28) == (
        "AppWindowToken{d9b8281 token=Token{d9b8281 "
        "ActivityRecord{d9b8281 u0 com.example.notes/.MainActivity t57}}}"
    )
    assert focused_app(NOTES, api=30) == record(NOTES, api=30)
    assert focused_app(None, api=34) == "null"


def test_resumed_line_by_api_level() -> None:
    def resumed(api: int) -> list[str]:
        return [line for line in dumpsys_activities([NOTES, HOME], api=api) if "esumedActivity" in line]

    old = "ActivityRecord{d9b8281 u0 com.example.notes/.MainActivity t57}"
    assert resumed(28) == [f"    mResumedActivity: {old}"]
    assert resumed(30)[0] == f"    mResumedActivity: {old}"
    assert resumed(34) == [
        "  topResumedActivity=ActivityRecord{d9b8281 u0 com.example.notes/.MainActivity} t57}",
        "  ResumedActivity: ActivityRecord{d9b8281 u0 com.example.notes/.MainActivity} t57}",
    ]
    assert resumed(36)[0].startswith("  topResumedActivity=ActivityRecord{228295297 u0 ")


def test_a_phone_without_activities_has_no_resumed_line() -> None:
    assert not [line for line in dumpsys_activities([], api=34) if "Resumed" in line]


@pytest.mark.parametrize("api", [28, 30])
def test_adbutils_finds_the_resumed_activity(api: int) -> None:
    pattern = r"mResumedActivity: ActivityRecord\{.*?\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\s.*?\}"
    match = re.search(pattern, "\n".join(dumpsys_activities([NOTES, HOME], api=api)))
    assert match is not None
    assert match.groups() == ("com.example.notes", ".MainActivity")


def test_adbutils_finds_the_top_activity_last() -> None:
    pattern = r"ACTIVITY (?P<package>[^\s]+)/(?P<activity>[^/\s]+) \w+ pid=(?P<pid>\d+)"
    found = re.findall(pattern, "\n".join(dumpsys_top([NOTES, HOME])))
    assert found[-1] == ("com.example.notes", ".MainActivity", "2268")


def test_a_process_that_is_gone_is_said_to_be() -> None:
    assert "  ACTIVITY com.home/org.other.Launcher abc pid=(not running)" in dumpsys_top([HOME])
