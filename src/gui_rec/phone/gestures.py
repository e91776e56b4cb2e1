"""The way of a finger over the glass: `(x_px, y_px, at_ms)`, px of the screen as the user sees it."""

from __future__ import annotations

import math
from collections.abc import Sequence

Path = list[tuple[float, float, int]]

_TAP_MS = 60
_SAMPLE_MS = 10
MOST_MS = 600_000
_MOST_POINTS = 10_000
_PINCH_HALF_PX = 300.0
_LEAST_HALF_PX = 4.0


def tap_path(x_px: float, y_px: float) -> Path:
    """A short touch."""
    return long_press_path(x_px, y_px, _TAP_MS)


def long_press_path(x_px: float, y_px: float, ms: int) -> Path:
    """A touch that stays where it is for `ms`."""
    return read_path([(x_px, y_px, 0), (x_px, y_px, ms)])


def read_hold(ms: object) -> int:
    """For how long a key is held, ms. Raises ValueError outside 0..600000."""
    held_ms = int(str(ms))
    if not 0 <= held_ms <= MOST_MS:
        raise ValueError(f"a key is held for 0..{MOST_MS} ms, got {held_ms}")
    return held_ms


def swipe_path(x1: float, y1: float, x2: float, y2: float, *, ms: int) -> Path:
    """A straight way in `ms`, sampled every 10 ms as a panel does; the last sample is the end."""
    steps = max(2, min(ms // _SAMPLE_MS, _MOST_POINTS - 1))
    # In this form both ends are met exactly; otherwise a way to the edge can end a rounding error outside.
    shares = [step / steps for step in range(steps + 1)]
    points = [(x1 * (1 - at) + x2 * at, y1 * (1 - at) + y2 * at, round(ms * at)) for at in shares]
    return read_path(points)


def pinch_paths(x: float, y: float, scale: float, width_px: int, *, ms: int) -> tuple[Path, Path]:
    """Two fingers beside each other around a point, whose distance grows (or shrinks) by `scale` in `ms`.

    They stay on a screen `width_px` wide. Raises ValueError for a scale outside 0.1..10, and for a point so near
    to an edge that there is no room for them.
    """
    if not 0.1 <= scale <= 10:
        raise ValueError(f"a pinch has a scale of 0.1..10, got {scale!r}")
    room = min(_PINCH_HALF_PX, x, width_px - 1 - x)
    start, end = (room / scale, room) if scale > 1 else (room, room * scale)
    if not min(start, end) >= _LEAST_HALF_PX:
        raise ValueError(f"a pinch by {scale:g} at x = {x:g} px has no room beside the edge of the screen")
    left = swipe_path(x - start, y, x - end, y, ms=ms)
    right = swipe_path(x + start, y, x + end, y, ms=ms)
    # What is reckoned between two places may miss the edge by the last bit of a float.
    return (
        [(max(0.0, at_x), at_y, at_ms) for at_x, at_y, at_ms in left],
        [(min(width_px - 1.0, at_x), at_y, at_ms) for at_x, at_y, at_ms in right],
    )


def read_path(points: Sequence[Sequence[float]]) -> Path:
    """Checked points. Raises ValueError for none, too many, times that run back, or a number that is none."""
    if not 1 <= len(points) <= _MOST_POINTS:
        raise ValueError(f"a finger's way has 1..{_MOST_POINTS} points, got {len(points)}")
    path: Path = []
    for point in points:
        if len(point) != 3 or not all(math.isfinite(number) for number in point):
            raise ValueError(f"a point is (x_px, y_px, at_ms), got {point!r}")
        at_ms = int(point[2])
        if at_ms < (path[-1][2] if path else 0):
            raise ValueError(f"a finger's times never run back, got {at_ms} ms")
        if at_ms > MOST_MS:
            raise ValueError(f"a finger stays on the glass for at most {MOST_MS} ms, got {at_ms}")
        path.append((float(point[0]), float(point[1]), at_ms))
    return path
