"""An action -> the line that performs it on a phone. Pure; nothing is sent here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gui_rec.device.adb.keycodes import KEY_NAMES
from gui_rec.device.adb.quote import RemoteCommand, command, sequence
from gui_rec.errors import ActionUnsupportedError
from gui_rec.model.actions import (
    Action,
    Button,
    Direction,
    DoubleTap,
    Drag,
    Key,
    LongPress,
    OpenUrl,
    Scroll,
    Swipe,
    Tap,
)
from gui_rec.model.geometry import Point, ScreenSize, to_px

DEFAULT_LONG_PRESS_MS = 800
DEFAULT_SWIPE_MS = 300
# A quick stroke is a fling whose end spreads by over 100 px; a slow one lands where it should.
DEFAULT_SCROLL_MS = 800
DEFAULT_DRAG_MS = 1_000
DEFAULT_SCROLL_AMOUNT = 0.5
_EDGE = 0.05
_OVERHEAD_S = 10.0


@dataclass(frozen=True, slots=True)
class Plan:
    """One line, the method's name, and how long the device may take for it."""

    line: RemoteCommand
    method: str
    timeout_s: float


def on_display(words: Sequence[str], display: int) -> list[str]:
    """The words of an `input` or `am start` call, for a display; 0 is what both mean without a word of it.

    `input` takes its `-d` before the command only (Android 10 and newer).
    """
    if not display:
        return list(words)
    before, option = (1, "-d") if words[0] == "input" else (2, "--display")
    return [*words[:before], option, str(display), *words[before:]]


def plan(action: Action, size: ScreenSize, display: int = 0) -> Plan:
    """The line for an action that is one `input` or `am` call (or two at once) on a display.

    Raises ActionUnsupportedError for what a phone cannot do through adb.
    """
    maker = _MAKERS.get(type(action))
    if maker is None:
        raise ActionUnsupportedError(
            f"{action.type}: adb's `input` has no such gesture; nothing was sent to the phone"
        )
    return maker(action, size, display)


def _tap(action: Tap, size: ScreenSize, display: int) -> Plan:
    if action.button is not Button.LEFT:
        raise ActionUnsupportedError(f"tap: a finger has no {action.button} button; nothing was sent")
    tap = on_display(["input", "tap", *_px(action.x, action.y, size)], display)
    line = sequence(*[tap] * action.clicks)
    return Plan(line, "input tap", _OVERHEAD_S * action.clicks)


def _double_tap(action: DoubleTap, size: ScreenSize, display: int) -> Plan:
    tap = on_display(["input", "tap", *_px(action.x, action.y, size)], display)
    # One line: two calls would add adb's round trip and miss Android's 300 ms for a double tap.
    return Plan(sequence(tap, tap), "input tap", _OVERHEAD_S)


def _long_press(action: LongPress, size: ScreenSize, display: int) -> Plan:
    duration_ms = DEFAULT_LONG_PRESS_MS if action.duration_ms is None else action.duration_ms
    point = Point(action.x, action.y)
    return _stroke("swipe", point, point, duration_ms, size, display)


def _swipe(action: Swipe, size: ScreenSize, display: int) -> Plan:
    duration_ms = DEFAULT_SWIPE_MS if action.duration_ms is None else action.duration_ms
    start, end = Point(action.x1, action.y1), Point(action.x2, action.y2)
    return _stroke("swipe", start, end, duration_ms, size, display)


def _scroll(action: Scroll, size: ScreenSize, display: int) -> Plan:
    start, end = scroll_points(action)
    duration_ms = DEFAULT_SCROLL_MS if action.duration_ms is None else action.duration_ms
    return _stroke("swipe", start, end, duration_ms, size, display)


def _drag(action: Drag, size: ScreenSize, display: int) -> Plan:
    # draganddrop holds for the system's own long-press time first; a hold of another length cannot be asked.
    duration_ms = DEFAULT_DRAG_MS if action.duration_ms is None else action.duration_ms
    start, end = Point(action.x1, action.y1), Point(action.x2, action.y2)
    return _stroke("draganddrop", start, end, duration_ms, size, display)


def _key(action: Key, _size: ScreenSize, display: int) -> Plan:
    if action.code not in KEY_NAMES:
        raise ActionUnsupportedError(f"key: Android has no key {action.code!r}; nothing was sent")
    words = ["input", "keyevent", *[f"KEYCODE_{action.code}"] * action.presses]
    return Plan(command(on_display(words, display)), "input keyevent", _OVERHEAD_S + action.presses)


def _open_url(action: OpenUrl, _size: ScreenSize, display: int) -> Plan:
    scheme, colon, _ = action.url.partition(":")
    if not colon or not scheme.isascii() or not scheme.replace("+", "").replace("-", "").isalnum():
        raise ActionUnsupportedError(
            f"open_url: expected an address with a scheme such as https://, got {action.url[:100]!r}"
        )
    words = ["am", "start", "-W", "-a", "android.intent.action.VIEW", "-d", action.url]
    return Plan(command(on_display(words, display)), "am start", _OVERHEAD_S * 3)


def scroll_points(action: Scroll) -> tuple[Point, Point]:
    """The finger's stroke: the action's own points, else through (x, y) against the direction.

    It travels `amount` of the screen (half of it by default), kept off the edges, where gestures of
    the system begin.
    """

    if action.x1 is not None and action.y1 is not None and action.x2 is not None and action.y2 is not None:
        return Point(action.x1, action.y1), Point(action.x2, action.y2)
    half = (DEFAULT_SCROLL_AMOUNT if action.amount is None else action.amount) / 2
    x = 0.5 if action.x is None else action.x
    y = 0.5 if action.y is None else action.y
    away = {
        Direction.DOWN: (0.0, half),
        Direction.UP: (0.0, -half),
        Direction.RIGHT: (half, 0.0),
        Direction.LEFT: (-half, 0.0),
    }
    dx, dy = away[action.direction]
    return _inside(x + dx, y + dy), _inside(x - dx, y - dy)


def _inside(x: float, y: float) -> Point:
    return Point(min(max(x, _EDGE), 1 - _EDGE), min(max(y, _EDGE), 1 - _EDGE))


def _stroke(verb: str, start: Point, end: Point, duration_ms: int, size: ScreenSize, display: int) -> Plan:
    words = ["input", verb, *_px(start.x, start.y, size), *_px(end.x, end.y, size), str(duration_ms)]
    return Plan(command(on_display(words, display)), f"input {verb}", _OVERHEAD_S + duration_ms / 1_000)


def _px(x: float, y: float, size: ScreenSize) -> tuple[str, str]:
    pixel = to_px(Point(x, y), size)
    return str(pixel.x), str(pixel.y)


_MAKERS: dict[type, Callable[[Any, ScreenSize, int], Plan]] = {
    Tap: _tap,
    DoubleTap: _double_tap,
    LongPress: _long_press,
    Swipe: _swipe,
    Scroll: _scroll,
    Drag: _drag,
    Key: _key,
    OpenUrl: _open_url,
}
