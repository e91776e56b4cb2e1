"""Where on the screen a panel's units lie."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gui_rec.device._api import Display, TouchNode
from gui_rec.model.geometry import Point, PxPoint, Rect, ScreenSize
from gui_rec.recorder.touch.contacts import Sample

_SLOP_DP = 8
DEFAULT_DPI = 420  # only widens or narrows the slop; no coordinate depends on it


@dataclass(frozen=True, slots=True)
class Panel:
    """How panel units lie on the screen.

    The ranges are the node's ABS minimum and maximum (inclusive) in its natural orientation; `size` is
    the screen as the user sees it now and `rotation` its quarter turns (android.view.Surface). `frame`
    is the part of the panel that shows the screen, in px of `glass` (the panel's size in its natural
    orientation) turned by `rotation`; without it the screen fills the panel.
    """

    x_min: int
    x_max: int
    y_min: int
    y_max: int
    size: ScreenSize
    rotation: int = 0
    density_dpi: int | None = None
    glass: ScreenSize | None = None
    frame: Rect | None = None

    @classmethod
    def of(cls, node: TouchNode, display: Display) -> Panel:
        """The panel of `node` over what `display` shows."""
        ranges = (node.min_x, node.max_x, node.min_y, node.max_y)
        return cls(*ranges, display.size, display.rotation, display.density_dpi, display.panel, display.frame)

    @property
    def slop_px(self) -> float:
        return _SLOP_DP * (self.density_dpi or DEFAULT_DPI) / 160

    def to_px(self, x: int, y: int) -> PxPoint:
        """Panel units -> the pixel under the finger; clamped, since a panel may reach beyond the screen."""
        across, down = self._place(x, y)
        return PxPoint(
            _clamped(math.floor(across), self.size.width_px), _clamped(math.floor(down), self.size.height_px)
        )

    def to_unit(self, sample: Sample) -> Point:
        """The canonical point of a sample: its pixel, or the middle of its unit where units are larger.

        So a place comes back within half a pixel, or half a panel unit where that is more.
        """
        across, down = self._place(sample.x, sample.y)
        wide, high = self._unit_px()
        return Point(
            _index(across, self.size.width_px, wide) / self.size.width_px,
            _index(down, self.size.height_px, high) / self.size.height_px,
        )

    def _place(self, x: int, y: int) -> tuple[float, float]:
        """The middle of a panel unit in px of the screen; pixel 7 is all that lies in [7, 8).

        (raw - min + 0.5) * glass / (max - min + 1) in the natural orientation, turned as AOSP's
        TouchInputMapper does, then from the frame to the screen.
        """
        width, height = self._glass
        nx = (x - self.x_min + 0.5) * width / (self.x_max - self.x_min + 1)
        ny = (y - self.y_min + 0.5) * height / (self.y_max - self.y_min + 1)
        turned = {0: (nx, ny), 1: (ny, width - nx), 2: (width - nx, height - ny), 3: (height - ny, nx)}
        across, down = turned[self.rotation % 4]
        frame = self._frame
        return (
            (across - frame.left) * self.size.width_px / frame.width,
            (down - frame.top) * self.size.height_px / frame.height,
        )

    def _unit_px(self) -> tuple[float, float]:
        """How many px of the screen a panel unit is wide and high, as the user sees it."""
        width, height = self._glass
        unit = (width / (self.x_max - self.x_min + 1), height / (self.y_max - self.y_min + 1))
        across, down = unit if self.rotation % 2 == 0 else (unit[1], unit[0])
        frame = self._frame
        return across * self.size.width_px / frame.width, down * self.size.height_px / frame.height

    @property
    def _glass(self) -> tuple[int, int]:
        if self.glass is not None and self.frame is not None:
            return self.glass.width_px, self.glass.height_px
        seen = (self.size.width_px, self.size.height_px)
        return seen if self.rotation % 2 == 0 else (seen[1], seen[0])

    @property
    def _frame(self) -> Rect:
        if self.glass is not None and self.frame is not None:
            return self.frame
        return Rect(0, 0, self.size.width_px, self.size.height_px)


def _clamped(pixel: int, size_px: int) -> int:
    return max(0, min(pixel, size_px - 1))


def _index(place: float, size_px: int, unit_px: float) -> float:
    if unit_px <= 1:
        return _clamped(math.floor(place), size_px)
    return max(0.0, min(place - 0.5, size_px - 1.0))
