"""The numbers in a command -> places. Pixels are of the screen as the user sees it.

A touch at a fraction of a pixel lies in the pixel it is in, so numbers are cut, not rounded.
"""

from __future__ import annotations

import math
import re

from gui_rec.model.geometry import Point, PxPoint, ScreenSize, to_unit

_JAVA_FLOAT = re.compile(r"[+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})(?:[eE][+-]?\d{1,2})?[fFdD]?")
_JAVA_INT = re.compile(r"[+-]?\d{1,10}")
_INT_END = 1 << 31


def read_float(text: str) -> float | None:
    """What Java's Float.parseFloat takes, written in decimals; None for anything else."""
    bare = text.strip()
    if not bare.isascii() or _JAVA_FLOAT.fullmatch(bare) is None:
        return None
    return float(bare.rstrip("fFdD"))


def read_int(text: str) -> int | None:
    """What Java's Integer.parseInt takes; None for anything else."""
    if not text.isascii() or _JAVA_INT.fullmatch(text) is None:
        return None
    value = int(text)
    return value if -_INT_END <= value < _INT_END else None


def place(x: float, y: float, size: ScreenSize) -> Point | None:
    """The place of a touch; None off the screen, where no window takes it."""
    pixel = _pixel(x, y)
    if not (0 <= pixel.x < size.width_px and 0 <= pixel.y < size.height_px):
        return None
    return to_unit(pixel, size)


def nearest(x: float, y: float, size: ScreenSize) -> Point:
    """The place of a finger that came down on the screen and may have left it: at its edge then."""
    pixel = _pixel(x, y)
    return to_unit(
        PxPoint(max(0, min(pixel.x, size.width_px - 1)), max(0, min(pixel.y, size.height_px - 1))), size
    )


def _pixel(x: float, y: float) -> PxPoint:
    return PxPoint(_cut(x), _cut(y))


def _cut(value: float) -> int:
    return math.floor(max(-1e9, min(value, 1e9)))
