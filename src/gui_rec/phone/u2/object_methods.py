"""Methods that act on one view: click, drag, pinch. They throw UiObjectNotFoundException when it is not there."""

from __future__ import annotations

from gui_rec.phone.u2 import touch_methods
from gui_rec.phone.u2._api import Session
from gui_rec.phone.u2.find_methods import center
from gui_rec.phone.u2.lookup import node_at
from gui_rec.phone.u2.params import Params

_LONG_PRESS_MS = 600


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


async def two_fingers(session: Session, params: Params) -> object:
    """`gesture`, `pinchIn`, `pinchOut`: take their time; no view of this phone listens to two fingers."""
    node_at(session, params)
    await session.pause(max(1, params.count(len(params) - 1)) * touch_methods.STEP_MS)
    return True
