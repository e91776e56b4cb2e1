"""Methods that touch the screen at coordinates in px. They last as long as the gesture and never show in getevent.

A step of a swipe is 5 ms (androidx.test.uiautomator UiDevice.swipe).
"""

from __future__ import annotations

from itertools import pairwise

from gui_rec.phone.u2._api import BAD_PARAMS, RpcError, Session
from gui_rec.phone.u2.params import Params

STEP_MS = 5
_MOTIONS = {0: "DOWN", 1: "UP", 2: "MOVE", 3: "CANCEL"}


async def click(session: Session, params: Params) -> object:
    """`click(x, y[, ms])`: a tap, or a press held for `ms`."""
    x, y, held_ms = params.number(0), params.number(1), params.count(2, 0)
    if not is_inside(session, x, y):
        return False
    if held_ms <= 0:
        session.hand().tap(x, y)
    elif await session.pause(held_ms):
        session.hand().long_press(x, y, held_ms)
    return True


async def swipe(session: Session, params: Params) -> object:
    """`swipe(x1, y1, x2, y2, steps)`"""
    x1, y1, x2, y2 = (params.number(place) for place in range(4))
    return await swipe_steps(session, (x1, y1), (x2, y2), params.count(4))


async def drag(session: Session, params: Params) -> object:
    """`drag(x1, y1, x2, y2, steps)`: a press that is held, then moved."""
    x1, y1, x2, y2 = (params.number(place) for place in range(4))
    duration_ms = max(1, params.count(4)) * STEP_MS
    if await session.pause(duration_ms):
        session.hand().draganddrop(x1, y1, x2, y2, duration_ms)
    return True


async def swipe_points(session: Session, params: Params) -> object:
    """`swipePoints([x, y, x, y, ...], steps)`: `steps` between two points."""
    numbers, steps = params.numbers(0), max(1, params.count(1))
    points = list(zip(numbers[::2], numbers[1::2], strict=False))
    if len(numbers) % 2 or len(points) < 2:
        raise RpcError(BAD_PARAMS, f"expected x and y of two points or more, got {len(numbers)} numbers")
    phone = session.hand()
    phone.motion("DOWN", *points[0])
    for _, point in pairwise(points):
        if not await session.pause(steps * STEP_MS):
            phone.motion("CANCEL", *point)
            return False
        phone.motion("MOVE", *point)
    phone.motion("UP", *points[-1])
    return True


async def inject(session: Session, params: Params) -> object:
    """`injectInputEvent(action, x, y, meta)`: action 0 down, 1 up, 2 move, 3 cancel."""
    action = params.count(0)
    if action not in _MOTIONS:
        raise RpcError(BAD_PARAMS, f"expected an action of 0 to 3, got {action}")
    session.hand().motion(_MOTIONS[action], params.number(1), params.number(2))
    return True


async def swipe_steps(
    session: Session, start: tuple[float, float], end: tuple[float, float], steps: int
) -> bool:
    """A swipe of that many steps; False when the server was stopped before its end."""
    duration_ms = max(1, steps) * STEP_MS
    if not await session.pause(duration_ms):
        return False
    session.hand().swipe(*start, *end, duration_ms)
    return True


def is_inside(session: Session, x: float, y: float) -> bool:
    """Whether a point lies on the screen; UiDevice refuses others."""
    size = session.phone.screen
    return 0 <= x < size.width_px and 0 <= y < size.height_px
