"""The screenshots and hierarchies that the agent itself took: whoever has just looked need not be asked again.

What is no whole PNG, or no hierarchy of a dump that said it had written one, is no look; nor is what may be an older
file: only what was streamed by the same service counts, or a file that was surely made anew and read after that.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field, replace

from gui_rec._clock import Clock
from gui_rec.errors import HierarchyError, ImageError
from gui_rec.recorder.heard.look_place import Place, look_place
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.vision.png import SIGNATURE, check_png, strip_noise

MOST_BYTES = 1 << 26
_MOST_FILES = 16
_XML = re.compile(rb"<\?xml.*</hierarchy>", re.S)
_DUMPED = b"dumped to:"
_NOT_REMOVED = b"rm:"
_FAILED_SHOT = (b"Status: -1", b"Capturing failed", b"Error opening file")
_WHICH_FILE = frozenset("*?[$`\\")


@dataclass(frozen=True, slots=True)
class AgentLook:
    """Something the agent saw: bytes, and between which moments (host monotonic seconds) the device made it."""

    data: bytes
    begun_s: float
    ended_s: float


@dataclass(frozen=True, slots=True)
class Made:
    """A file on the device that a screenshot or a dump has just gone to."""

    path: str
    begun_s: float
    ended_s: float
    is_dump: bool


@dataclass(slots=True)
class Taking:
    """A screenshot or a dump on its way: `hear` its standard output, `complain` what it says beside it.

    `place` is where it goes, None where an older one might be taken for it.
    """

    place: Place | None
    is_dump: bool
    begun_s: float
    output: bytearray = field(default_factory=bytearray)
    complaints: bytearray = field(default_factory=bytearray)

    def hear(self, data: bytes) -> None:
        if len(self.output) <= MOST_BYTES:
            self.output += data

    def complain(self, data: bytes) -> None:
        if len(self.complaints) <= MOST_BYTES:
            self.complaints += data


class Looks:
    """The agent's last screenshot and its last hierarchy since something was sent to the device.

    Of a device of several displays a hierarchy is of whichever had the focus, so none `is_of_one` there.
    """

    def __init__(self, clock: Clock, *, is_of_one: bool = True) -> None:
        self._clock = clock
        self._is_of_one = is_of_one
        self._lock = threading.Lock()
        self._screenshot: AgentLook | None = None
        self._hierarchy: AgentLook | None = None
        self._files: dict[str, Made] = {}
        self._acted_at_s = clock.monotonic_s()

    def screenshot(self) -> AgentLook | None:
        """The last one, if it is a whole picture. Only whoever wants it pays for the check."""
        with self._lock:
            seen = self._screenshot
        png = None if seen is None else _whole_picture(seen.data)
        return None if seen is None or png is None else replace(seen, data=png)

    def hierarchy(self) -> AgentLook | None:
        """The last one, if it parses."""
        with self._lock:
            seen = self._hierarchy
        return None if seen is None or not _parses(seen.data) else seen

    @property
    def has_files(self) -> bool:
        """Whether any look waits in a file."""
        return bool(self._files)

    def acted(self) -> None:
        """Something was sent: what was seen before is the past."""
        with self._lock:
            self._screenshot = self._hierarchy = None
            self._files.clear()
            self._acted_at_s = self._clock.monotonic_s()

    def begin(self, line: str, *, is_dump: bool) -> Taking:
        """The agent asks for a look by this line."""
        self.passes(line)
        return Taking(look_place(line, is_dump=is_dump), is_dump, self._clock.monotonic_s())

    def end(self, taking: Taking, exit_status: int | None = None) -> None:
        """Its output is complete: the look itself, or the file it has gone to. `exit_status` None is not known."""
        place = taking.place
        if place is None or not _went_well(taking, exit_status):
            return
        made = Made(place.path or "", taking.begun_s, self._clock.monotonic_s(), taking.is_dump)
        if place.streams:
            self._keep(bytes(taking.output), made)
        elif place.path is not None:
            with self._lock:
                self._files[place.path] = made
                while len(self._files) > _MOST_FILES:
                    self._files.pop(next(iter(self._files)))

    def passes(self, line: str) -> None:
        """A line that may change the files it names is let through: they are no looks any more."""
        unclear = not _WHICH_FILE.isdisjoint(line)
        with self._lock:
            for path in [path for path in self._files if unclear or path.rpartition("/")[2] in line]:
                del self._files[path]

    def written(self, path: str) -> None:
        """The agent writes a file of its own to the device."""
        with self._lock:
            self._files.pop(path, None)

    def file(self, path: str) -> Made | None:
        """The look in the file, to be asked for when the reading of it begins; None where none is."""
        with self._lock:
            return self._files.get(path)

    def read(self, made: Made, data: bytes) -> None:
        """The agent read the whole file of a look, after it had been made."""
        self._keep(data, made)

    def _keep(self, data: bytes, made: Made) -> None:
        seen = _hierarchy_in(data) if made.is_dump else _picture_in(data)
        if seen is None or (made.is_dump and not self._is_of_one):
            return
        look = AgentLook(seen, made.begun_s, made.ended_s)
        with self._lock:
            if made.begun_s < self._acted_at_s:
                return
            if made.is_dump:
                self._hierarchy = look
            else:
                self._screenshot = look


def _went_well(taking: Taking, exit_status: int | None) -> bool:
    """Whether the command says that it has made what it was asked for."""
    if taking.is_dump:
        said = _XML.sub(b"", bytes(taking.output)) + taking.complaints
        return _DUMPED in said and _NOT_REMOVED not in said
    begins = taking.output.find(SIGNATURE)
    before = taking.output[: begins if begins >= 0 else None] + taking.complaints
    if any(words in before for words in _FAILED_SHOT) or exit_status not in (0, None):
        return False
    assert taking.place is not None
    # Where no status is told, a file counts only of a command that had nothing to say.
    return taking.place.path is None or exit_status == 0 or not before.strip()


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
