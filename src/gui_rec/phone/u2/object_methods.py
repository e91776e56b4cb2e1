"""Methods that act on one view: click, drag, pinch. They throw UiObjectNotFoundException when it is not there."""

from __future__ import annotations

from gui_rec.phone.u2 import touch_methods
from gui_rec.phone.u2._api import Session
from gui_rec.phone.u2.find_methods import center
from gui_rec.phone.u2.lookup import node_at
from gui_rec.phone.u2.params import ParamError, Params
from gui_rec.phone.world.touch import Way

Place = tuple[float, float]

_LONG_PRESS_MS = 600
_FINGER_HALF_PX = 20


async def click(session: Session, params: Params) -> object:
    """`click(selector)`: a tap on its middle."""
    x, y = center(node_at(session, params))
    session.hand().tap(x, y)
    return True


async def click_here_or_there(session: Session, params: Params) -> object:
    """`click`, which the server overloads: `click(selector)` or `click(x, y[, ms])`."""
    if len(params) == 1:
        return await click(session, params)
    return await touch_methods.click(session, params)


async def long_click(session: Session, params: Params) -> object:
    """`longClick(selector)`"""
    x, y = center(node_at(session, params))
    if await session.pause(_LONG_PRESS_MS):
        session.hand().long_press(x, y, _LONG_PRESS_MS)
    return True


async def drag_to(session: Session, params: Params) -> object:
    """`dragTo(selector, x, y, steps)` or `dragTo(selector, selector, steps)`"""
    x1, y1 = center(node_at(session, params))
    if len(params) == 3:
        x2, y2 = map(float, center(node_at(session, params, 1)))
    else:
        x2, y2 = params.number(1), params.number(2)
    duration_ms = max(1, params.count(len(params) - 1)) * touch_methods.STEP_MS
    if await session.pause(duration_ms):
        session.hand().draganddrop(x1, y1, x2, y2, duration_ms)
    return True


async def pinch_in(session: Session, params: Params) -> object:
    """`pinchIn(selector, percent, steps)`: two fingers come together on its middle."""
    outer, inner = _pinch_places(session, params)
    return await _two_fingers(session, (outer[0], inner[0]), (outer[1], inner[1]), params.count(2))


async def pinch_out(session: Session, params: Params) -> object:
    """`pinchOut(selector, percent, steps)`: two fingers part from its middle."""
    outer, inner = _pinch_places(session, params)
    return await _two_fingers(session, (inner[0], outer[0]), (inner[1], outer[1]), params.count(2))


async def gesture(session: Session, params: Params) -> object:
    """`gesture(selector, start1, start2, end1, end2, steps)`: two fingers at once, each from start to end."""
    node_at(session, params)
    start1, start2, end1, end2 = (_point(params, place) for place in range(1, 5))
    return await _two_fingers(session, (start1, end1), (start2, end2), params.count(5))


def _pinch_places(session: Session, params: Params) -> tuple[tuple[Place, Place], tuple[Place, Place]]:
    """Where the fingers are far from each other, and where near (androidx.test.uiautomator UiObject.pinchIn)."""
    node = node_at(session, params)
    x, y = center(node)
    share = min(max(params.count(1), 0), 100) / 100
    half = int(node.visible.width / 2 * share)
    return ((x - half, y), (x + half, y)), ((x - _FINGER_HALF_PX, y), (x + _FINGER_HALF_PX, y))


def _point(params: Params, position: int) -> Place:
    value = params.raw(position)
    if not isinstance(value, dict) or not {"x", "y"} <= value.keys():
        raise ParamError(f"parameter {position}: expected a point {{x, y}}, got {value!r}")
    place = Params((value["x"], value["y"]))
    return (place.number(0), place.number(1))


async def _two_fingers(session: Session, first: Way, second: Way, steps: int) -> bool:
    duration_ms = max(1, steps) * touch_methods.STEP_MS
    if await session.pause(duration_ms):
        session.hand().two_fingers(first, second, duration_ms)
    return True
