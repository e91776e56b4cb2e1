from __future__ import annotations

import asyncio
import re

import pytest
from phone_commands import SHOP, MemoryIo, make_context, run

from gui_rec.phone.commands import logcat as module
from gui_rec.phone.commands._log_buffer import LogEntry
from gui_rec.phone.commands.logcat import log_line, logcat

# 2024-04-22 21:34:20.664 UTC
ENTRY = LogEntry(1713821660664000, 2977, "AndroidRuntime", "FATAL EXCEPTION: main", "E")


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("threadtime", "04-22 21:34:20.664  2977  2977 E AndroidRuntime: FATAL EXCEPTION: main"),
        ("time", "04-22 21:34:20.664 E/AndroidRuntime( 2977): FATAL EXCEPTION: main"),
        ("brief", "E/AndroidRuntime( 2977): FATAL EXCEPTION: main"),
        ("tag", "E/AndroidRuntime: FATAL EXCEPTION: main"),
        ("raw", "FATAL EXCEPTION: main"),
        ("process", "E( 2977) FATAL EXCEPTION: main  (AndroidRuntime)"),
        ("thread", "E( 2977: 2977) FATAL EXCEPTION: main"),
        ("long", "[ 04-22 21:34:20.664  2977: 2977 E/AndroidRuntime ]\nFATAL EXCEPTION: main\n"),
    ],
)
def test_lines_by_format(form: str, expected: str) -> None:
    assert log_line(ENTRY, form) == expected


def test_dump_and_end() -> None:
    ctx, _ = make_context()
    ctx.phone.launch(SHOP)
    lines = run(ctx, "logcat", "-d").lines
    assert lines[0] == "--------- beginning of main"
    assert "--------- beginning of system" in lines
    assert any(f"Displayed {SHOP}/" in line for line in lines)
    stamped = [line for line in lines if not line.startswith("-")]
    assert all(re.match(r"\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ \w ", line) for line in stamped)


def test_an_empty_buffer_prints_nothing_and_clearing_neither() -> None:
    ctx, _ = make_context()
    assert run(ctx, "logcat", "-b", "crash", "-d").raw == b""
    assert run(ctx, "logcat", "-c").raw == b""


def test_a_crash_is_in_its_buffer() -> None:
    ctx, _ = make_context(faults=("crash-dialog",))
    ctx.phone.launch(SHOP)
    pid = ctx.phone.pid(SHOP)
    lines = run(ctx, "logcat", "-b", "crash", "-d").lines
    assert lines[0] == "--------- beginning of crash"
    assert lines[1].endswith(f" {pid:5d} {pid:5d} E AndroidRuntime: FATAL EXCEPTION: main")
    assert lines[2].endswith(f"Process: {SHOP}, PID: {pid}")
    assert "\tat " in lines[4]


def test_following_emits_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FOLLOW_INTERVAL_MS", 1)
    ctx, _ = make_context()

    def leave_after_two(io: MemoryIo) -> None:
        if io.stdout.count(b"BatteryService") >= 2:
            ctx.closed.set()

    streams = MemoryIo(on_out=leave_after_two)
    assert asyncio.run(logcat(ctx, ["-v", "time"], streams)) == 0
    assert streams.stdout.count(b"BatteryService") == 2


@pytest.mark.parametrize("lines", [1, 2, 99])
def test_the_newest_lines_alone(lines: int) -> None:
    ctx, clock = make_context()
    ctx.phone.launch(SHOP)
    clock.advance(1)
    run(ctx, "log", "hello")
    everything = run(ctx, "logcat", "-v", "tag", "-d").lines
    said = run(ctx, "logcat", "-v", "tag", "-t", str(lines)).lines
    newest = [line for line in everything if not line.startswith("-")][-lines:]
    assert [line for line in said if not line.startswith("-")] == newest
    assert said[0] == ("--------- beginning of system" if lines == 2 else "--------- beginning of main")


@pytest.mark.parametrize(
    "words", [("-v", "nice"), ("-b",), ("-t", "0"), ("-T", "9" * 5000), ("-b", "x"), ("-S",), ("-e", "(")]
)
def test_values_it_refuses(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "logcat", *words)
    assert (ran.status, ran.raw) == (1, b"")
    assert ran.err.startswith("logcat: ")


def test_a_line_carries_the_moment_of_what_it_tells() -> None:
    ctx, clock = make_context()
    clock.advance(5)
    ctx.phone.launch(SHOP)
    clock.advance(100)
    (line,) = [line for line in run(ctx, "logcat", "-d").lines if SHOP in line]
    assert line.startswith("11-14 22:13:25.000 ")
    clock.advance(3600)
    assert line in run(ctx, "logcat", "-d").lines


def test_lines_of_all_buffers_stand_in_the_order_of_time() -> None:
    ctx, clock = make_context()
    for seconds, package in ((1, SHOP), (2, "com.android.settings")):
        clock.advance(seconds)
        ctx.phone.launch(package)
        run(ctx, "log", f"after {package}")
    lines = run(ctx, "logcat", "-d", "-v", "time").lines
    stamped = [line[:18] for line in lines if not line.startswith("-")]
    assert stamped == sorted(stamped)
    assert [line for line in lines if line.startswith("-")][:3] == [
        "--------- beginning of main",
        "--------- beginning of system",
        "--------- switch to main",
    ]


def test_every_activity_that_comes_to_the_front_is_logged_once() -> None:
    ctx, _ = make_context()
    for _ in range(2):
        ctx.phone.launch(SHOP)
        ctx.phone.key("HOME")
    said = run(ctx, "logcat", "-d", "-b", "system", "-v", "raw").lines[1:]
    assert [line.split("/")[0] for line in said] == [
        "Displayed com.android.launcher3",
        f"Displayed {SHOP}",
        "Displayed com.android.launcher3",
        f"Displayed {SHOP}",
        "Displayed com.android.launcher3",
    ]


def test_what_was_before_a_moment_is_left_out() -> None:
    ctx, clock = make_context()
    clock.advance(60)
    ctx.phone.launch(SHOP)
    for since in ("11-14 22:14:00.000", "2023-11-14 22:14:00.0", "1700000040.000"):
        lines = run(ctx, "logcat", "-t", since, "-v", "raw").lines
        assert [line.split("/")[0] for line in lines[1:]] == [f"Displayed {SHOP}"]


def test_clearing_clears_the_buffers_that_are_named() -> None:
    ctx, _ = make_context(faults=("crash-dialog",))
    ctx.phone.launch(SHOP)
    run(ctx, "log", "hello")
    assert run(ctx, "logcat", "-b", "system", "-c").raw == b""
    assert run(ctx, "logcat", "-d", "-b", "system").raw == b""
    assert "hello" in run(ctx, "logcat", "-d").out
    assert "FATAL" in run(ctx, "logcat", "-d").out
    run(ctx, "logcat", "--clear")
    assert run(ctx, "logcat", "-d").raw == b""


def test_filters_choose_by_tag_level_process_and_text() -> None:
    ctx, _ = make_context()
    for level, tag, text in (("d", "a", "one"), ("e", "a", "two"), ("w", "b", "three")):
        run(ctx, "log", "-p", level, "-t", tag, text)

    def said(*words: str) -> list[str]:
        lines = run(ctx, "logcat", "-d", "-b", "main", "-v", "raw", *words).lines
        return [line for line in lines if not line.startswith("-") and "Android" not in line]

    assert said() == ["one", "two", "three"]
    assert said("a:E", "*:S") == ["two"]
    assert said("-s", "b") == ["three"]
    assert said("*:W") == ["two", "three"]
    assert said("-e", "t[wh]") == ["two", "three"]
    assert said("--pid=2000", "-m", "2") == ["one", "two"]
    assert said("--pid=1") == []


def test_sizes_and_stamps() -> None:
    ctx, _ = make_context()
    assert [line.split(":")[0] for line in run(ctx, "logcat", "-g").lines] == ["main", "system", "crash"]
    (line,) = run(ctx, "logcat", "-d", "-b", "main", "-v", "time,year,usec,zone").lines[1:]
    assert line.startswith("2023-11-14 22:13:20.000000 +0000 I/SystemServer")


def test_those_who_follow_are_told_at_once_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_POLL_MS", 1)
    ctx, _ = make_context()

    def go_on(io: MemoryIo) -> None:
        if io.stdout.count(b"Displayed") == 1:
            ctx.phone.launch(SHOP)
        else:
            ctx.closed.set()

    streams = MemoryIo(on_out=go_on)
    assert asyncio.run(logcat(ctx, ["-b", "system", "-v", "raw"], streams)) == 0
    assert streams.stdout.count(f"Displayed {SHOP}/".encode()) == 1


def test_a_number_of_lines_ends_those_who_follow() -> None:
    ctx, _ = make_context()
    assert run(ctx, "logcat", "-m", "1", "-v", "raw").lines == [
        "--------- beginning of main",
        "Entered the Android system server!",
    ]
