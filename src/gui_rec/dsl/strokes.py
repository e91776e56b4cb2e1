"""The finger's path of a swipe or a scroll.

A dialect's direction word is the finger's (`up` moves it up), a canonical scroll's is the content's; what both keep are
the finger's points.
"""

from __future__ import annotations

from gui_rec.model.actions import Direction, Scroll, Swipe
from gui_rec.model.geometry import Point, ScreenSize, to_px, to_unit

DEFAULT_AMOUNT = 0.5

CONTENT_OF_FINGER = {
    "up": Direction.DOWN,
    "down": Direction.UP,
    "left": Direction.RIGHT,
    "right": Direction.LEFT,
}
"""A finger that moves up shows more of what lies below."""

FINGER_OF_CONTENT = {content: finger for finger, content in CONTENT_OF_FINGER.items()}

_UNIT = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def stroke(
    finger: str, amount: float | None, start: Point | None, screen: ScreenSize | None
) -> tuple[Point, Point]:
    """The finger's two points for a direction word, `amount` being a share of the screen.

    Centred on the screen, or from `start` and cut at the edge. With `screen`, at executed pixels.
    """
    dx, dy = _UNIT[finger]
    length = DEFAULT_AMOUNT if amount is None else amount
    begin = start or Point(0.5 - dx * length / 2, 0.5 - dy * length / 2)
    end = Point(_cut(begin.x + dx * length), _cut(begin.y + dy * length))
    if screen is None:
        return begin, end
    return to_unit(to_px(begin, screen), screen), to_unit(to_px(end, screen), screen)


def _cut(value: float) -> float:
    return max(0.0, min(1.0, value))


def agrees(finger: str, start: Point, end: Point) -> bool:
    """Whether a stroke does not run against a direction word."""
    dx, dy = _UNIT[finger]
    return (end.x - start.x) * dx + (end.y - start.y) * dy >= 0


def finger_path(action: Swipe | Scroll, screen: ScreenSize | None) -> tuple[Point, Point]:
    """(start, end) in unit coordinates. A scroll without points goes its amount, half the screen where it has none."""
    if isinstance(action, Swipe):
        return Point(action.x1, action.y1), Point(action.x2, action.y2)
    if action.x1 is not None and action.y1 is not None and action.x2 is not None and action.y2 is not None:
        return Point(action.x1, action.y1), Point(action.x2, action.y2)
    at = Point(action.x, action.y) if action.x is not None and action.y is not None else None
    return stroke(FINGER_OF_CONTENT[action.direction], action.amount, at, screen)
