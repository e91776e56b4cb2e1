"""`logcat`: what the system and the programs of the phone have logged, with a line now and then for those who follow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._log_args import LogcatArgs, LogcatUsageError, parse_args
from gui_rec.phone.commands._log_buffer import LogEntry
from gui_rec.phone.commands._pause import pause
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.world.phone import Phone

SYSTEM_PID = 512
FOLLOW_INTERVAL_MS = 1000
_POLL_MS = 100
_TURN_S = 0.01
"""What a pattern takes of the processor before the rest of the phone has its turn."""
_LINES_AT_ONCE = 200
_SIZE = "ring buffer is 256 KiB (4 KiB consumed), max entry is 5120 B, max payload is 4068 B"


def log_line(entry: LogEntry, form: str, modifiers: frozenset[str] = frozenset()) -> str:
    """One line in a format of `-v` (facts: AOSP liblog, logprint.cpp)."""
    pid, level, tag, text = entry.pid, entry.level, entry.tag, entry.text
    stamp = _stamp(entry.wall_us, modifiers)
    return {
        "threadtime": f"{stamp} {pid:5d} {pid:5d} {level} {tag:<8}: {text}",
        "time": f"{stamp} {level}/{tag:<8}({pid:5d}): {text}",
        "brief": f"{level}/{tag:<8}({pid:5d}): {text}",
        "tag": f"{level}/{tag:<8}: {text}",
        "raw": text,
        "long": f"[ {stamp} {pid:5d}:{pid:5d} {level}/{tag:<8} ]\n{text}\n",
        "process": f"{level}({pid:5d}) {text}  ({tag})",
        "thread": f"{level}({pid:5d}:{pid:5d}) {text}",
    }[form]


def _stamp(wall_us: int, modifiers: frozenset[str]) -> str:
    day = "%Y-%m-%d" if "year" in modifiers else "%m-%d"
    stamp = time.strftime(f"{day} %H:%M:%S", time.gmtime(wall_us // 1_000_000))
    part = wall_us % 1_000_000
    stamp += f".{part:06d}" if "usec" in modifiers else f".{part // 1000:03d}"
    return f"{stamp} +0000" if "zone" in modifiers else stamp


def entries(phone: Phone, buffer: str) -> list[LogEntry]:
    """What a buffer holds of the system's, each line with the moment of what it tells."""
    if buffer == "crash":
        return crash_entries(phone)
    return [
        LogEntry(line.wall_us, SYSTEM_PID, line.tag, line.text)
        for line in phone.log()
        if line.buffer == buffer
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


def _past(ctx: Context, wanted: LogcatArgs) -> list[tuple[str, LogEntry]]:
    """All lines of the buffers, by their time; those of one moment as the buffers come."""
    found = []
    for buffer in wanted.buffers:
        logged = ctx.log.entries if buffer == "main" else []
        found += [(buffer, entry) for entry in (*entries(ctx.phone, buffer), *logged)]
    return sorted(found, key=lambda pair: pair[1].wall_us)


async def _shown(wanted: LogcatArgs, found: Sequence[tuple[str, LogEntry]]) -> list[tuple[str, LogEntry]]:
    """The lines that pass the filters; the rest of the phone has its turns meanwhile."""
    shown = []
    for number, (buffer, entry) in enumerate(found):
        if number % _LINES_AT_ONCE == 0 or (wanted.wanted is not None and wanted.wanted.spent_s > _TURN_S):
            await asyncio.sleep(0)
            if wanted.wanted is not None:
                wanted.wanted.rest()
        if wanted.shows(entry):
            shown.append((buffer, entry))
    return shown


class _Printer:
    """Prints lines, each buffer announced when it is first seen and when it comes again."""

    def __init__(self, wanted: LogcatArgs, io: Io) -> None:
        self._wanted = wanted
        self._io = io
        self._announced: set[str] = set()
        self._last: str | None = None
        self._left = wanted.ends_after

    @property
    def has_ended(self) -> bool:
        return self._left == 0

    async def show(self, buffer: str, entry: LogEntry) -> None:
        if self.has_ended:
            return
        head = []
        if buffer != self._last:
            word = "switch to" if buffer in self._announced else "beginning of"
            head = [f"--------- {word} {buffer}"]
            self._announced.add(buffer)
            self._last = buffer
        await say(self._io, *head, log_line(entry, self._wanted.form, self._wanted.modifiers))
        self._left = None if self._left is None else self._left - 1


async def logcat(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`logcat [-d] [-c] [-g] [-s] [-b BUFFER] [-v FORMAT] [-t LINES|TIME] [-T LINES|TIME] [-m N] [-e REGEX] [--pid=N]
    [TAG:LEVEL ...]`; without -d and -t it goes on until the client leaves.
    """
    try:
        wanted = parse_args(args, now_us=ctx.phone.wall_us())
    except LogcatUsageError as error:
        await complain(io, f"logcat: {error}")
        return 1
    if wanted.clear:
        _clear(ctx, wanted)
        return 0
    if wanted.sizes:
        await say(io, *(f"{buffer}: {_SIZE}" for buffer in wanted.buffers))
        return 0
    printer = _Printer(wanted, io)
    # The subscription stands before the past is read, and what is in both is shown once.
    queue = ctx.log.subscribe()
    try:
        past, seen = _past(ctx, wanted), _held(ctx, wanted)
        while not queue.empty():
            queue.get_nowait()
        for buffer, entry in (await _shown(wanted, past))[-(wanted.most or 0) :]:
            await printer.show(buffer, entry)
        if wanted.follow:
            await _follow(ctx, wanted, queue, printer, seen)
    finally:
        ctx.log.unsubscribe(queue)
    return 0


def _held(ctx: Context, wanted: LogcatArgs) -> dict[str, int]:
    """How many of the system's lines each buffer has."""
    return {buffer: len(entries(ctx.phone, buffer)) for buffer in wanted.buffers}


def _clear(ctx: Context, wanted: LogcatArgs) -> None:
    for buffer in wanted.buffers:
        ctx.phone.clear_log(buffer)
    if "main" in wanted.buffers:
        ctx.log.clear()
    if "crash" in wanted.buffers:
        ctx.phone.clear_crashes()


async def _follow(
    ctx: Context,
    wanted: LogcatArgs,
    queue: asyncio.Queue[LogEntry],
    printer: _Printer,
    seen: dict[str, int],
) -> None:
    """What is logged from now on; and a line each second, so that a client that waits for one can leave."""
    loop = asyncio.get_running_loop()
    next_s = loop.time() + FOLLOW_INTERVAL_MS / 1000
    while not printer.has_ended and await pause(ctx, min(FOLLOW_INTERVAL_MS, _POLL_MS)):
        fresh = []
        for buffer in wanted.buffers:
            held = entries(ctx.phone, buffer)
            # A buffer that was cleared meanwhile begins anew.
            start = seen[buffer] if len(held) >= seen[buffer] else 0
            fresh += [(buffer, entry) for entry in held[start:]]
            seen[buffer] = len(held)
        while not queue.empty():
            fresh.append(("main", queue.get_nowait()))
        if loop.time() >= next_s:
            next_s += FOLLOW_INTERVAL_MS / 1000
            beat = LogEntry(ctx.phone.wall_us(), SYSTEM_PID, "BatteryService", "update: charging", "D")
            fresh.append((wanted.buffers[0], beat))
        fresh = [pair for pair in fresh if pair[0] in wanted.buffers]
        for buffer, entry in await _shown(wanted, sorted(fresh, key=lambda pair: pair[1].wall_us)):
            await printer.show(buffer, entry)
