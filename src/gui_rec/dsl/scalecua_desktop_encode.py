"""ScaleCUA's desktop and web sets, written; what both share with Android is written as there."""

from __future__ import annotations

from gui_rec.dsl.desktop_keys import DESKTOP_OF
from gui_rec.dsl.quoting import write_text
from gui_rec.dsl.saying import Said, kept, lost_fields, refused
from gui_rec.dsl.scalecua_encode import say
from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    Button,
    Direction,
    DoubleTap,
    DragTo,
    Finish,
    Hotkey,
    Key,
    KeyDown,
    KeyUp,
    Move,
    OpenUrl,
    RightClick,
    Scroll,
    SelectOption,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)

_MOST_KEYS = 4
_CLICKS = 5
"""How far a scroll is written; how far it was meant to go is lost."""
_WEB_KEYS = {"BACK": "go_backward()", "FORWARD": "go_forward()"}


def say_desktop(action: Action) -> Said:
    """`action` as a call of the desktop's set, and how much of it that keeps."""
    match action:
        case Tap() | Type() | Wait() | Answer() | Finish() | Takeover() | AskUser():
            return say(action)
        case DoubleTap() | RightClick() | Move() | DragTo():
            return _say_pointer(action)
        case Scroll():
            return _say_scroll(action)
        case Key() | Hotkey() | KeyDown() | KeyUp():
            return _say_keys(action)
        case _:
            return refused(f"the desktop's set has no {action.type}")


def say_web(action: Action) -> Said:
    """`action` as a call of the web's set."""
    match action:
        case Swipe():
            return say(action)
        case OpenUrl(url=url):
            return kept(f"open_url(url={write_text(url)})")
        case SelectOption():
            return kept(f"select_option({_at(action.x, action.y)}, value={write_text(action.value)})")
        case Key(code=code, presses=1) if code in _WEB_KEYS:
            return kept(_WEB_KEYS[code])
        case _:
            return say_desktop(action)


def _at(x: float, y: float) -> str:
    return f"x={x:.4f}, y={y:.4f}"


def _say_pointer(action: DoubleTap | RightClick | Move | DragTo) -> Said:
    at = _at(action.x, action.y)
    match action:
        case DoubleTap():
            return kept(f"doubleClick({at})")
        case RightClick():
            return kept(f"rightClick({at})")
        case Move():
            return kept(f"moveTo({at})")
        case DragTo(button=button):
            said = "" if button is Button.LEFT else f", button='{button}'"
            return kept(f"dragTo({at}{said})")


def _say_scroll(action: Scroll) -> Said:
    if action.direction in (Direction.LEFT, Direction.RIGHT):
        return refused("a wheel turns up and down only")
    clicks = _CLICKS if action.direction is Direction.UP else -_CLICKS
    where = "" if action.x is None or action.y is None else f", {_at(action.x, action.y)}"
    lost = lost_fields(action, "amount", "x1", "duration_ms")
    return kept(f"scroll(clicks={clicks}{where})", *lost)


def _say_keys(action: Key | Hotkey | KeyDown | KeyUp) -> Said:
    match action:
        case Key(code=code) if code in DESKTOP_OF:
            presses = "" if action.presses == 1 else f", presses={action.presses}"
            return kept(f"press(keys='{DESKTOP_OF[code]}'{presses})")
        case Key(code=code):
            return refused(f"a desktop has no key {code}")
        case Hotkey(keys=keys):
            if len(keys) > _MOST_KEYS:
                return refused(f"at most {_MOST_KEYS} keys are pressed together")
            return kept(f"hotkey({', '.join(map(write_text, keys))})")
        case KeyDown(key=key):
            return kept(f"keyDown(key={write_text(key)})")
        case KeyUp(key=key):
            return kept(f"keyUp(key={write_text(key)})")
