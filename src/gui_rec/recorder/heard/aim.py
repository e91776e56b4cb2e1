"""An act on a view that is named, not placed: the action once the view's bounds are known.

Facts: androidx.test.uiautomator UiObject and UiScrollable. A click goes to the middle of the visible bounds; a
scroll starts and ends a tenth of the view's length from its edges; a pinch has its fingers 20 px from the middle
at its narrow end; a step of any stroke lasts 5 ms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from gui_rec.model.actions import (
    Action,
    Direction,
    Drag,
    Gesture,
    LongPress,
    Scroll,
    Swipe,
    Tap,
    TimedPoint,
    Type,
)
from gui_rec.model.geometry import PxPoint, Rect, ScreenSize
from gui_rec.recorder.heard.places import nearest, place
from gui_rec.recorder.heard.view import View
from gui_rec.ui.tree import Tree

STEP_MS = 5
_DEAD_ZONE = 0.1
_FINGER_HALF_PX = 20
_CORNER_INSET_PX = 5


class Verb(StrEnum):
    """What is done to the view."""

    TAP = "tap"
    TAP_TOP_LEFT = "tap_top_left"
    TAP_BOTTOM_RIGHT = "tap_bottom_right"
    LONG_PRESS = "long_press"
    LONG_PRESS_TOP_LEFT = "long_press_top_left"
    LONG_PRESS_BOTTOM_RIGHT = "long_press_bottom_right"
    SET_TEXT = "set_text"
    DRAG = "drag"
    SCROLL = "scroll"
    SWIPE = "swipe"
    PINCH_IN = "pinch_in"
    PINCH_OUT = "pinch_out"


@dataclass(frozen=True, slots=True)
class Aim:
    """One act on one view.

    `text` is what SET_TEXT puts in place of the field's own. `to_px` is where a DRAG ends, or the middle of the view
    `to_view`. `forward` and
    `vertical` are a SCROLL's; of a SWIPE they say that the finger goes down or right, and on which axis. `share`
    is how far from its middle a pinch reaches, 0..1 of half the width.
    """

    verb: Verb
    view: View
    text: str = ""
    duration_ms: int | None = None
    to_px: PxPoint | None = None
    to_view: View | None = None
    forward: bool = True
    vertical: bool = True
    share: float = 1.0

    def on(self, tree: Tree, size: ScreenSize) -> Action | None:
        """The action on the view as it lies in `tree`; None where it is not there. Raises InputError as View.find."""
        node = self.view.find(tree)
        if node is None:
            return None
        if self.to_view is None:
            return self.at(node.bounds, size)
        other = self.to_view.find(tree)
        return None if other is None else replace(self, to_px=other.bounds.center).at(node.bounds, size)

    def at(self, bounds: Rect, size: ScreenSize) -> Action | None:
        """The action on a view with these visible bounds; None where it cannot be done there."""
        seen = bounds.intersect(Rect(0, 0, size.width_px, size.height_px))
        return None if seen.is_empty else _MAKERS[self.verb](self, seen, size)


def _point(aim: Aim, seen: Rect) -> PxPoint:
    if aim.verb in (Verb.TAP_TOP_LEFT, Verb.LONG_PRESS_TOP_LEFT):
        return PxPoint(seen.left + _CORNER_INSET_PX, seen.top + _CORNER_INSET_PX)
    if aim.verb in (Verb.TAP_BOTTOM_RIGHT, Verb.LONG_PRESS_BOTTOM_RIGHT):
        return PxPoint(seen.right - _CORNER_INSET_PX, seen.bottom - _CORNER_INSET_PX)
    return seen.center


def _tap(aim: Aim, seen: Rect, size: ScreenSize) -> Action | None:
    pixel = _point(aim, seen)
    point = place(pixel.x, pixel.y, size)
    return None if point is None else Tap(point.x, point.y)


def _long_press(aim: Aim, seen: Rect, size: ScreenSize) -> Action | None:
    pixel = _point(aim, seen)
    point = place(pixel.x, pixel.y, size)
    return None if point is None else LongPress(point.x, point.y, aim.duration_ms)


def _set_text(aim: Aim, seen: Rect, size: ScreenSize) -> Action | None:
    point = place(seen.center.x, seen.center.y, size)
    return None if point is None else Type(aim.text, clear_before=True, x=point.x, y=point.y)


def _drag(aim: Aim, seen: Rect, size: ScreenSize) -> Action | None:
    start = place(seen.center.x, seen.center.y, size)
    if start is None or aim.to_px is None:
        return None
    end = nearest(aim.to_px.x, aim.to_px.y, size)
    return Drag(start.x, start.y, end.x, end.y, duration_ms=aim.duration_ms)


def _scroll(aim: Aim, seen: Rect, size: ScreenSize) -> Action | None:
    start, end = _stroke(seen, vertical=aim.vertical)
    if not aim.forward:
        start, end = end, start
    first, last = place(start.x, start.y, size), place(end.x, end.y, size)
    if first is None or last is None:
        return None
    direction = _DIRECTIONS[aim.vertical, aim.forward]
    return Scroll(
        direction,
        x1=first.x,
        y1=first.y,
        x2=last.x,
        y2=last.y,
        duration_ms=aim.duration_ms,
    )


def _swipe(aim: Aim, seen: Rect, size: ScreenSize) -> Action | None:
    inset = _CORNER_INSET_PX
    if (seen.height if aim.vertical else seen.width) <= 2 * inset:
        return None
    first, last = PxPoint(seen.left + inset, seen.center.y), PxPoint(seen.right - inset, seen.center.y)
    if aim.vertical:
        first, last = PxPoint(seen.center.x, seen.top + inset), PxPoint(seen.center.x, seen.bottom - inset)
    start, end = (first, last) if aim.forward else (last, first)
    a, b = nearest(start.x, start.y, size), nearest(end.x, end.y, size)
    return Swipe(a.x, a.y, b.x, b.y, aim.duration_ms)


_DIRECTIONS = {
    (True, True): Direction.DOWN,
    (True, False): Direction.UP,
    (False, True): Direction.RIGHT,
    (False, False): Direction.LEFT,
}


def _stroke(seen: Rect, *, vertical: bool) -> tuple[PxPoint, PxPoint]:
    """Where a forward scroll starts and ends."""
    if vertical:
        inset = int(seen.height * _DEAD_ZONE)
        return PxPoint(seen.center.x, seen.bottom - inset - 1), PxPoint(seen.center.x, seen.top + inset)
    inset = int(seen.width * _DEAD_ZONE)
    return PxPoint(seen.right - inset - 1, seen.center.y), PxPoint(seen.left + inset, seen.center.y)


def _pinch(aim: Aim, seen: Rect, size: ScreenSize) -> Action | None:
    wide = int(seen.width / 2 * aim.share)
    if seen.width <= 2 * _FINGER_HALF_PX:
        return None
    start, end = (_FINGER_HALF_PX, wide) if aim.verb is Verb.PINCH_OUT else (wide, _FINGER_HALF_PX)
    middle = seen.center
    ways = [
        (PxPoint(middle.x + side * start, middle.y), PxPoint(middle.x + side * end, middle.y))
        for side in (-1, 1)
    ]
    return Gesture(tuple(straight(first, last, aim.duration_ms or 0, size) for first, last in ways))


def straight(
    start: PxPoint, end: PxPoint, duration_ms: int, size: ScreenSize
) -> tuple[TimedPoint, TimedPoint]:
    """The straight way of one finger of several."""
    first, last = nearest(start.x, start.y, size), nearest(end.x, end.y, size)
    return TimedPoint(first.x, first.y, 0), TimedPoint(last.x, last.y, duration_ms)


_MAKERS: dict[Verb, Callable[[Aim, Rect, ScreenSize], Action | None]] = {
    Verb.TAP: _tap,
    Verb.TAP_TOP_LEFT: _tap,
    Verb.TAP_BOTTOM_RIGHT: _tap,
    Verb.LONG_PRESS: _long_press,
    Verb.LONG_PRESS_TOP_LEFT: _long_press,
    Verb.LONG_PRESS_BOTTOM_RIGHT: _long_press,
    Verb.SET_TEXT: _set_text,
    Verb.DRAG: _drag,
    Verb.SCROLL: _scroll,
    Verb.SWIPE: _swipe,
    Verb.PINCH_IN: _pinch,
    Verb.PINCH_OUT: _pinch,
}
