"""A line that takes a screenshot or a hierarchy -> where that goes, if what comes of it cannot be an older one. Pure.

Android's `uiautomator dump FILE` says that it has dumped where it could not write, too, and then an older file is still
there. So a file counts where the same line removed it first, or where a screenshot's own exit status speaks for it. A
line that is more than the removing, the taking, the reading and plain words is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from gui_rec.recorder.heard.grammar import parse
from gui_rec.recorder.heard.syntax import Item, Link, Simple
from gui_rec.recorder.heard.words import UntellableError

_STREAMS = frozenset(["/dev/tty", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
_DEFAULT_DUMP = "/sdcard/window_dump.xml"  # AOSP cmds/uiautomator, DumpCommand
_HARMLESS_TARGETS = frozenset(["/dev/null", "1"])
_PLAIN_WORDS = re.compile(r"[\w .,:=-]{0,80}")
_FORCED = frozenset(["-f", "-rf", "-fr"])


@dataclass(frozen=True, slots=True)
class Place:
    """Where a look goes: `path` on the device, where it can be read afterwards; standard output where `streams`.

    `is_removed` says that the line removed the file before.
    """

    path: str | None
    streams: bool
    is_removed: bool = False


class _UnsureError(Exception):
    """What comes of the line may be an older one."""


@lru_cache(maxsize=64)
def look_place(line: str, *, is_dump: bool) -> Place | None:
    """Where the line's look goes; None where an older one might be taken for it."""
    reading = _Reading(is_dump)
    try:
        for item in parse(line):
            reading.take(item)
    except (UntellableError, _UnsureError):
        return None
    return reading.place()


def read_file(line: str) -> str | None:
    """The one file that `cat FILE` prints; None for any other line."""
    try:
        items = parse(line)
        words, targets = _words(items[0]) if len(items) == 1 else ([], [])
    except (UntellableError, _UnsureError):
        return None
    if targets or len(words) != 2 or words[0] != "cat" or not words[1].startswith("/"):
        return None
    return words[1]


@dataclass(slots=True)
class _Reading:
    """The commands of a line, one by one."""

    is_dump: bool
    removed: set[str] = field(default_factory=set)
    taken: bool = False
    path: str | None = None
    streams: bool = False

    def take(self, item: Item) -> None:
        words, targets = _words(item)
        name, rest = words[0].removeprefix("/system/bin/"), words[1:]
        if item.link is Link.OR:
            raise _UnsureError
        if self.taken and not self.is_dump and item.link is not Link.AND:
            raise _UnsureError  # the line's status would be another command's
        if name == "rm":
            self._remove(item.link, rest, targets)
        elif name == ("uiautomator" if self.is_dump else "screencap"):
            self._look(rest, targets)
        elif name == "cat":
            self._print(rest, targets)
        elif name not in ("echo", "sleep", "true") or not _PLAIN_WORDS.fullmatch(" ".join(rest)) or targets:
            raise _UnsureError

    def place(self) -> Place | None:
        if not self.taken or not (self.streams or self.path):
            return None
        is_removed = self.path in self.removed
        if self.is_dump and self.path is not None and not is_removed:
            return None
        return Place(self.path, self.streams, is_removed)

    def _remove(self, link: Link, words: Sequence[str], targets: Sequence[str]) -> None:
        paths = [word for word in words if not word.startswith("-")]
        options = {word for word in words if word.startswith("-")}
        # Behind `&&` it may not happen; what it complains of must be heard.
        if self.taken or link is Link.AND or targets or not options <= _FORCED:
            raise _UnsureError
        self.removed.update(paths)

    def _look(self, words: Sequence[str], targets: Sequence[str]) -> None:
        path = _dumps_to(words) if self.is_dump else _captures_to(words)
        if self.taken or not set(targets) <= _HARMLESS_TARGETS or (targets and path and not self.is_dump):
            raise _UnsureError
        self.taken = True
        self.path, self.streams = path, path is None

    def _print(self, words: Sequence[str], targets: Sequence[str]) -> None:
        if targets or self.path is None or self.streams or list(words) != [self.path]:
            raise _UnsureError
        self.streams = True


def _words(item: Item) -> tuple[list[str], list[str]]:
    """One plain command's words and where it is redirected to. Raises _UnsureError for anything else."""
    command = item.commands[0]
    if item.background or len(item.commands) != 1 or not isinstance(command, Simple):
        raise _UnsureError
    values = [word.value for word in command.words]
    targets = [word.value for word in command.targets]
    if not values or command.assignments or command.redirects_input or None in values or None in targets:
        raise _UnsureError
    return [value or "" for value in values], [target or "" for target in targets]


def _dumps_to(words: Sequence[str]) -> str | None:
    """The file of `uiautomator dump [FILE]`; None for the standard output. With options it is another tree than ours."""
    if words[:1] != ["dump"] or len(words) > 2 or words[-1].startswith("-"):
        raise _UnsureError
    path = words[1] if len(words) == 2 else _DEFAULT_DUMP
    return _absolute(None if path in _STREAMS else path)


def _captures_to(words: Sequence[str]) -> str | None:
    """The file of `screencap -p [FILE]`; None for the standard output."""
    rest = [word for word in words if word != "-p"]
    rest = rest[2:] if rest[:2] == ["-d", "0"] else rest
    if len(rest) > 1 or (rest and rest[0].startswith("-")):
        raise _UnsureError
    return _absolute(rest[0] if rest else None)


def _absolute(path: str | None) -> str | None:
    if path is not None and not path.startswith("/"):
        raise _UnsureError
    return path
