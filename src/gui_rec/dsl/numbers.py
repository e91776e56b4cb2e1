"""How a dialect writes a place: in which space, and with how many decimals.

A dialect of whole numbers cannot name every pixel of a large screen: `grain_px` says how far a place may come back
from where it was.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.model.geometry import CoordinateSpace, Point, ScreenSize, Space, from_space, into_space
from gui_rec.model.resize import Resize

_UNITS = {Space.NORM01: 1.0, Space.NORM01_YX: 1.0, Space.REL1000: 1000.0, Space.REL1000_FLOOR: 1000.0, Space.REL999: 999.0}  # fmt: skip
_NEEDS_SCREEN = "expected the screen's size (WIDTHxHEIGHT), since these numbers are pixels"


@dataclass(frozen=True, slots=True)
class Numbers:
    """`decimals` 0 writes whole numbers. `resize` belongs to `Space.RESIZED`. `top` is the largest number that is
    written where the dialect's own prompt names one below the space's limit.
    """

    space: Space
    decimals: int = 0
    resize: Resize | None = None
    top: int | None = None

    def on(self, screen: ScreenSize) -> CoordinateSpace:
        """The tag of the space on a screen of that size."""
        return CoordinateSpace(self.space, None if self.resize is None else self.resize.of(screen))

    def read(self, first: float, second: float, screen: ScreenSize | None) -> Point:
        """Two numbers in the dialect's order -> the executed pixel as a canonical point.

        Without a screen, numbers of a fixed scale are taken as they are; pixels raise InputError, as numbers
        outside the space do.
        """
        if screen is not None:
            return from_space(self.on(screen), first, second, screen)
        limit = _UNITS.get(self.space)
        if limit is None:
            raise InputError(_NEEDS_SCREEN)
        for name, value in (("first", first), ("second", second)):
            if not 0 <= value <= limit:
                raise InputError(f"{name} number: expected 0..{limit:g} in space {self.space}, got {value!r}")
        x, y = (second, first) if self.space is Space.NORM01_YX else (first, second)
        return Point(x / limit, y / limit)

    def write(self, x: float, y: float, screen: ScreenSize | None) -> tuple[float, float]:
        """A canonical place -> two numbers in the dialect's order. Raises InputError where a screen is needed."""
        if screen is None and (self.space not in _UNITS or self.space is Space.REL1000_FLOOR):
            raise InputError(_NEEDS_SCREEN)
        size = screen or ScreenSize(1000, 1000)  # a fixed scale needs none
        first, second = into_space(self.on(size), Point(x, y), size)
        return self._rounded(first), self._rounded(second)

    def _rounded(self, value: float) -> float:
        if self.decimals:
            return round(value, self.decimals)
        whole = round(value)
        return whole if self.top is None else min(whole, self.top)

    @property
    def loss(self) -> str | None:
        """What whole numbers lose of a place, for `Fidelity`; None where every pixel comes back."""
        if self.decimals or self.space is Space.PX:
            return None
        return "the exact pixel, which a grid of whole numbers may miss by a few"

    def grain_px(self, screen: ScreenSize) -> tuple[int, int]:
        """(x, y): by how many pixels a place may come back otherwise."""
        if self.decimals or self.space is Space.PX:
            return 0, 0
        resized = None if self.resize is None else self.resize.of(screen)
        scales = (resized.width_px, resized.height_px) if resized is not None else (_UNITS[self.space],) * 2
        sizes = (screen.width_px, screen.height_px)
        x, y = (math.ceil(size / (2 * scale)) for size, scale in zip(sizes, scales, strict=True))
        return x, y
