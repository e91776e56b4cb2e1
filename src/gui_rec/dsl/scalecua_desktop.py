"""ScaleCUA's desktop and web sets (OpenGVLab/ScaleCUA, playground/config/prompt_template, Apache-2.0).

The desktop's fifteen functions; a drag begins where the pointer is. A scroll's clicks are up when positive, and how far
a click goes is the system's. The web set adds a swipe, addresses, and what its training data holds: options, forward.
"""

from __future__ import annotations

from dataclasses import replace

from gui_rec.dsl._api import Signature
from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.desktop_keys import ANDROID_OF
from gui_rec.dsl.functions import Function
from gui_rec.dsl.scalecua import SIGNATURES as ANDROID_SIGNATURES
from gui_rec.dsl.scalecua import ScaleCuaCodec
from gui_rec.dsl.scalecua_decode import FUNCTIONS as ANDROID
from gui_rec.dsl.scalecua_desktop_encode import say_desktop, say_web
from gui_rec.model.actions import (
    Action,
    Button,
    Direction,
    DoubleTap,
    DragTo,
    Hotkey,
    Key,
    KeyDown,
    KeyUp,
    Move,
    OpenUrl,
    RightClick,
    Scroll,
    SelectOption,
)

_SHARED = ("write", "call_user", "wait", "response", "terminate")
_BUTTONS = tuple(Button)


def _at(given: Arguments) -> tuple[float, float]:
    point = given.point("x", "y")
    return point.x, point.y


def _double(given: Arguments) -> Action:
    given.word("button", (Button.LEFT.value,))
    return DoubleTap(*_at(given))


def _drag(given: Arguments) -> Action:
    return DragTo(*_at(given), Button(given.word("button", _BUTTONS) or Button.LEFT))


def _scroll(given: Arguments) -> Action:
    clicks = given.require("clicks", given.whole("clicks"))
    if clicks == 0:
        raise given.reading.error("clicks up (more than 0) or down (less than 0)", given.position("clicks"))
    x, y = _at(given) if given.has("x") else (None, None)
    return Scroll(Direction.UP if clicks > 0 else Direction.DOWN, x=x, y=y)


def _press(given: Arguments) -> Action:
    keys = given.texts("keys") if given.is_list("keys") else (given.text("keys") or "",)
    if keys is None or len(keys) != 1 or keys[0] not in ANDROID_OF:
        raise given.reading.error("keys as the name of one key", given.position("keys"))
    presses = given.whole("presses")
    return Key(ANDROID_OF[keys[0]], 1 if presses is None else presses)


def _hotkey(given: Arguments) -> Action:
    keys = [given.text(name) for name in _KEYS]
    named = [key for key in keys if key is not None]
    if not named:
        raise given.reading.error("at least one key", given.call.position)
    if given.reading.lenient and any(len(key.split()) != 1 for key in named):
        # A lenient reading takes quotes for text: several keys would become one.
        raise given.reading.error("names of keys", given.call.position)
    return Hotkey(tuple(named))


def _option(given: Arguments) -> Action:
    return SelectOption(*_at(given), given.require("value", given.text("value")))


def _key(given: Arguments) -> str:
    return given.require("key", given.text("key"))


_KEYS = ("key1", "key2", "key3", "key4")
_POINTER: dict[str, Function] = {
    "click": ANDROID["click"],
    "doubleClick": Function(("x", "y", "button"), _double),
    "rightClick": Function(("x", "y"), lambda given: RightClick(*_at(given))),
    "moveTo": Function(("x", "y"), lambda given: Move(*_at(given))),
    "dragTo": Function(("x", "y", "button"), _drag),
    "scroll": Function(("clicks", "x", "y"), _scroll),
}
_KEYBOARD: dict[str, Function] = {
    "press": Function(("keys", "presses"), _press),
    "hotkey": Function(_KEYS, _hotkey),
    "keyDown": Function(("key",), lambda given: KeyDown(_key(given))),
    "keyUp": Function(("key",), lambda given: KeyUp(_key(given))),
}
_WEB: dict[str, Function] = {
    "swipe": ANDROID["swipe"],
    "open_url": Function(("url",), lambda given: OpenUrl(given.require("url", given.text("url")))),
    "go_forward": Function((), lambda _: Key("FORWARD")),
    "go_backward": Function((), lambda _: Key("BACK")),
    "select_option": Function(("x", "y", "value"), _option),
}
DESKTOP_FUNCTIONS = {**_POINTER, **_KEYBOARD, **{name: ANDROID[name] for name in _SHARED}}
WEB_FUNCTIONS = {**DESKTOP_FUNCTIONS, **_WEB}

_TAIL = tuple(one for one in ANDROID_SIGNATURES if one.call.partition("(")[0] in _SHARED)
DESKTOP_SIGNATURES = (
    Signature("click(x, y, clicks=1, button='left')", "click at (x, y)"),
    Signature("doubleClick(x, y, button='left')", "click twice at (x, y)"),
    Signature("rightClick(x, y)", "click with the right button"),
    Signature("moveTo(x, y)", "move the pointer"),
    Signature("dragTo(x, y, button='left')", "press where the pointer is, and drag to (x, y)"),
    Signature("scroll(clicks, x=None, y=None)", "turn the wheel up (more than 0) or down (less than 0)"),
    Signature("press(keys, presses=1)", "press a key"),
    Signature("hotkey(*keys)", "press keys together, hotkey('ctrl', 'c')"),
    Signature("keyDown(key)", "hold a key"),
    Signature("keyUp(key)", "let a key go"),
    *_TAIL,
)
WEB_SIGNATURES = (
    *DESKTOP_SIGNATURES,
    *(replace(one, meaning="scroll the page") for one in ANDROID_SIGNATURES if one.call.startswith("swipe")),
    Signature("open_url(url)", "open an address"),
    Signature("go_forward()", "go forward in the history"),
    Signature("go_backward()", "go back in the history"),
    Signature("select_option(x, y, value)", "choose a value of the drop-down at (x, y)"),
)
DESKTOP = ScaleCuaCodec("scalecua_desktop", DESKTOP_SIGNATURES, DESKTOP_FUNCTIONS, say_desktop)
WEB = ScaleCuaCodec("scalecua_web", WEB_SIGNATURES, WEB_FUNCTIONS, say_web)
