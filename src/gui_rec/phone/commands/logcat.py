"""`logcat`: a log that is made from what runs, with a line now and then for those who follow it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._log_buffer import LogEntry
from gui_rec.phone.commands._pause import pause
from gui_rec.phone.commands._say import complain, encode_lines, say
from gui_rec.phone.world.phone import Phone

SYSTEM_PID = 512
FOLLOW_INTERVAL_MS = 1000
_FORMATS = ("threadtime", "time", "brief", "tag", "raw", "long", "process", "thread")
_VALUED = ("-b", "-v", "-t", "-T", "-m", "-e", "-r", "-n", "-f", "--pid", "--buffer", "--format", "--regex")


@dataclass(frozen=True, slots=True)
class LogcatArgs:
    """logcat's options; `follow` is False for -d and -t. `most` lines of the past are shown, all for None."""

    buffers: tuple[str, ...]
    form: str
    follow: bool
    clear: bool
    most: int | None = None


class _UsageError(Exception):
    """A value that logcat refuses."""


def parse_args(args: Sequence[str]) -> LogcatArgs:
    """Read logcat's words. Filters (`TAG:LEVEL`) and a time behind -t or -T let everything through."""
    buffers: list[str] = []
    most: int | None = None
    form, follow, clear, rest = "threadtime", True, False, list(args)
    while rest:
        word, equals, value = rest.pop(0).partition("=")
        if word in _VALUED and not equals:
            if not rest:
                raise _UsageError(f"option requires an argument -- '{word.lstrip('-')}'")
            value = rest.pop(0)
        if word in ("-b", "--buffer"):
            buffers += value.split(",")
        elif word in ("-v", "--format"):
            form = value
        elif word in ("-t", "-T") and value.isascii() and value.isdecimal():
            most = _count(value)
        follow = follow and word not in ("-d", "-t", "-c", "-g", "-S")
        clear = clear or word in ("-c", "--clear")
    if form not in _FORMATS:
        raise _UsageError(f'Invalid parameter "{form}" to -v')
    return LogcatArgs(tuple(buffers) or ("main", "system", "crash"), form, follow, clear, most)


def _count(text: str) -> int:
    """How many lines `-t` or `-T` asks for."""
    if len(text) > 10 or not 0 < int(text) < 1 << 31:
        raise _UsageError(f"-t {text} invalid, must be a positive number of lines")
    return int(text)


def log_line(entry: LogEntry, form: str) -> str:
    """One line in a format of `-v`."""
    stamp = time.strftime("%m-%d %H:%M:%S", time.gmtime(entry.wall_us // 1_000_000))
    stamp += f".{entry.wall_us // 1000 % 1000:03d}"
    if form == "time":
        return f"{stamp} {entry.level}/{entry.tag:<8}({entry.pid:5d}): {entry.text}"
    if form == "brief":
        return f"{entry.level}/{entry.tag:<8}({entry.pid:5d}): {entry.text}"
    if form in ("tag", "raw"):
        return entry.text if form == "raw" else f"{entry.level}/{entry.tag:<8}: {entry.text}"
    return f"{stamp} {entry.pid:5d} {entry.pid:5d} {entry.level} {entry.tag:<8}: {entry.text}"


def entries(phone: Phone, buffer: str) -> list[LogEntry]:
    """What a buffer holds now."""
    now_us = phone.wall_us()
    if buffer == "crash":
        return crash_entries(phone)
    if buffer != "system":
        return [LogEntry(now_us, SYSTEM_PID, "SystemServer", "Entered the Android system server!")]
    return [
        LogEntry(now_us, SYSTEM_PID, "ActivityTaskManager", f"Displayed {package}/{activity}")
        for package, activity, _task in reversed(phone.activities())
    ]


def crash_entries(phone: Phone) -> list[LogEntry]:
    """The last words of the apps that died (the fault `crash-dialog`), each with the moment of its death."""
    return [
        LogEntry(crash.wall_us, crash.pid, "AndroidRuntime", text, "E")
        for crash in phone.crashes()
        for text in (
            "FATAL EXCEPTION: main",
            f"Process: {crash.package}, PID: {crash.pid}",
            "java.lang.IllegalStateException: simulated crash",
            f"\tat {crash.activity}.onResume(Unknown Source:0)",
        )
    ]


def _past(ctx: Context, buffer: str) -> list[LogEntry]:
    logged = ctx.log.entries if buffer == "main" else []
    return [*entries(ctx.phone, buffer), *logged]


async def logcat(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`logcat [-d] [-c] [-b BUFFER] [-v FORMAT] [-t LINES] [-T LINES]`; without -d and -t it goes on until the
    client leaves.
    """
    try:
        wanted = parse_args(args)
    except _UsageError as error:
        await complain(io, f"logcat: {error}")
        return 1
    if wanted.clear:
        ctx.log.clear()
        ctx.phone.clear_crashes()
        return 0
    past = [(buffer, entry) for buffer in wanted.buffers for entry in _past(ctx, buffer)]
    for buffer, of_one in groupby(past[-(wanted.most or 0) :], itemgetter(0)):
        lines = [log_line(entry, wanted.form) for _, entry in of_one]
        await say(io, f"--------- beginning of {buffer}", *lines)
    if wanted.follow:
        await _follow(ctx, wanted, io)
    return 0


async def _follow(ctx: Context, wanted: LogcatArgs, io: Io) -> None:
    """A line each second, so that a client that waits for one can leave; at once what is logged."""
    queue = ctx.log.subscribe() if "main" in wanted.buffers else asyncio.Queue[LogEntry]()
    telling = asyncio.ensure_future(_tell(queue, wanted.form, io))
    try:
        while not telling.done() and await pause(ctx, FOLLOW_INTERVAL_MS):
            queue.put_nowait(
                LogEntry(ctx.phone.wall_us(), SYSTEM_PID, "BatteryService", "update: charging", "D")
            )
    finally:
        ctx.log.unsubscribe(queue)
        telling.cancel()
        await asyncio.wait({telling})
    if not telling.cancelled():
        telling.result()


async def _tell(queue: asyncio.Queue[LogEntry], form: str, io: Io) -> None:
    while True:
        await io.out(encode_lines([log_line(await queue.get(), form)]))
