"""The finger's path of a swipe or a scroll, for dialects that know points only."""

from __future__ import annotations

from gui_rec.dsl.scalecua_swipe import FINGER_OF_CONTENT, stroke
from gui_rec.model.actions import Scroll, Swipe
from gui_rec.model.geometry import Point, ScreenSize


def finger_path(action: Swipe | Scroll, screen: ScreenSize | None) -> tuple[Point, Point]:
    """(start, end) in unit coordinates. A scroll without points goes its amount, half the screen where it has none."""
    if isinstance(action, Swipe):
        return Point(action.x1, action.y1), Point(action.x2, action.y2)
    if action.x1 is not None and action.y1 is not None and action.x2 is not None and action.y2 is not None:
        return Point(action.x1, action.y1), Point(action.x2, action.y2)
    at = Point(action.x, action.y) if action.x is not None and action.y is not None else None
    return stroke(FINGER_OF_CONTENT[action.direction], action.amount, at, screen)
