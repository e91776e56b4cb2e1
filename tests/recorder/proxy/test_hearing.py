"""Looking ahead leaves no trace, pushed scripts are understood, and lines that run as a whole are told as one."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from proxy_parts import SCREEN

from gui_rec._clock import SystemClock
from gui_rec.device._api import TouchNode
from gui_rec.model.actions import Key, Tap
from gui_rec.recorder.heard._api import Kind
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.proxy import hearing
from gui_rec.recorder.proxy.hearing import MOST_SCRIPT_BYTES, Scripts


def series() -> Series:
    return Series(SystemClock())


def test_looking_ahead_leaves_a_series_as_it_is() -> None:
    touch = series()
    ahead = hearing.look_ahead("input motionevent DOWN 10 10", SCREEN, touch, Scripts())
    assert hearing.acts(ahead)
    assert not touch.is_open
    hearing.hear("input motionevent DOWN 10 10", SCREEN, touch, Scripts())
    assert touch.is_open


def test_a_pushed_script_is_what_running_it_does() -> None:
    scripts = Scripts()
    line = "sh /data/local/tmp/x.sh"
    unseen = hearing.hear(line, SCREEN, series(), scripts)
    assert [part.heard.kind for part in unseen] == [Kind.OPAQUE]
    scripts.pushed("/data/local/tmp/x.sh", b"#!/system/bin/sh\ninput tap 500 1000\ninput keyevent 4\n")
    parts = [part.heard.action for part in hearing.hear(line, SCREEN, series(), scripts) if part.heard.acts]
    assert isinstance(parts[0], Tap)
    assert parts[1] == Key("BACK")


def test_what_is_no_short_text_is_no_script_and_few_are_kept() -> None:
    scripts = Scripts()
    scripts.pushed("/a", b"x")
    for content in (None, b"\0ELF", b"x" * (MOST_SCRIPT_BYTES + 1)):
        scripts.pushed("/a", content)
        assert scripts.text("/a") is None
    for number in range(200):
        scripts.pushed(f"/{number}", b"x")
    assert (scripts.text("/0"), scripts.text("/199"), scripts.text(None)) == (None, "x", None)


def test_kinds_of_lines() -> None:
    def ahead(line: str) -> object:
        return hearing.look_ahead(line, SCREEN, series(), Scripts())

    assert hearing.looks(ahead("screencap -p")) is Kind.SCREENSHOT  # type: ignore[arg-type]
    assert hearing.looks(ahead("uiautomator dump /sdcard/a.xml")) is Kind.HIERARCHY  # type: ignore[arg-type]
    assert hearing.looks(ahead("getprop")) is None  # type: ignore[arg-type]
    assert hearing.changes_state(ahead("pm clear com.example.shop"))  # type: ignore[arg-type]
    assert not hearing.acts(ahead("pm clear com.example.shop"))  # type: ignore[arg-type]


def test_several_actions_in_one_run_cannot_be_told_apart() -> None:
    parts = hearing.look_ahead("input tap 1 2; input keyevent 4", SCREEN, series(), Scripts())
    told = hearing.told(parts)
    assert (len(parts), told.kind) == (2, Kind.OPAQUE)
    assert "2 actions" in (told.note or "")
    assert hearing.told(parts[:1]).kind is Kind.ACTION
    assert hearing.told(hearing.look_ahead("getprop", SCREEN, series(), Scripts())).kind is Kind.QUERY


def request(method: str, *params: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}).encode()
    return b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def test_calls_of_uiautomator2_are_heard() -> None:
    touch = series()
    assert isinstance(hearing.hear_call(request("click", 500, 1000), SCREEN, touch).action, Tap)
    assert not hearing.hear_call(request("deviceInfo"), SCREEN, touch).acts
    assert hearing.look_ahead_call(request("pressKey", "back"), SCREEN, touch).action == Key("BACK")
    assert not hearing.hear_call(b"", SCREEN, touch).acts


KEY_UP = "sendevent /dev/input/event9 1 158 0"


def test_a_line_that_ends_what_came_before_is_heard_anew() -> None:
    screen = replace(SCREEN, nodes=(TouchNode("/dev/input/event2", "panel", 0, 99, 0, 199, None, True),))
    touch = series()
    assert not hearing.acts(hearing.look_ahead(KEY_UP, screen, touch, Scripts()))
    hearing.hear("sendevent /dev/input/event9 1 158 1", screen, touch, Scripts())
    assert not touch.is_idle
    ahead = hearing.look_ahead(KEY_UP, screen, touch, Scripts())
    assert [part.heard.action for part in ahead] == [Key("BACK")]


_WORDS = st.sampled_from(
    ["input", "tap", "1", "2", "keyevent", "4", ";", "&&", "echo", "getprop", "sendevent", "/dev/input/event2", "0",
     "screencap", "-p", "motionevent", "DOWN", "sh", "/x.sh"]
)  # fmt: skip


@given(st.lists(_WORDS, max_size=10).map(" ".join))
def test_what_is_remembered_of_a_line_is_what_is_heard(line: str) -> None:
    scripts = Scripts()
    scripts.pushed("/x.sh", b"input tap 1 2")
    for _ in range(2):
        ahead = hearing.look_ahead(line, SCREEN, series(), scripts)
        assert ahead == hearing.hear(line, SCREEN, series(), scripts)
