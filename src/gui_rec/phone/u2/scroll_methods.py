"""Methods that scroll a view (facts: androidx.test.uiautomator UiScrollable).

A swipe starts and ends a tenth of the view's length from its edges; a forward scroll is true while there is
more to come. Vertical lists are all that this phone has.
"""

from __future__ import annotations

from gui_rec.phone.u2._api import Session
from gui_rec.phone.u2.find_methods import center
from gui_rec.phone.u2.lookup import find_all, find_one, query_at
from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.u2.params import Params
from gui_rec.phone.u2.selector import UiQuery
from gui_rec.phone.u2.touch_methods import swipe_steps

_FLING_STEPS = 5
_SETTLE_MS = 600
_DEAD_ZONE = 0.1
_SWIPES_TO_FIND = 30


async def scroll_forward(session: Session, params: Params) -> object:
    """`scrollForward(selector, vertical, steps)`"""
    return await _once(session, params, forward=True, steps=params.count(2))


async def scroll_backward(session: Session, params: Params) -> object:
    """`scrollBackward(selector, vertical, steps)`"""
    return await _once(session, params, forward=False, steps=params.count(2))


async def fling_forward(session: Session, params: Params) -> object:
    """`flingForward(selector, vertical)`"""
    return await _once(session, params, forward=True, steps=_FLING_STEPS)


async def fling_backward(session: Session, params: Params) -> object:
    """`flingBackward(selector, vertical)`"""
    return await _once(session, params, forward=False, steps=_FLING_STEPS)


async def scroll_to_beginning(session: Session, params: Params) -> object:
    """`scrollToBeginning(selector, vertical, max_swipes, steps)`"""
    return await _to_the_end(session, params, forward=False, steps=params.count(3))


async def scroll_to_end(session: Session, params: Params) -> object:
    """`scrollToEnd(selector, vertical, max_swipes, steps)`"""
    return await _to_the_end(session, params, forward=True, steps=params.count(3))


async def fling_to_beginning(session: Session, params: Params) -> object:
    """`flingToBeginning(selector, vertical, max_swipes)`"""
    return await _to_the_end(session, params, forward=False, steps=_FLING_STEPS)


async def fling_to_end(session: Session, params: Params) -> object:
    """`flingToEnd(selector, vertical, max_swipes)`"""
    return await _to_the_end(session, params, forward=True, steps=_FLING_STEPS)


async def scroll_to(session: Session, params: Params) -> object:
    """`scrollTo(selector, selector, vertical)`: to the beginning, then on until the second view is seen."""
    query, wanted, vertical = query_at(session, params), query_at(session, params, 1), params.flag(2, True)
    if find_all(session, wanted):
        return True
    for forward in (False, True):
        for _ in range(_SWIPES_TO_FIND):
            more = await _scroll(session, query, vertical=vertical, forward=forward, steps=_STEPS_TO_FIND)
            if find_all(session, wanted):
                return True
            if not more:
                break
    return False


_STEPS_TO_FIND = 55


async def _once(session: Session, params: Params, *, forward: bool, steps: int) -> bool:
    query = query_at(session, params)
    return await _scroll(session, query, vertical=params.flag(1), forward=forward, steps=steps)


async def _to_the_end(session: Session, params: Params, *, forward: bool, steps: int) -> bool:
    query, vertical = query_at(session, params), params.flag(1)
    for _ in range(max(0, params.count(2))):
        if not await _scroll(session, query, vertical=vertical, forward=forward, steps=steps):
            return True
    return False


async def _scroll(session: Session, query: UiQuery, *, vertical: bool, forward: bool, steps: int) -> bool:
    """One swipe over the view, with the run that follows it; whether there is more in that direction."""
    before = find_one(session, query)
    start, end = _stroke(before, vertical=vertical)
    if not forward:
        start, end = end, start
    if not await swipe_steps(session, start, end, steps) or not await session.pause(_SETTLE_MS):
        return False
    found = find_all(session, query)
    if not found or found[0].offset_px == before.offset_px:
        return False
    after = found[0]
    return after.offset_px < after.range_px if forward else after.offset_px > 0


def _stroke(node: UiNode, *, vertical: bool) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where a forward swipe starts and ends, in px."""
    seen, (x, y) = node.visible, center(node)
    if vertical:
        inset = int(seen.height * _DEAD_ZONE)
        return (x, seen.bottom - inset - 1), (x, seen.top + inset)
    inset = int(seen.width * _DEAD_ZONE)
    return (seen.right - inset - 1, y), (seen.left + inset, y)
