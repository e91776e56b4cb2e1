"""The methods of uiautomator2's server -> what they do. Pure.

Facts: openatx/android-uiautomator-server AutomatorService.java and uiautomator2 3.x, which sends them. Coordinates are
px of the screen as the user sees it, cut to whole ones; UiDevice refuses a click outside the screen.
"""

from __future__ import annotations

from collections.abc import Callable

from gui_rec.model.actions import Drag, Gesture, Hotkey, Key, LongPress, Swipe, Tap, TimedPoint, Type
from gui_rec.model.geometry import PxPoint
from gui_rec.recorder.heard import keys
from gui_rec.recorder.heard._api import QUERY, Heard, Kind, Screen, acted, opaque, state_change
from gui_rec.recorder.heard.aim import Aim, Verb, straight
from gui_rec.recorder.heard.places import nearest, place
from gui_rec.recorder.heard.rpc_params import ParamError, Params
from gui_rec.recorder.heard.series import Motion, Series
from gui_rec.recorder.touch.gestures import LONG_PRESS_MS

Hear = Callable[[Params, Screen, Series], Heard]

_FLING_MS = 25
_MOST_POINTS = 1_000
_KEYS = {
    "home": "HOME", "back": "BACK", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "up": "DPAD_UP", "down": "DPAD_DOWN",
    "center": "DPAD_CENTER", "menu": "MENU", "search": "SEARCH", "enter": "ENTER", "delete": "DEL", "del": "DEL",
    "recent": "APP_SWITCH", "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA", "power": "POWER",
}  # fmt: skip
_META = {"CTRL_LEFT": 0x1000, "ALT_LEFT": 0x02, "SHIFT_LEFT": 0x01, "META_LEFT": 0x10000}  # AOSP KeyEvent
_MOTIONS = {0: "DOWN", 1: "UP", 2: "MOVE"}
_CORNERS = {"br": "BOTTOM_RIGHT", "bottomright": "BOTTOM_RIGHT", "tl": "TOP_LEFT", "topleft": "TOP_LEFT",
            "c": "", "center": "", "": ""}  # fmt: skip


def hear_call(method: str, params: Params, screen: Screen, series: Series) -> Heard:
    """What one call does. A method that is not in the tables is OPAQUE: a later server may act in it."""
    if method in READS:
        return QUERY
    hear = METHODS.get(method)
    if hear is None:
        return opaque(f"uiautomator2's {method[:60]}, which is not known here")
    try:
        heard = hear(params, screen, series)
    except ParamError as error:
        return opaque(f"uiautomator2's {method}: {error}")
    if heard.acts:
        series.clipboard = None
    return heard


def aimed(verb: Verb, params: Params, **more: object) -> Heard:
    """An act on the view of the first parameter."""
    aim = Aim(verb, params.view(0), **more)  # type: ignore[arg-type]
    return Heard(Kind.ACTION, selector=aim.view.selector(), aim=aim)


def _click(params: Params, screen: Screen, _series: Series) -> Heard:
    """`click(x, y[, ms])`, `click(selector[, corner])`"""
    if isinstance(params.raw(0), dict):
        return aimed(_cornered("TAP", params), params)
    x, y = params.count(0), params.count(1)
    held_ms = params.count(2) if len(params) > 2 else 0
    point = place(x, y, screen.size)
    if point is None:
        return Heard(
            Kind.QUERY, note=f"a click at ({x},{y}) px, outside the screen {screen.size}: it is refused"
        )
    if held_ms >= LONG_PRESS_MS:
        return acted(LongPress(point.x, point.y, _bounded(held_ms)))
    return acted(Tap(point.x, point.y))


def _bounded(duration_ms: int) -> int:
    if duration_ms > 3_600_000:
        raise ParamError("a touch of more than an hour")
    return duration_ms


def _cornered(verb: str, params: Params) -> Verb:
    corner = _CORNERS.get(params.text(1).lower() if len(params) > 1 else "")
    if corner is None:
        raise ParamError("parameter 1 is no corner")
    return Verb[f"{verb}_{corner}" if corner else verb]


def _click_and_wait(params: Params, _screen: Screen, _series: Series) -> Heard:
    return aimed(Verb.TAP, params)


def _long_click(params: Params, _screen: Screen, _series: Series) -> Heard:
    """`longClick(selector[, corner])`"""
    return aimed(_cornered("LONG_PRESS", params), params)


def _swipe(params: Params, screen: Screen, _series: Series) -> Heard:
    """`swipe(x1, y1, x2, y2, steps)`, `swipe(selector, direction[, percent], steps)`"""
    if isinstance(params.raw(0), dict):
        return _swipe_view(params)
    start = place(params.count(0), params.count(1), screen.size)
    end = nearest(params.count(2), params.count(3), screen.size)
    duration_ms = params.steps_ms(4)
    if start is None:
        return opaque(f"a swipe from outside the screen {screen.size}")
    if start != end:
        return acted(Swipe(start.x, start.y, end.x, end.y, duration_ms))
    if duration_ms >= LONG_PRESS_MS:
        return acted(LongPress(start.x, start.y, duration_ms))
    return acted(Tap(start.x, start.y))


def _swipe_view(params: Params) -> Heard:
    direction = params.text(1).lower()[:1]
    if len(params) != 3 or direction not in ("u", "d", "l", "r"):
        raise ParamError("a swipe over a part of a view")
    more = {"vertical": direction in "ud", "forward": direction in "dr", "duration_ms": params.steps_ms(2)}
    return aimed(Verb.SWIPE, params, **more)


def _drag(params: Params, screen: Screen, _series: Series) -> Heard:
    """`drag(x1, y1, x2, y2, steps)`: pressed until it is picked up, then moved."""
    start = place(params.count(0), params.count(1), screen.size)
    end = nearest(params.count(2), params.count(3), screen.size)
    if start is None:
        return opaque(f"a drag from outside the screen {screen.size}")
    return acted(Drag(start.x, start.y, end.x, end.y, duration_ms=params.steps_ms(4)))


def _drag_to(params: Params, _screen: Screen, _series: Series) -> Heard:
    """`dragTo(selector, x, y, steps)`, `dragTo(selector, selector, steps)`"""
    if len(params) == 3:
        return aimed(Verb.DRAG, params, to_view=params.view(1), duration_ms=params.steps_ms(2))
    end = PxPoint(params.count(1), params.count(2))
    return aimed(Verb.DRAG, params, to_px=end, duration_ms=params.steps_ms(3))


def _swipe_points(params: Params, screen: Screen, _series: Series) -> Heard:
    """`swipePoints([x, y, x, y, ...], steps)`: so many steps between two points."""
    numbers, step_ms = params.inner(0), params.steps_ms(1)
    if len(numbers) < 4 or len(numbers) > 2 * _MOST_POINTS:
        raise ParamError("a way of too few or too many points")
    places = [(numbers.count(at), numbers.count(at + 1)) for at in range(0, len(numbers) - 1, 2)]
    if place(*places[0], screen.size) is None:
        return opaque(f"a swipe from outside the screen {screen.size}")
    points = [nearest(x, y, screen.size) for x, y in places]
    if len(points) == 2 and points[0] != points[1]:
        return acted(Swipe(points[0].x, points[0].y, points[1].x, points[1].y, step_ms))
    if (len(points) - 1) * step_ms > 3_600_000:
        raise ParamError("a touch of more than an hour")
    return acted(Gesture((tuple(TimedPoint(p.x, p.y, at * step_ms) for at, p in enumerate(points)),)))


def _inject(params: Params, screen: Screen, series: Series) -> Heard:
    """`injectInputEvent(action, x, y, meta)`: 0 down, 1 up, 2 move; the server does nothing for others."""
    event = _MOTIONS.get(params.count(0))
    if event is None:
        return Heard(Kind.QUERY, note="injectInputEvent of what the server does not inject")
    return series.feed(Motion(event, params.number(1), params.number(2)), screen)


def _pinch_in(params: Params, _screen: Screen, _series: Series) -> Heard:
    return _pinch(Verb.PINCH_IN, params)


def _pinch_out(params: Params, _screen: Screen, _series: Series) -> Heard:
    return _pinch(Verb.PINCH_OUT, params)


def _pinch(verb: Verb, params: Params) -> Heard:
    """`pinchIn(selector, percent, steps)` and its like."""
    percent = params.count(1)
    share = (1 if percent < 0 else min(percent, 100)) / 100
    return aimed(verb, params, share=share, duration_ms=params.steps_ms(2))


def _gesture(params: Params, screen: Screen, _series: Series) -> Heard:
    """`gesture(selector, start1, start2, end1, end2, steps)`: its points are px of the screen."""
    points = [PxPoint(params.inner(at).count(0), params.inner(at).count(1)) for at in range(1, 5)]
    if any(place(point.x, point.y, screen.size) is None for point in points[:2]):
        return opaque(f"a gesture from outside the screen {screen.size}")
    duration_ms = params.steps_ms(5)
    first = straight(points[0], points[2], duration_ms, screen.size)
    second = straight(points[1], points[3], duration_ms, screen.size)
    return acted(Gesture((first, second)))


def _set_text(params: Params, _screen: Screen, _series: Series) -> Heard:
    return aimed(Verb.SET_TEXT, params, text=params.text(1))


def _clear_text_field(params: Params, _screen: Screen, _series: Series) -> Heard:
    return aimed(Verb.SET_TEXT, params)


def _clear_input_text(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return acted(Type("", clear_before=True))


def _set_clipboard(params: Params, _screen: Screen, series: Series) -> Heard:
    series.clipboard = params.text(1)
    return state_change("the clipboard's text")


def _paste(_params: Params, _screen: Screen, series: Series) -> Heard:
    text = series.clipboard
    if text is None:
        return opaque("a paste of what was not put on the clipboard just before")
    return acted(Type(text)) if text else QUERY


def _press_key(params: Params, _screen: Screen, _series: Series) -> Heard:
    name = _KEYS.get(params.text(0).lower())
    if name is None:
        return Heard(Kind.QUERY, note=f"there is no key {params.text(0)[:40]!r}: the server presses none")
    return acted(Key(name))


def _press_key_code(params: Params, _screen: Screen, _series: Series) -> Heard:
    """`pressKeyCode(code[, meta])`"""
    name = keys.name_of(params.count(0))
    meta = params.count(1) if params.raw(1) is not None else 0
    held = tuple(key for key, bit in _META.items() if meta & bit)
    if name is None or meta & ~sum(_META.values()):
        return opaque(f"key {params.count(0)} with meta keys {meta}, which are not known here")
    return acted(Hotkey((*held, name)) if held else Key(name))


def _wake_up(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return acted(Key("WAKEUP"))


def _sleep(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return acted(Key("SLEEP"))


def _shade(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return opaque("the notification shade or the quick settings open: no action can say it")


def _rotation(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return state_change("the screen's rotation")


def _watchers(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return opaque("a watcher: the server clicks or presses keys when it likes, unheard")


def _screenshot(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return Heard(Kind.SCREENSHOT)


def _hierarchy(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return Heard(Kind.HIERARCHY)


def _toast(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return state_change("a toast of the server's own")


def _scroll_forward(params: Params, _screen: Screen, _series: Series) -> Heard:
    return aimed(Verb.SCROLL, params, vertical=params.flag(1), duration_ms=params.steps_ms(2))


def _scroll_backward(params: Params, _screen: Screen, _series: Series) -> Heard:
    return aimed(Verb.SCROLL, params, vertical=params.flag(1), forward=False, duration_ms=params.steps_ms(2))


def _fling_forward(params: Params, _screen: Screen, _series: Series) -> Heard:
    return aimed(Verb.SCROLL, params, vertical=params.flag(1), duration_ms=_FLING_MS)


def _fling_backward(params: Params, _screen: Screen, _series: Series) -> Heard:
    return aimed(Verb.SCROLL, params, vertical=params.flag(1), forward=False, duration_ms=_FLING_MS)


def _scroll_until(_params: Params, _screen: Screen, _series: Series) -> Heard:
    return opaque("scrolls until something is seen: how many is not told")


def _scroll_to_end(params: Params, _screen: Screen, _series: Series) -> Heard:
    return _to_the_end(params, forward=True, duration_ms=params.steps_ms(3))


def _scroll_to_beginning(params: Params, _screen: Screen, _series: Series) -> Heard:
    return _to_the_end(params, forward=False, duration_ms=params.steps_ms(3))


def _fling_to_end(params: Params, _screen: Screen, _series: Series) -> Heard:
    return _to_the_end(params, forward=True, duration_ms=_FLING_MS)


def _fling_to_beginning(params: Params, _screen: Screen, _series: Series) -> Heard:
    return _to_the_end(params, forward=False, duration_ms=_FLING_MS)


def _to_the_end(params: Params, *, forward: bool, duration_ms: int) -> Heard:
    """At most so many scrolls as the third parameter says: one is one, several are told by nobody."""
    most = params.count(2)
    if most < 1:
        return QUERY
    if most > 1:
        return opaque(f"up to {most} scrolls until the end is reached: how many is not told")
    return aimed(Verb.SCROLL, params, vertical=params.flag(1), forward=forward, duration_ms=duration_ms)


METHODS: dict[str, Hear] = {
    "clearInputText": _clear_input_text,
    "clearTextField": _clear_text_field,
    "click": _click,
    "clickAndWaitForNewWindow": _click_and_wait,
    "drag": _drag,
    "dragTo": _drag_to,
    "dumpWindowHierarchy": _hierarchy,
    "flingBackward": _fling_backward,
    "flingForward": _fling_forward,
    "flingToBeginning": _fling_to_beginning,
    "flingToEnd": _fling_to_end,
    "freezeRotation": _rotation,
    "gesture": _gesture,
    "injectInputEvent": _inject,
    "longClick": _long_click,
    "makeToast": _toast,
    "openNotification": _shade,
    "openQuickSettings": _shade,
    "pasteClipboard": _paste,
    "pinchIn": _pinch_in,
    "pinchOut": _pinch_out,
    "pressKey": _press_key,
    "pressKeyCode": _press_key_code,
    "registerClickUiObjectWatcher": _watchers,
    "registerPressKeyskWatcher": _watchers,
    "runWatchers": _watchers,
    "scrollBackward": _scroll_backward,
    "scrollForward": _scroll_forward,
    "scrollTo": _scroll_until,
    "scrollToBeginning": _scroll_to_beginning,
    "scrollToEnd": _scroll_to_end,
    "setClipboard": _set_clipboard,
    "setOrientation": _rotation,
    "setText": _set_text,
    "sleep": _sleep,
    "swipe": _swipe,
    "swipePoints": _swipe_points,
    "takeScreenshot": _screenshot,
    "wakeUp": _wake_up,
}
"""The methods that act, change something, or capture."""

READS = frozenset(
    ["ping", "deviceInfo", "exist", "count", "objInfo", "objInfoOfAllInstances", "getText", "getLastToast"]
).union(
    ["clearLastToast", "getLastTraversedText", "clearLastTraversedText", "getClipboard", "waitForExists"],
    [
        "waitUntilGone",
        "waitForIdle",
        "waitForWindowUpdate",
        "isScreenOn",
        "hasWatcherTriggered",
        "getWatchers",
    ],
    ["hasAnyWatcherTriggered", "removeWatcher", "resetWatcherTriggers", "childByText", "childByDescription"],
    ["childByInstance", "getUiObject", "getChild", "getFromParent", "getChildCount", "getConfigurator"],
    ["setConfigurator", "dumpHierarchyToFile"],
)
"""The methods that only read or wait."""
