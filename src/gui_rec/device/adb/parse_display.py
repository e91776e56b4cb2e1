"""Which displays there are, and size, density and rotation of one, from `wm` and `dumpsys`.

Facts: AOSP WindowManagerShellCommand, DisplayViewport.toString, LogicalDisplay.dumpLocked and, for the lines of
`dumpsys SurfaceFlinger --display-id` about virtual displays, captures of scrcpy's on Android 13 and newer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gui_rec.model.geometry import Rect, ScreenSize

_SIZE = re.compile(r"^\s*(Physical|Override) size: (\d{1,5})x(\d{1,5})\s*$", re.MULTILINE)
_DENSITY = re.compile(r"^\s*(Physical|Override) density: (\d{1,4})\s*$", re.MULTILINE)
_VIEWPORT = re.compile(r"DisplayViewport\{([^{}]*)\}")
_FRAME = re.compile(r"\bphysicalFrame=Rect\((-?\d{1,6}), (-?\d{1,6}) - (-?\d{1,6}), (-?\d{1,6})\)")
_TURNED = (
    re.compile(r"\bSurfaceOrientation: (\d)"),
    re.compile(r"\bInputDeviceOrientation: (?:Rotation)?(\d)"),
    re.compile(r"\bmCurrentRotation=ROTATION_(\d+)"),
    re.compile(r"\bmRotation=(?:ROTATION_)?(\d+)"),
)
_LOGICAL = re.compile(r"^ *Display (\d{1,9}):\r?$", re.MULTILINE)
_INFO = re.compile(r"^ *mBaseDisplayInfo=DisplayInfo\{(.*)$", re.MULTILINE)
# Android 10 and older write the number inside the quotes: "Built-in Screen, displayId 0".
_INFO_NAME = re.compile(r'"([^"]*?)(?:, displayId \d+)?"')
_INFO_UNIQUE = re.compile(r'\buniqueId "([^"]+)"')
_VIRTUAL = re.compile(
    r'^Display (\d{1,20}) \(Virtual display\):.*?\bdisplayName="(.*?)"(?: |\r?$)', re.MULTILINE
)
_QUARTERS = {"0": 0, "1": 1, "2": 2, "3": 3, "90": 1, "180": 2, "270": 3}


@dataclass(frozen=True, slots=True)
class Viewport:
    """How a display is shown. `panel` is the hardware in natural orientation; `unique_id` as text.

    `frame` is where on the panel, turned by `rotation`, the picture lies.
    """

    rotation: int
    panel: ScreenSize | None
    unique_id: str | None
    frame: Rect | None = None


def parse_wm_size(text: str) -> tuple[ScreenSize, ScreenSize] | None:
    """(physical, the one in force) in natural orientation; None where there is no such line.

    An override wins for input and screenshots; touch nodes know only the physical size.
    """
    found = {kind: (int(width), int(height)) for kind, width, height in _SIZE.findall(text)}
    # 0x0 is what the window manager says of a display that it does not have.
    sizes = {
        kind: ScreenSize(*size) for kind, size in found.items() if all(0 < side <= 32768 for side in size)
    }
    physical = sizes.get("Physical") or sizes.get("Override")
    return None if physical is None else (physical, sizes.get("Override", physical))


def parse_wm_density(text: str) -> int | None:
    """Dots per inch in force: the override, else the physical one."""
    values = {kind: int(value) for kind, value in _DENSITY.findall(text)}
    return values.get("Override", values.get("Physical"))


@dataclass(frozen=True, slots=True)
class ListedDisplay:
    """A display that there is. `unique_id` is its hardware's, without `local:` where that is on the phone."""

    number: int
    name: str | None = None
    unique_id: str | None = None

    def __str__(self) -> str:
        return str(self.number) if self.name is None else f"{self.number} ({self.name})"


def parse_displays(text: str) -> tuple[ListedDisplay, ...]:
    """The displays that `dumpsys display` tells of, by number."""
    found: dict[int, ListedDisplay] = {}
    for body in _VIEWPORT.findall(text):
        fields = _fields(body)
        number = fields.get("displayId", "")
        if number.isascii() and number.isdigit() and len(number) < 10:
            found[int(number)] = ListedDisplay(int(number), None, _unique(fields))
    starts = list(_LOGICAL.finditer(text))
    ends = [*(match.start() for match in starts), len(text)][1:]
    for start, end in zip(starts, ends, strict=False):
        named = int(start[1])
        found[named] = _listed(named, text[start.end() : end], found.get(named))
    return tuple(found[number] for number in sorted(found))


def _listed(number: int, block: str, known: ListedDisplay | None) -> ListedDisplay:
    info = _INFO.search(block)
    name = None if info is None else _INFO_NAME.match(info[1])
    unique = None if info is None else _INFO_UNIQUE.search(info[1])
    told = unique[1].removeprefix("local:") if unique is not None else None
    return ListedDisplay(
        number,
        None if name is None else name[1] or None,
        told if known is None else known.unique_id or told,
    )


def parse_virtual_ids(text: str) -> dict[str, str]:
    """`dumpsys SurfaceFlinger --display-id`: a virtual display's name -> the id that `screencap -d` takes.

    Android 13 and newer tell it. A name that several displays have is left out: which is which is not told.
    """
    pairs = {(name, number) for number, name in _VIRTUAL.findall(text)}
    names = [name for name, _ in pairs]
    return {name: number for name, number in pairs if names.count(name) == 1}


def parse_viewport(text: str, display: int = 0) -> Viewport | None:
    """A display's viewport of `dumpsys display`; None where there is none."""
    for body in _VIEWPORT.findall(text):
        fields = _fields(body)
        if fields.get("displayId") == str(display) and fields.get("orientation") in ("0", "1", "2", "3"):
            return Viewport(int(fields["orientation"]), _panel(fields), _unique(fields), _frame(body))
    return None


def _fields(viewport: str) -> dict[str, str]:
    """The first of each name counts: an app names its virtual display, and may name it like more fields."""
    return dict(reversed(re.findall(r"(\w+)=('[^']*'|\w+)", viewport)))


def _unique(fields: dict[str, str]) -> str | None:
    return fields.get("uniqueId", "").strip("'").removeprefix("local:") or None


def _frame(viewport: str) -> Rect | None:
    match = _FRAME.search(viewport)
    frame = None if match is None else Rect(*(int(number) for number in match.groups()))
    return None if frame is None or frame.is_empty else frame


def _panel(fields: dict[str, str]) -> ScreenSize | None:
    width, height = fields.get("deviceWidth", ""), fields.get("deviceHeight", "")
    known = width.isdigit() and height.isdigit() and int(width) > 0 and int(height) > 0
    return ScreenSize(int(width), int(height)) if known else None


def parse_rotation(text: str) -> int | None:
    """Quarter turns from `dumpsys input` or `dumpsys window displays`, 0..3; None where not told."""
    for pattern in _TURNED:
        match = pattern.search(text)
        if match is not None and match[1] in _QUARTERS:
            return _QUARTERS[match[1]]
    return None


def user_size(natural: ScreenSize, rotation: int) -> ScreenSize:
    """The size as the user sees it: swapped by odd quarter turns."""
    return ScreenSize(natural.height_px, natural.width_px) if rotation % 2 else natural
