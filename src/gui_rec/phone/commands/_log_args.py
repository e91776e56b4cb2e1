"""The command line of `logcat`, as a pure function (facts: AOSP system/logging, logcat/logcat.cpp)."""

from __future__ import annotations

import re
from calendar import timegm
from collections.abc import Sequence
from dataclasses import dataclass
from time import gmtime

from gui_rec.errors import InputError
from gui_rec.phone.commands._log_buffer import LogEntry
from gui_rec.phone.patterns import BoundedPattern

FORMATS = ("threadtime", "time", "brief", "tag", "raw", "long", "process", "thread")
MODIFIERS = ("year", "usec", "UTC", "zone")
BUFFERS = ("main", "system", "crash", "radio", "events", "kernel")
VALUED = ("-b", "-v", "-t", "-T", "-m", "-e", "--pid", "--buffer", "--format", "--regex", "--max-count")
BARE = ("-d", "-c", "-g", "-s", "--clear", "--dump")
_DEFAULT = ("main", "system", "crash")
_LEVELS = "VDIWEFS"
_MOMENT = re.compile(
    r"(?:(?P<year>\d{4})-)?(?P<month>\d\d)-(?P<day>\d\d) (?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d)(?:\.(?P<part>\d{1,6}))?"
)
_EPOCH = re.compile(r"(\d{1,10})\.(\d{1,6})")


class LogcatUsageError(Exception):
    """A value or an option that logcat refuses."""


@dataclass(frozen=True, slots=True)
class LogcatArgs:
    """logcat's options; `follow` is False for -d and -t. `most` lines of the past are shown, all for None.

    `since_us` is a moment before which nothing is shown. `ends_after` lines (-m). `filters` are (tag, level) with
    `*` for every other tag.
    """

    buffers: tuple[str, ...]
    form: str
    follow: bool
    clear: bool
    most: int | None = None
    since_us: int = 0
    sizes: bool = False
    modifiers: frozenset[str] = frozenset()
    filters: tuple[tuple[str, str], ...] = ()
    pid: int | None = None
    wanted: BoundedPattern[str] | None = None
    ends_after: int | None = None

    def shows(self, entry: LogEntry) -> bool:
        """Whether a line passes the filters. Raises InputError where the pattern tries too many ways."""
        if entry.wall_us < self.since_us or (self.pid is not None and entry.pid != self.pid):
            return False
        if self.wanted is not None and not self.wanted.search(entry.text):
            return False
        levels = dict(self.filters)
        least = levels.get(entry.tag, levels.get("*", "V"))
        return least != "S" and _LEVELS.index(entry.level) >= _LEVELS.index(least)


def parse_args(args: Sequence[str], *, now_us: int = 0) -> LogcatArgs:
    """Read logcat's words. `now_us`, the wall clock, gives a moment without a year its year."""
    read = _Reader(now_us)
    rest = list(args)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if name in VALUED and not equals:
            if not rest:
                raise LogcatUsageError(f"option requires an argument -- '{name.lstrip('-')}'")
            value = rest.pop(0)
        read.word(name, value)
    return read.args()


class _Reader:
    def __init__(self, now_us: int) -> None:
        self._now_us = now_us
        self._buffers: list[str] = []
        self._form = "threadtime"
        self._modifiers: set[str] = set()
        self._filters: list[tuple[str, str]] = []
        self._on: set[str] = set()
        self._most: int | None = None
        self._since_us = 0
        self._pid: int | None = None
        self._wanted: BoundedPattern[str] | None = None
        self._ends_after: int | None = None

    def word(self, name: str, value: str) -> None:
        if name in ("-b", "--buffer"):
            self._add_buffers(value)
        elif name in ("-v", "--format"):
            self._add_formats(value)
        elif name in ("-t", "-T"):
            self._on.add(name)
            self._add_past(name, value)
        elif name in ("-m", "--max-count"):
            self._ends_after = _count(name, value)
        elif name == "--pid":
            self._pid = _count(name, value)
        elif name in ("-e", "--regex"):
            self._wanted = _pattern(value)
        elif name in BARE:
            self._on.add({"--clear": "-c", "--dump": "-d"}.get(name, name))
        elif name.startswith("-"):
            raise LogcatUsageError(f"Unrecognized option '{name}'.")
        else:
            self._filters.append(_filter(name))

    def _add_buffers(self, value: str) -> None:
        for name in value.split(","):
            if name not in (*BUFFERS, "all", "default"):
                raise LogcatUsageError(f"Unknown -b buffer '{name}'.")
            found = {"all": BUFFERS[:-1], "default": _DEFAULT}.get(name, (name,))
            self._buffers += [each for each in found if each not in self._buffers]

    def _add_formats(self, value: str) -> None:
        for name in value.split(","):
            if name in MODIFIERS:
                self._modifiers.add(name)
            elif name in FORMATS:
                self._form = name
            else:
                raise LogcatUsageError(f'Invalid parameter "{name}" to -v.')

    def _add_past(self, name: str, value: str) -> None:
        if value.isascii() and value.isdecimal():
            self._most = _count(name, value)
            return
        since_us = moment_us(value, self._now_us)
        if since_us is None:
            raise LogcatUsageError(f"{name} '{value}' not in time format.")
        self._since_us = since_us

    def args(self) -> LogcatArgs:
        filters = self._filters
        if "-s" in self._on and all(tag != "*" for tag, _ in filters):
            filters = [*filters, ("*", "S")]
        return LogcatArgs(
            tuple(self._buffers) or _DEFAULT,
            self._form,
            follow=self._on.isdisjoint({"-d", "-t", "-c", "-g"}),
            clear="-c" in self._on,
            most=self._most,
            since_us=self._since_us,
            sizes="-g" in self._on,
            modifiers=frozenset(self._modifiers),
            filters=tuple(filters),
            pid=self._pid,
            wanted=self._wanted,
            ends_after=self._ends_after,
        )


def _count(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or not 0 < int(text) < 1 << 31:
        raise LogcatUsageError(f"{name} {text[:40]} invalid, must be a positive number")
    return int(text)


def _pattern(text: str) -> BoundedPattern[str]:
    try:
        return BoundedPattern(text)
    except InputError as error:
        raise LogcatUsageError(f"-e {text[:100]!r}: {error}") from error


def _filter(text: str) -> tuple[str, str]:
    tag, colon, level = text.rpartition(":")
    if not colon:
        return (text, "V")
    if len(level) != 1 or level.upper() not in (*_LEVELS, "*"):
        raise LogcatUsageError(f"Invalid filter expression '{text}'.")
    return (tag or "*", "V" if level == "*" else level.upper())


def moment_us(text: str, now_us: int) -> int | None:
    """`[YYYY-]MM-DD hh:mm:ss[.mmm]` or seconds since 1970 with a fraction, in microseconds; None for anything else."""
    epoch = _EPOCH.fullmatch(text)
    if epoch is not None:
        return int(epoch[1]) * 1_000_000 + int(epoch[2].ljust(6, "0"))
    found = _MOMENT.fullmatch(text)
    if found is None:
        return None
    year = int(found["year"] or gmtime(now_us // 1_000_000).tm_year)
    month, day, hour, minute, second = (int(found[name]) for name in ("month", "day", "h", "m", "s"))
    if not (
        year >= 1970 and 1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60 and second < 61
    ):
        return None
    part = int((found["part"] or "0").ljust(6, "0"))
    return timegm((year, month, day, hour, minute, second)) * 1_000_000 + part
