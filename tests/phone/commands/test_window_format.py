from __future__ import annotations

import re
from dataclasses import replace

import pytest
from phone_commands import APIS

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.phone.commands.activity_format import ActivityFacts
from gui_rec.phone.commands.display_format import DisplayFacts
from gui_rec.phone.commands.window_format import (
    WindowFacts,
    WindowsFacts,
    displays_section,
    policy_section,
    windows_section,
)

TITLE = "com.example.notes/com.example.notes.MainActivity"
BAR = WindowFacts("4d0b4d7", "StatusBar", "com.android.systemui", "STATUS_BAR", Rect(0, 0, 1080, 63))
NOTES = WindowFacts("8d5c2f2", TITLE, "com.example.notes", "BASE_APPLICATION", Rect(0, 0, 1080, 2400))
APP = ActivityFacts("com.example.notes", "com.example.notes.MainActivity", 57, 2268, "d9b8281")
FACTS = WindowsFacts(DisplayFacts(ScreenSize(1080, 2400), 0, 420, awake=True), (BAR, NOTES), NOTES, APP)
FOCUSED = re.compile(r"mCurrentFocus=Window{.*\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\}")


def test_focus_lines_of_a_display() -> None:
    lines = displays_section(FACTS, api=30)
    assert f"  mCurrentFocus=Window{{8d5c2f2 u0 {TITLE}}}" in lines
    assert "  mFocusedApp=ActivityRecord{d9b8281 u0 com.example.notes/.MainActivity t57}" in lines
    assert "    init=1080x2400 420dpi cur=1080x2400 app=1080x2400 rng=1080x1080-2400x2400" in lines
    assert "  DisplayFrames w=1080 h=2400 r=0" in lines


@pytest.mark.parametrize("api", APIS)
def test_windows_tell_the_focus_up_to_api_28(api: int) -> None:
    found = FOCUSED.search("\n".join(windows_section(FACTS, api=api)))
    assert (found is not None) is (api <= 28)
    shown = FOCUSED.search("\n".join(displays_section(FACTS, api=api)))
    assert shown is not None
    assert shown.groups() == ("com.example.notes", "com.example.notes.MainActivity")


@pytest.mark.parametrize("api", [30, 36])
@pytest.mark.parametrize("second", [False, True])
def test_newer_windows_tell_which_display_has_the_focus(api: int, second: bool) -> None:
    lines = windows_section(replace(FACTS, second_has_focus=second), api=api)
    assert f"  mTopFocusedDisplayId={int(second)}" in lines


def test_a_transition_has_no_focus() -> None:
    nobody = WindowsFacts(FACTS.display, (BAR,), None, None)
    assert "  mCurrentFocus=null" in displays_section(nobody, api=34)
    assert "  mFocusedApp=null" in displays_section(nobody, api=34)


@pytest.mark.parametrize(("api", "frame"), [(28, "mFrame=[0,0][1080,63]"), (34, " frame=[0,0][1080,63]")])
def test_windows_come_topmost_first_with_their_frames(api: int, frame: str) -> None:
    text = "\n".join(windows_section(FACTS, api=api))
    assert re.findall(r"Window #(\d+) Window\{\w+ u0 ([^}]+)\}", text) == [("0", "StatusBar"), ("1", TITLE)]
    assert frame in text
    assert re.findall(r"\bty=(\w+)", text) == ["STATUS_BAR", "BASE_APPLICATION"]
    assert re.findall(r"package=(\S+)", text) == ["com.android.systemui", "com.example.notes"]


def test_rotation_is_told_in_degrees() -> None:
    turned = WindowsFacts(DisplayFacts(ScreenSize(1080, 2400), 3, 420, awake=True), (), None, None)
    assert "  mCurrentRotation=ROTATION_270" in windows_section(turned, api=34)
    assert any("cur=2400x1080" in line for line in displays_section(turned, api=34))


def test_policy_tells_lock_and_screen() -> None:
    lines = "\n".join(policy_section(FACTS))
    assert "KeyguardServiceDelegate" in lines
    assert "showing=false" in lines
    assert "screenState=SCREEN_STATE_ON" in lines
    dark = WindowsFacts(
        DisplayFacts(ScreenSize(1080, 2400), 0, 420, awake=False), (), None, None, keyguard=True
    )
    assert "screenState=SCREEN_STATE_OFF" in "\n".join(policy_section(dark))
    assert "mShowingLockscreen=true" in "\n".join(policy_section(dark))
