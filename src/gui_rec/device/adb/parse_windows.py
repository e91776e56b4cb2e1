"""The visible windows and where they lie, from `dumpsys window windows`.

Facts: AOSP WindowState.dump. Frames stand in `Frames: ... frame=[l,t][r,b]` (API 31 and newer) or in
`mFrame=[l,t][r,b]`; visibility in `isVisible=`, `isOnScreen=` or `isReadyForDisplay()=`, by age. A soft
keyboard's window is as high as the screen; the keys lie in `touchable region=SkRegion((l,t,r,b))`, else
below the top of `mGivenContentInsets=[l,t][r,b]`.
"""

from __future__ import annotations

import re

from gui_rec.device.adb.parse_window_name import parse_window_name
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Window

KEYBOARD = "INPUT_METHOD"
_START = re.compile(r"^\s*Window #\d+ (?=Window\{)", re.MULTILINE)
_FRAME = re.compile(r"(?:\bframe|\bmFrame)=\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_RECT = r"\((-?\d{1,6}),(-?\d{1,6}),(-?\d{1,6}),(-?\d{1,6})\)"
_REGION = re.compile(rf"\btouchable region=SkRegion\(((?:{_RECT})+)\)")
_GIVEN = re.compile(r"\bmGivenContentInsets=\[(\d{1,6}),(\d{1,6})\]\[(\d{1,6}),(\d{1,6})\]")
_TYPE = re.compile(r"\bty=(\w+)")
_PACKAGE = re.compile(r"\bpackage=(\S+)")
_DISPLAY = re.compile(r"\b(?:mDisplayId|displayId)=(\d+)")
_VISIBLE = tuple(
    re.compile(pattern)
    for pattern in (r"\bisVisible=(\w+)", r"\bisOnScreen=(\w+)", r"\bisReadyForDisplay\(\)=(\w+)")
)


def parse_windows(text: str, display: int = 0) -> tuple[Window, ...]:
    """Visible windows of a display in the dump's order, which is topmost first.

    A window that tells no display is one of display 0.
    """
    starts = [match.start() for match in _START.finditer(text)]
    ends = [*starts, len(text)][1:]
    blocks = [text[start:end] for start, end in zip(starts, ends, strict=False)]
    return tuple(window for block in blocks if (window := _window(block, display)) is not None)


def _window(block: str, display: int) -> Window | None:
    name = parse_window_name(block)
    if name is None or not _is_visible(block) or (_first(_DISPLAY, block) or "0") != str(display):
        return None
    frame = _FRAME.search(block)
    bounds = None if frame is None else Rect(*(int(number) for number in frame.groups()))
    package = _first(_PACKAGE, block) or name.package
    kind = _first(_TYPE, block)
    return Window(package, name.title, _keys(bounds, block) if kind == KEYBOARD else bounds, kind)


def _keys(frame: Rect | None, block: str) -> Rect | None:
    """Where a soft keyboard takes touches."""
    region, given = _REGION.search(block), _GIVEN.search(block)
    if region is not None:
        rects = [tuple(int(number) for number in rect) for rect in re.findall(_RECT, region[1])]
        lefts, tops, rights, bottoms = zip(*rects, strict=True)
        return Rect(min(lefts), min(tops), max(rights), max(bottoms))
    if frame is None or given is None:
        return frame
    left, top, right, bottom = (int(number) for number in given.groups())
    return Rect(frame.left + left, frame.top + top, frame.right - right, frame.bottom - bottom)


def _is_visible(block: str) -> bool:
    """By the newest statement in the block; a window that none speaks of is taken as hidden."""
    said = (_first(pattern, block) for pattern in _VISIBLE)
    return next((value == "true" for value in said if value is not None), False)


def _first(pattern: re.Pattern[str], block: str) -> str | None:
    match = pattern.search(block)
    return None if match is None else match[1]
