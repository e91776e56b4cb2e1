from __future__ import annotations

import asyncio
import re

import pytest
from phone_commands import SHOP, MemoryIo, make_context, run

from gui_rec.phone.commands import logcat as module
from gui_rec.phone.commands._log_buffer import LogEntry
from gui_rec.phone.commands.logcat import LogcatArgs, log_line, logcat, parse_args

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


def test_arguments() -> None:
    assert parse_args(["-b", "main,crash", "-v", "time", "-d", "*:S"]) == LogcatArgs(
        ("main", "crash"), "time", follow=False, clear=False
    )
    assert parse_args(["--buffer=crash", "-t", "5"]) == LogcatArgs(
        ("crash",), "threadtime", follow=False, clear=False, most=5
    )
    since = parse_args(["-T", "04-22 21:34:20.664"])
    assert (since.follow, since.most) == (True, None)
    assert parse_args([]).follow


@pytest.mark.parametrize("lines", [1, 2, 99])
def test_the_newest_lines_alone(lines: int) -> None:
    ctx, _ = make_context()
    ctx.phone.launch(SHOP)
    run(ctx, "log", "hello")
    everything = run(ctx, "logcat", "-b", "system,main", "-v", "tag", "-d").lines
    said = run(ctx, "logcat", "-b", "system,main", "-v", "tag", "-t", str(lines)).lines
    newest = [line for line in everything if not line.startswith("-")][-lines:]
    assert [line for line in said if not line.startswith("-")] == newest
    assert said[0] == ("--------- beginning of main" if lines < 3 else "--------- beginning of system")


@pytest.mark.parametrize("words", [("-v", "nice"), ("-b",), ("-t", "0"), ("-T", "9" * 5000)])
def test_values_it_refuses(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "logcat", *words)
    assert (ran.status, ran.raw) == (1, b"")
    assert ran.err.startswith("logcat: ")
