"""Lines that automation tools really send, through the phone's own shell."""

from __future__ import annotations

import asyncio
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phone_commands import SHOP, MemoryIo, Ran, field_text, focus_field, make_context

from gui_rec.device.adb.quote import quote
from gui_rec.phone.commands._api import Context
from gui_rec.phone.shell.runner import run_line


def sh(ctx: Context, line: str) -> Ran:
    io = MemoryIo()
    status = asyncio.run(run_line(ctx, line, io))
    return Ran(status, bytes(io.stdout), io.stderr.decode())


def test_adbutils_dump() -> None:
    ctx, _ = make_context()
    path = "/data/local/tmp/uidump.xml"
    ran = sh(ctx, f"rm -f {path}; uiautomator dump {path} && echo success")
    assert ran.lines == [f"UI hierchary dumped to: {path}", "success"]
    assert ctx.files.read(path).startswith(b"<?xml")


def test_a_failed_dump_says_success_all_the_same() -> None:
    ctx, _ = make_context(faults=("old-xml",))
    ran = sh(ctx, "rm -f /sdcard/a.xml; uiautomator dump /sdcard/a.xml && echo success; cat /sdcard/a.xml")
    assert ran.lines == ["success"]
    assert "ERROR: null root node" in ran.err
    assert "No such file or directory" in ran.err


def test_view_clients_dump() -> None:
    ctx, _ = make_context()
    name = "/sdcard/window_dump.xml"
    ran = sh(ctx, f"cp /dev/null {name}; uiautomator dump {name} >/dev/null && cat {name}")
    assert ran.out == ctx.phone.hierarchy()


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        ("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'", rf"mCurrentFocus=Window\{{\w+ u0 {SHOP}/"),
        ("dumpsys window windows | grep mCurrentRotation", r"mCurrentRotation=ROTATION_0"),
        (
            "dumpsys activity activities | grep -i resumed",
            rf"ResumedActivity: ActivityRecord\{{\w+ u0 {SHOP}/",
        ),
        ("dumpsys input | grep SurfaceOrientation", r"SurfaceOrientation: 0"),
        ("dumpsys power | grep mWakefulness=", r"mWakefulness=Awake"),
        ("dumpsys input_method | grep mInputShown", r"mInputShown=false"),
        (
            "cmd package resolve-activity --brief com.android.settings | tail -n 1",
            r"^com.android.settings/.S",
        ),
        ("pm list packages -3 | grep shop", rf"^package:{SHOP}$"),
        ("wm size | head -1", r"^Physical size: 1080x2400$"),
        ("getprop | grep -c ro.product", r"^[5-9]$"),
        ("getevent -pl | head -1", r"^add device 1: /dev/input/event1$"),
        ("settings get secure default_input_method", r"LatinIME"),
        ("input tap 1 1; echo $?", r"^0$"),
        ("screencap -p | head -c 8 | wc -c", r"^8$"),
    ],
)
def test_questions(line: str, pattern: str) -> None:
    ctx, clock = make_context(30)
    ctx.phone.launch(SHOP)
    clock.advance(10)
    assert re.search(pattern, sh(ctx, line).out, re.M), line


def test_several_actions_in_one_line() -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    ran = sh(
        ctx, "input text abc && input keyevent 67; input swipe 500 1500 500 900 1 && input keyevent BACK"
    )
    assert (ran.status, ran.raw, ran.err) == (0, b"", "")
    assert field_text(ctx) == "ab"
    assert not ctx.phone.keyboard_shown


def test_a_tool_that_this_phone_has_not() -> None:
    ctx, _ = make_context()
    ran = sh(ctx, "simpleperf record -a")
    assert (ran.status, ran.raw) == (127, b"")
    assert ran.err == "/system/bin/sh: simpleperf: inaccessible or not found\n"


TYPEABLE = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=20)


@settings(max_examples=60, deadline=None)
@given(TYPEABLE)
def test_quoted_text_arrives_as_the_key_map_types_it(text: str) -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    ran = sh(ctx, f"input text {quote(text)}")
    assert (ran.status, ran.err) == (0, "")
    assert field_text(ctx) == text.replace("%s", " ")
