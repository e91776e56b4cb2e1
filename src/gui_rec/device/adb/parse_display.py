"""Size, density and rotation of the screen, from `wm` and `dumpsys display`.

Facts: AOSP WindowManagerShellCommand and DisplayViewport.toString.
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
_QUARTERS = {"0": 0, "1": 1, "2": 2, "3": 3, "90": 1, "180": 2, "270": 3}


@dataclass(frozen=True, slots=True)
class Viewport:
    """How display 0 is shown. `panel` is the hardware in natural orientation; `unique_id` as text.

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
    sizes = {kind: ScreenSize(int(width), int(height)) for kind, width, height in _SIZE.findall(text)}
    physical = sizes.get("Physical") or sizes.get("Override")
    return None if physical is None else (physical, sizes.get("Override", physical))


def parse_wm_density(text: str) -> int | None:
    """Dots per inch in force: the override, else the physical one."""
    values = {kind: int(value) for kind, value in _DENSITY.findall(text)}
    return values.get("Override", values.get("Physical"))


def parse_viewport(text: str) -> Viewport | None:
    """Display 0's viewport of `dumpsys display`; None where there is none."""
    for body in _VIEWPORT.findall(text):
        fields = dict(re.findall(r"(\w+)=('[^']*'|\w+)", body))
        if fields.get("displayId") == "0" and fields.get("orientation") in ("0", "1", "2", "3"):
            unique = fields.get("uniqueId", "").strip("'").removeprefix("local:")
            return Viewport(int(fields["orientation"]), _panel(fields), unique or None, _frame(body))
    return None


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
