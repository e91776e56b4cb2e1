"""The screenshots and hierarchies that the agent itself took: whoever has just looked need not be asked again.

Content alone counts: what is no whole PNG, or no hierarchy of a dump that said it had written one, is no look.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field, replace

from gui_rec._clock import Clock
from gui_rec.errors import HierarchyError, ImageError
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.vision.png import SIGNATURE, check_png, strip_noise

MOST_BYTES = 1 << 26
_MOST_FILES = 16
_XML = re.compile(rb"<\?xml.*</hierarchy>", re.S)
_PATH = re.compile(r"(?:/[\w.@%+-]+)+")
_DUMPED = b"dumped to:"


@dataclass(frozen=True, slots=True)
class Look:
    """Something the agent saw: bytes, and between which moments (host monotonic seconds) the device made it."""

    data: bytes
    begun_s: float
    ended_s: float


@dataclass(frozen=True, slots=True)
class _Made:
    """A file on the device that a screenshot or a dump has just gone to."""

    begun_s: float
    ended_s: float
    is_dump: bool


@dataclass(slots=True)
class Taking:
    """A screenshot or a dump on its way: `hear` its standard output."""

    line: str
    is_dump: bool
    begun_s: float
    output: bytearray = field(default_factory=bytearray)

    def hear(self, data: bytes) -> None:
        if len(self.output) <= MOST_BYTES:
            self.output += data


class Looks:
    """The agent's last screenshot and its last hierarchy since something was sent to the device."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._screenshot: Look | None = None
        self._hierarchy: Look | None = None
        self._files: dict[str, _Made] = {}
        self._acted_at_s = clock.monotonic_s()

    def screenshot(self) -> Look | None:
        """The last one, if it is a whole picture. Only whoever wants it pays for the check."""
        with self._lock:
            seen = self._screenshot
        png = None if seen is None else _whole_picture(seen.data)
        return None if seen is None or png is None else replace(seen, data=png)

    def hierarchy(self) -> Look | None:
        """The last one, if it parses."""
        with self._lock:
            seen = self._hierarchy
        return None if seen is None or not _parses(seen.data) else seen

    def acted(self) -> None:
        """Something was sent: what was seen before is the past."""
        with self._lock:
            self._screenshot = self._hierarchy = None
            self._files.clear()
            self._acted_at_s = self._clock.monotonic_s()

    def begin(self, line: str, *, is_dump: bool) -> Taking:
        """The agent asks for a look by this line."""
        return Taking(line, is_dump, self._clock.monotonic_s())

    def end(self, taking: Taking) -> None:
        """Its output is complete: the look itself, or the names of the files it may have gone to."""
        made = _Made(taking.begun_s, self._clock.monotonic_s(), taking.is_dump)
        output = bytes(taking.output)
        if self._keep(output, made):
            return
        if taking.is_dump and _DUMPED not in output:
            return  # an older file would be taken for this dump's
        with self._lock:
            for path in _PATH.findall(taking.line):
                self._files[path] = made
            while len(self._files) > _MOST_FILES:
                self._files.pop(next(iter(self._files)))

    def read(self, path: str, data: bytes) -> None:
        """The agent read a whole file from the device."""
        with self._lock:
            made = self._files.pop(path, None)
        if made is not None:
            self._keep(data, made)

    def _keep(self, data: bytes, made: _Made) -> bool:
        seen = _hierarchy_in(data) if made.is_dump else _picture_in(data)
        if seen is None:
            return False
        look = Look(seen, made.begun_s, made.ended_s)
        with self._lock:
            if made.begun_s < self._acted_at_s:
                return True
            if made.is_dump:
                self._hierarchy = look
            else:
                self._screenshot = look
        return True


def _picture_in(data: bytes) -> bytes | None:
    return data if SIGNATURE in data else None


def _hierarchy_in(data: bytes) -> bytes | None:
    found = _XML.search(data)
    return None if found is None else found[0]


def _whole_picture(data: bytes) -> bytes | None:
    try:
        png, _noise = strip_noise(data)
        check_png(png)
    except ImageError:
        return None
    return png


def _parses(data: bytes) -> bool:
    try:
        parse_hierarchy(data.decode("utf-8", "replace"))
    except HierarchyError:
        return False
    return True
