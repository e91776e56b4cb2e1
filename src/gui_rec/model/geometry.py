"""Places on a screen, and the only conversions between pixels and unit coordinates.

Canonical coordinates are unit floats in [0, 1] of the display as the user sees it (after rotation).
The canonical value of an executed pixel is `px / size`, so `min(round(v * size), size - 1)` gives
that pixel back exactly. Every number that enters or leaves in another space carries a space tag.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum

from gui_rec.errors import InputError


@dataclass(frozen=True, slots=True)
class ScreenSize:
    """A screen's size in pixels, as the user sees it (width and height swap with rotation)."""

    width_px: int
    height_px: int

    def __post_init__(self) -> None:
        for name, value in (("width_px", self.width_px), ("height_px", self.height_px)):
            if not 1 <= value <= 32768:
                raise InputError(f"screen {name}: expected 1..32768, got {value!r}")

    def __str__(self) -> str:
        return f"{self.width_px}x{self.height_px}"

    @classmethod
    def parse(cls, text: str) -> ScreenSize:
        """`1080x2400` -> ScreenSize. Raises InputError."""
        match = re.fullmatch(r"\s*(\d{1,5})x(\d{1,5})\s*", text)
        if match is None:
            raise InputError(f"screen size: expected WIDTHxHEIGHT such as 1080x2400, got {text!r}")
        return cls(int(match[1]), int(match[2]))


@dataclass(frozen=True, slots=True)
class PxPoint:
    """A pixel of the screen as the user sees it."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Point:
    """A place in unit coordinates, each in [0, 1]."""

    x: float
    y: float

    def __post_init__(self) -> None:
        check_unit("x", self.x)
        check_unit("y", self.y)


def check_unit(name: str, value: float) -> None:
    """Raise InputError unless `value` is a finite number in [0, 1]."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{name}: expected a number in 0..1, got {value!r}")
    if not math.isfinite(value) or not 0.0 <= value <= 1.0:
        raise InputError(f"{name}: expected a number in 0..1, got {value!r}")


@dataclass(frozen=True, slots=True)
class Rect:
    """Bounds in pixels, `[left, right) x [top, bottom)`; may be empty or outside the screen."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def is_empty(self) -> bool:
        return self.width <= 0 or self.height <= 0

    @property
    def area(self) -> int:
        return 0 if self.is_empty else self.width * self.height

    @property
    def center(self) -> PxPoint:
        return PxPoint((self.left + self.right) // 2, (self.top + self.bottom) // 2)

    def contains(self, point: PxPoint) -> bool:
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom

    def intersect(self, other: Rect) -> Rect:
        """The common part; empty where there is none."""
        return Rect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def as_tuple(self) -> tuple[int, int, int, int]:
        """(left, top, right, bottom) in px."""
        return (self.left, self.top, self.right, self.bottom)


def axis_to_px(value: float, size_px: int) -> int:
    """One unit coordinate -> pixel index on an axis of `size_px` pixels."""
    return max(0, min(round(value * size_px), size_px - 1))


def to_px(point: Point, size: ScreenSize) -> PxPoint:
    """Canonical point -> the pixel that is executed."""
    return PxPoint(axis_to_px(point.x, size.width_px), axis_to_px(point.y, size.height_px))


def to_unit(pixel: PxPoint, size: ScreenSize) -> Point:
    """Executed pixel -> canonical point. Raises InputError for a pixel outside the screen."""
    if not (0 <= pixel.x < size.width_px and 0 <= pixel.y < size.height_px):
        raise InputError(f"point ({pixel.x},{pixel.y}) px lies outside the screen {size}")
    return Point(pixel.x / size.width_px, pixel.y / size.height_px)


class Space(StrEnum):
    """The coordinate spaces that dialects write their numbers in."""

    PX = "px"
    NORM01 = "norm01"
    NORM01_YX = "norm01_yx"
    REL1000 = "rel1000"
    REL1000_FLOOR = "rel1000_floor"
    REL999 = "rel999"
    RESIZED = "resized"


@dataclass(frozen=True, slots=True)
class CoordinateSpace:
    """A space tag. `resized` is the picture's size, for `Space.RESIZED` and for it alone."""

    space: Space
    resized: ScreenSize | None = None

    def __post_init__(self) -> None:
        if (self.space is Space.RESIZED) != (self.resized is not None):
            raise InputError("coordinate space: a size belongs to 'resized' and to it alone")

    def __str__(self) -> str:
        if self.resized is None:
            return self.space.value
        return f"resized({self.resized.width_px},{self.resized.height_px})"

    @classmethod
    def parse(cls, tag: str) -> CoordinateSpace:
        """`rel999`, `resized(1092,2408)` -> CoordinateSpace. Raises InputError."""
        match = re.fullmatch(r"resized\((\d{1,5}),(\d{1,5})\)", tag)
        if match is not None:
            return cls(Space.RESIZED, ScreenSize(int(match[1]), int(match[2])))
        if tag in tuple(Space) and tag != Space.RESIZED:
            return cls(Space(tag))
        raise InputError(f"coordinate space: unknown tag {tag!r}")


NORM01 = CoordinateSpace(Space.NORM01)
PX = CoordinateSpace(Space.PX)


def _limit(space: CoordinateSpace, size_px: int, resized_px: int) -> float:
    limits = {
        Space.PX: float(size_px),
        Space.NORM01: 1.0,
        Space.NORM01_YX: 1.0,
        Space.REL1000: 1000.0,
        Space.REL1000_FLOOR: 1000.0,
        Space.REL999: 999.0,
        Space.RESIZED: float(resized_px),
    }
    return limits[space.space]


def _axis_from_space(space: CoordinateSpace, value: float, size_px: int, resized_px: int, name: str) -> int:
    limit = _limit(space, size_px, resized_px)
    if isinstance(value, bool) or not math.isfinite(value) or not 0 <= value <= limit:
        raise InputError(f"{name}: expected 0..{limit:g} in space {space}, got {value!r}")
    scaled = value / limit * size_px
    executed = math.floor(scaled) if space.space is Space.REL1000_FLOOR else round(scaled)
    return max(0, min(executed, size_px - 1))


def from_space(space: CoordinateSpace, first: float, second: float, screen: ScreenSize) -> Point:
    """Two numbers as a dialect writes them -> the canonical point they are executed at.

    `first, second` is x, y except in `norm01_yx`. Rounding is `round(v / scale * size)`, clamped to
    `size - 1`; `rel1000_floor` truncates, as Open-AutoGLM's handler does. Raises InputError for a
    number outside the space.
    """
    x, y = (second, first) if space.space is Space.NORM01_YX else (first, second)
    resized = space.resized or screen
    pixel = PxPoint(
        _axis_from_space(space, x, screen.width_px, resized.width_px, "x"),
        _axis_from_space(space, y, screen.height_px, resized.height_px, "y"),
    )
    return to_unit(pixel, screen)


def into_space(space: CoordinateSpace, point: Point, screen: ScreenSize) -> tuple[float, float]:
    """Canonical point -> the two numbers of a dialect (unrounded floats, but whole px for `px`).

    They name the same pixel when they are read back: `rel1000_floor` truncates, so there they stand in the
    pixel's middle. The second half of the pair is x only in `norm01_yx`.
    """
    resized = space.resized or screen
    x = point.x * _limit(space, screen.width_px, resized.width_px)
    y = point.y * _limit(space, screen.height_px, resized.height_px)
    if space.space is Space.PX:
        pixel = to_px(point, screen)
        x, y = float(pixel.x), float(pixel.y)
    elif space.space is Space.REL1000_FLOOR:
        pixel = to_px(point, screen)
        x, y = ((pixel.x + 0.5) / screen.width_px * 1000, (pixel.y + 0.5) / screen.height_px * 1000)
    return (y, x) if space.space is Space.NORM01_YX else (x, y)
