"""One display's hierarchy out of `uiautomator dump --windows`, which holds every window of every display.

Facts: AOSP AccessibilityNodeInfoDumper.dumpWindowsToFile (Android 11 and newer): `displays`, `display id="0"`,
`window` topmost first, and in each that has no windows of its own a `hierarchy` as a plain dump has it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from gui_rec.errors import HierarchyError
from gui_rec.ui.clean_xml import decode, sanitise, skip_noise
from gui_rec.ui.parse import MAX_DEPTH

_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_APPLICATION = ("TYPE_APPLICATION", "1")


def part_of_display(xml: str | bytes, display: int) -> str:
    """What a plain dump of `display` would be: the hierarchy of its active window, as it was sent.

    Android calls one window active on all displays together, so on another display it is the focused one, else the
    topmost of an app, else the topmost. Raises HierarchyError `dump_null_root` where the display has no window,
    `xml_unknown_dialect` for a dump of one window, which cannot tell whose it is, `xml_malformed`.
    """
    text = decode(xml)[0]
    try:
        return _part(skip_noise(text), display)
    except (expat.ExpatError, UnicodeEncodeError):
        text = sanitise(skip_noise(text))[0]
    try:
        return _part(text, display)
    except expat.ExpatError as error:
        raise HierarchyError(
            "xml_malformed",
            f"hierarchy: expected well-formed XML, got {expat.ErrorString(error.code)} at line {error.lineno}",
        ) from error


def _part(text: str, display: int) -> str:
    data = text.encode()
    reader = _Reader(str(display))
    reader.read(data)
    if not reader.found:
        raise HierarchyError("dump_null_root", f"hierarchy: no window of display {display} has one now")
    best = min(reader.found, key=lambda window: window.rank)
    return _HEAD + data[best.start : best.end].decode()


@dataclass(frozen=True, slots=True)
class _Found:
    """Where a window's hierarchy lies in the bytes; the lowest rank is the window to take."""

    rank: int
    start: int
    end: int


@dataclass(slots=True)
class _Reader:
    """Receives expat's events and keeps the hierarchies of one display in their order."""

    display: str
    found: list[_Found] = field(default_factory=list)
    _parser: expat.XMLParserType = field(default_factory=lambda: expat.ParserCreate("utf-8"))
    _data: bytes = b""
    _open: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    _start: int = 0
    _began: bool = False

    def read(self, data: bytes) -> None:
        """All of it; what follows the end of `displays` is for nobody."""
        self._data = data
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._finish
        self._parser.StartDoctypeDeclHandler = _forbid
        self._parser.EntityDeclHandler = _forbid
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError:
            if self._open or not self._began:
                raise

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._open and tag != "displays":
            raise HierarchyError(
                "xml_unknown_dialect",
                f"hierarchy: expected the windows of all displays (<displays>, Android 11 and newer), got <{tag[:60]}>",
            )
        if len(self._open) >= 2 * MAX_DEPTH:
            raise HierarchyError("xml_too_large", f"hierarchy: expected at most {MAX_DEPTH} levels, got more")
        self._began = True
        if tag == "hierarchy":
            self._start = self._parser.CurrentByteIndex
        self._open.append((tag, attributes))

    def _finish(self, tag: str) -> None:
        self._open.pop()
        if tag != "hierarchy" or not self._is_of_display():
            return
        end = self._data.index(b">", self._parser.CurrentByteIndex) + 1
        self.found.append(_Found(self._rank(), self._start, end))

    def _is_of_display(self) -> bool:
        return any(tag == "display" and found.get("id") == self.display for tag, found in self._open)

    def _rank(self) -> int:
        """A window inside another one is what that one is."""
        windows = [found for tag, found in self._open if tag == "window"]
        for rank, name in enumerate(("active", "focused")):
            if any(window.get(name) == "true" for window in windows):
                return rank
        is_app = bool(windows) and windows[-1].get("type") in _APPLICATION
        return 2 if is_app else 3


def _forbid(*_: object) -> None:
    raise HierarchyError(
        "xml_forbidden", "hierarchy: expected plain XML, got a DOCTYPE or entity declaration"
    )
