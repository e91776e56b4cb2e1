"""Gestures that adb's `input` has no word for, by uiautomator2's server: two fingers at once, and one on any way.

Facts (uiautomator2 3.7.1): `gesture(selector, start1, start2, end1, end2, steps)` moves two fingers straight, at the
same time, in steps of 5 ms; its places are px of the screen, and the selector only has to name a view that is there.
`swipePoints([x, y, x, y, ...], steps)` moves one finger from place to place, `steps` of 5 ms between two.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.u2 import PORT, is_running, read_answer, request_bytes
from gui_rec.errors import ActionUnsupportedError, DeviceError, DeviceLostError, DeviceUnavailableError
from gui_rec.model.actions import Gesture, Pinch, TimedPoint
from gui_rec.model.geometry import Point, PxPoint, ScreenSize, axis_to_px, to_px
from gui_rec.model.step import Sent

STEP_MS = 5
DEFAULT_PINCH_MS = 400
_OVERHEAD_S = 10.0
_MAX_BYTES = 1 << 16
_PINCH_SHARE = 0.25
"""How far each finger is from the middle at its farthest, as a share of the screen's width."""
_LEAST_PX = 4
_MOST_BEND = 0.04
"""How far a finger may leave the straight line, as a share of the screen's short side."""
_TOGETHER_MS = 300
_SAMPLE_MS = 50
_MOST_POINTS = 200
_ANY_VIEW = {
    "mask": 0x100000,
    "childOrSibling": [],
    "childOrSiblingSelector": [],
    "packageNameMatches": ".+",
}

FingerGesture = Gesture | Pinch


@dataclass(frozen=True, slots=True)
class Call:
    """A method of the server, its parameters, and how long the fingers are on the glass."""

    method: str
    params: tuple[object, ...]
    duration_ms: int


def call_for(action: FingerGesture, size: ScreenSize) -> Call:
    """The call that performs `action` on a screen of `size`. Pure.

    Raises ActionUnsupportedError for what the server cannot do: more than two fingers, two on bent ways or not
    together, a pinch without room.
    """
    if isinstance(action, Pinch):
        return _pinch(action, size)
    if len(action.contacts) == 1:
        return _one_finger(action.contacts[0], size)
    if len(action.contacts) == 2:
        return _two_fingers(action.contacts[0], action.contacts[1], size)
    raise _unsupported(action, f"uiautomator2's server moves two fingers at most, not {len(action.contacts)}")


def refusal_of_gesture(session: AdbSession, action: FingerGesture, size: ScreenSize) -> str | None:
    """Why the gesture cannot be performed now; None where it can. Raises DeviceLostError."""
    try:
        call_for(action, size)
    except ActionUnsupportedError as error:
        return str(error)
    return None if is_running(session) else _without_server(action)


def perform_by_u2(session: AdbSession, action: FingerGesture, size: ScreenSize) -> Sent:
    """Send the gesture once.

    Raises ActionUnsupportedError, with nothing sent, where the server does not run or cannot do it.
    """
    call = call_for(action, size)
    if not is_running(session):
        raise ActionUnsupportedError(_without_server(action))
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": call.method, "params": call.params})
    timeout_s = _OVERHEAD_S + call.duration_ms / 1_000
    started_us = _now_us(session)
    what, method = f"{call.method} {json.dumps(call.params)}", f"uiautomator2 {call.method}"
    try:
        socket = session.open(f"tcp:{PORT}", timeout_s=timeout_s)
    except (DeviceLostError, DeviceUnavailableError) as error:
        session.run("true")  # a phone that went away is told by its own error
        raise ActionUnsupportedError(_without_server(action)) from error
    with socket:
        try:
            socket.send_bytes(request_bytes("POST", "/jsonrpc/0", body.encode()))
            status, answer = read_answer(socket.read_to_end(_MAX_BYTES))
        except DeviceError as error:
            return Sent(what, method, None, f"no answer: {error}", started_us, _now_us(session))
    said = answer[:500].decode(errors="replace")
    exit_status = 0 if status == 200 and _is_done(answer) else 1
    return Sent(what, method, exit_status, said, started_us, _now_us(session))


def _is_done(answer: bytes) -> bool:
    try:
        found = json.loads(answer)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("error") is None and found.get("result") is True


def _pinch(action: Pinch, size: ScreenSize) -> Call:
    """Two fingers beside the place, apart by the action's scale at the end."""
    middle = to_px(Point(action.x, action.y), size)
    room = min(round(size.width_px * _PINCH_SHARE), middle.x, size.width_px - 1 - middle.x)
    far, near = room, round(room / action.scale if action.scale > 1 else room * action.scale)
    if near < _LEAST_PX:
        raise _unsupported(
            action,
            f"a pinch by {action.scale:g} at x = {middle.x} px of {size.width_px} leaves the fingers no room",
        )
    start, end = (near, far) if action.scale > 1 else (far, near)
    duration_ms = DEFAULT_PINCH_MS if action.duration_ms is None else action.duration_ms
    ways = [
        (PxPoint(middle.x + side * start, middle.y), PxPoint(middle.x + side * end, middle.y))
        for side in (-1, 1)
    ]
    return _straight(ways, duration_ms)


def _two_fingers(first: Sequence[TimedPoint], second: Sequence[TimedPoint], size: ScreenSize) -> Call:
    for path in (first, second):
        if _bend_px(path, size) > _MOST_BEND * min(size.width_px, size.height_px):
            raise ActionUnsupportedError(
                "gesture: uiautomator2's server moves two fingers on straight ways only; nothing was sent"
            )
    apart_ms = max(abs(first[0].at_ms - second[0].at_ms), abs(first[-1].at_ms - second[-1].at_ms))
    if apart_ms > _TOGETHER_MS:
        raise ActionUnsupportedError(
            "gesture: uiautomator2's server puts two fingers down and up together only, these are "
            f"{apart_ms} ms apart; nothing was sent"
        )
    ends = [(_px(path[0], size), _px(path[-1], size)) for path in (first, second)]
    return _straight(ends, max(first[-1].at_ms, second[-1].at_ms))


def _straight(ways: Sequence[tuple[PxPoint, PxPoint]], duration_ms: int) -> Call:
    (start1, end1), (start2, end2) = ways
    places = [{"x": place.x, "y": place.y} for place in (start1, start2, end1, end2)]
    return Call("gesture", (_ANY_VIEW, *places, max(1, round(duration_ms / STEP_MS))), duration_ms)


def _one_finger(path: Sequence[TimedPoint], size: ScreenSize) -> Call:
    """The way sampled at equal times, since the server knows one time between all places."""
    begin_ms, duration_ms = path[0].at_ms, path[-1].at_ms - path[0].at_ms
    parts = max(1, min(_MOST_POINTS, round(duration_ms / _SAMPLE_MS)))
    moments = [begin_ms + duration_ms * part / parts for part in range(parts + 1)]
    places = [_px(_at(path, moment), size) for moment in moments]
    numbers = [number for place in places for number in (place.x, place.y)]
    return Call("swipePoints", (numbers, max(1, round(duration_ms / parts / STEP_MS))), duration_ms)


def _at(path: Sequence[TimedPoint], moment_ms: float) -> TimedPoint:
    """Where the finger is at a moment, between its samples on a straight line."""
    for earlier, later in pairwise(path):
        if later.at_ms >= moment_ms:
            span_ms = later.at_ms - earlier.at_ms
            share = 1.0 if not span_ms else (moment_ms - earlier.at_ms) / span_ms
            share = min(max(share, 0.0), 1.0)
            x = earlier.x + (later.x - earlier.x) * share
            y = earlier.y + (later.y - earlier.y) * share
            return TimedPoint(min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0), earlier.at_ms)
    return path[-1]


def _bend_px(path: Sequence[TimedPoint], size: ScreenSize) -> float:
    """How far a way is from the straight line between its ends, at most."""
    start, end = _px(path[0], size), _px(path[-1], size)
    dx, dy = end.x - start.x, end.y - start.y
    length = math.hypot(dx, dy)
    worst = 0.0
    for sample in path:
        place = _px(sample, size)
        x, y = place.x - start.x, place.y - start.y
        along = 0.0 if not length else min(max((x * dx + y * dy) / length**2, 0.0), 1.0)
        worst = max(worst, math.hypot(x - along * dx, y - along * dy))
    return worst


def _px(point: TimedPoint, size: ScreenSize) -> PxPoint:
    return PxPoint(axis_to_px(point.x, size.width_px), axis_to_px(point.y, size.height_px))


def _unsupported(action: FingerGesture, why: str) -> ActionUnsupportedError:
    return ActionUnsupportedError(f"{action.type}: {why}; nothing was sent")


def _without_server(action: FingerGesture) -> str:
    return (
        f"{action.type}: adb's `input` has no such gesture, and uiautomator2's server, which has, does not run on the "
        "phone; nothing was sent; --ui-source u2 starts it (extra u2)"
    )


def _now_us(session: AdbSession) -> int:
    return round(session.clock.monotonic_s() * 1_000_000)
