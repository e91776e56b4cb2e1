from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from string_cases import string_cases

from gui_rec.device.adb.parse_focus import parse_focus, part_of_display
from gui_rec.device.adb.parse_window_name import (
    WindowKind,
    parse_activity_record,
    parse_window_name,
    short_activity,
    split_component,
)
from gui_rec.model.observation import Focus


@pytest.mark.parametrize("case", string_cases("focus_lines"), ids=lambda case: case["raw"][:40])
def test_what_dumpsys_prints(case: dict[str, Any]) -> None:
    raw, expect = case["raw"], case["expect"]
    name = parse_window_name(raw)
    if raw.startswith("  Window #"):
        assert name is not None
        assert (name.package, name.user) == (expect["package"], expect["user"])
        return
    focus = parse_focus(raw)
    assert focus.package == expect["package"]
    if "activity" in expect:
        assert focus.activity == expect["activity"]
    if "kind" in expect:
        assert name is not None
        assert name.kind.value == expect["kind"]


DISPLAYS = """\
WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=2
  mCurrentFocus=Window{1 u0 com.cover/.Sub}
  mFocusedApp=ActivityRecord{1 u0 com.cover/.Sub t7}
  Display: mDisplayId=0
  mCurrentFocus=null
  mCurrentFocus=Window{8d5c2f2 u0 com.example.notes/com.example.notes.MainActivity}
  mFocusedApp=ActivityRecord{d9b8281 u0 com.example.notes/.MainActivity} t57}
"""


def test_only_display_0_counts_and_its_last_line_that_is_not_null() -> None:
    title = "com.example.notes/com.example.notes.MainActivity"
    assert parse_focus(DISPLAYS) == Focus("com.example.notes", ".MainActivity", title)
    assert parse_focus(DISPLAYS.replace("\n", "\r\n")).activity == ".MainActivity"


def test_another_display_has_a_focus_of_its_own() -> None:
    assert parse_focus(DISPLAYS, 2) == Focus("com.cover", ".Sub", "com.cover/.Sub")
    assert parse_focus(DISPLAYS, 3) == Focus()
    alone = "  mCurrentFocus=Window{1 u0 a.b/.C}\n"
    assert parse_focus(alone).package == "a.b"
    assert parse_focus(alone, 1) == Focus()
    before = alone + DISPLAYS
    assert parse_focus(before, 2).package == "com.cover"
    assert part_of_display(DISPLAYS, 2).count("mCurrentFocus") == 1


def test_null_is_a_transition_even_with_an_app() -> None:
    text = "  mCurrentFocus=null\n  mFocusedApp=ActivityRecord{1 u0 a.b/.C t1}\n"
    assert parse_focus(text) == Focus()
    assert parse_focus("") == Focus()


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        ("Window{1 u0 NotificationShade}", Focus("com.android.systemui", None, "NotificationShade")),
        ("Window{1 u0 PopupWindow:3a}", Focus("a.b", ".C", "PopupWindow:3a")),
        ("Window{1 u0 Application Error: com.x.y}", Focus("com.x.y", None, "Application Error: com.x.y")),
        ("Window{1 u0 a.b/a.b.C paused=false}", Focus("a.b", ".C", "a.b/a.b.C")),
        ("Window{1 u0 com.z.dialog}", Focus("com.z.dialog", None, "com.z.dialog")),
    ],
)
def test_windows_of_every_kind(window: str, expected: Focus) -> None:
    text = f"  mCurrentFocus={window}\n  mFocusedApp=ActivityRecord{{1 u0 a.b/.C t1}}\n"
    assert parse_focus(text) == expected


@pytest.mark.parametrize(
    "record",
    [
        "ActivityRecord{2c7c4318 u0 p.q/.A t181}",
        "AppWindowToken{h token=Token{h ActivityRecord{14d88c3 u0 p.q/.A t9}}}",
        "ActivityRecord{d9b8281 u0 p.q/p.q.A} t57}",
        "ActivityRecord{12376650 u10 p.q/.A t349 f}",
        "ActivityRecord{2 u p.q/.A t181}",
    ],
)
def test_activity_records_of_every_api_level(record: str) -> None:
    assert parse_activity_record(record) == ("p.q", ".A")


def test_vivo_puts_the_package_before_the_hash() -> None:
    name = parse_window_name("Window{com.android.systemui:b3ce339 u0 NotificationShade type=2040 }:")
    assert name is not None
    assert (name.package, name.title, name.kind) == (
        "com.android.systemui",
        "NotificationShade",
        WindowKind.SYSTEM,
    )
    other = parse_window_name("Window{com.vendor.float:b3ce339 u0 FloatBall type=2038 }")
    assert other is not None
    assert (other.package, other.kind) == ("com.vendor.float", WindowKind.PANEL)


def test_names_that_are_none() -> None:
    assert parse_window_name("mCurrentFocus=null") is None
    assert parse_activity_record("null") is None
    assert split_component("no component") is None


def test_inner_classes_and_other_packages() -> None:
    assert split_component("a.b/a.b.Outer$Inner") == ("a.b", ".Outer$Inner")
    assert split_component("com.kryptoloot.app/com.example.MainActivity") == (
        "com.kryptoloot.app",
        "com.example.MainActivity",
    )
    assert short_activity("a.b", "a.bc.D") == "a.bc.D"


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    assert isinstance(parse_focus(f"mCurrentFocus=Window{{1 u0 {text}}}"), Focus)
    assert isinstance(parse_focus(text), Focus)
