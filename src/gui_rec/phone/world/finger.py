"""A finger on the glass: where screen pixels lie on the panel, and a contact that is still down."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gui_rec.model.geometry import PxPoint, ScreenSize
from gui_rec.phone.world.panel import AXIS_MAX


@dataclass(frozen=True, slots=True)
class Contact:
    """A touch that went down at `start` (px) and has not been lifted."""

    start: PxPoint
    since_us: int


def panel_position(x: float, y: float, panel: ScreenSize, rotation: int) -> tuple[int, int]:
    """Screen px -> raw axis values 0..32767 in the panel's natural orientation.

    The value lies in the middle of its pixel's range, so that `raw * size // 32768` gives the pixel back.
    """
    px, py = _natural(int(x), int(y), panel, rotation)
    return (_raw(px, panel.width_px), _raw(py, panel.height_px))


def _natural(x: int, y: int, panel: ScreenSize, rotation: int) -> tuple[int, int]:
    width, height = panel.width_px, panel.height_px
    return {
        0: (x, y),
        1: (width - 1 - y, x),
        2: (width - 1 - x, height - 1 - y),
        3: (y, height - 1 - x),
    }[rotation]


def _raw(pixel: int, size_px: int) -> int:
    raw = math.floor((pixel + 0.5) * (AXIS_MAX + 1) / size_px)
    return max(0, min(raw, AXIS_MAX))
