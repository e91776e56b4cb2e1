"""UI-TARS's calls on a phone, written; and what of each canonical action they cannot carry."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.quoting import write_text
from gui_rec.dsl.saying import AS_SWIPE, Said, app_by_name, kept, lost_fields, refused
from gui_rec.dsl.strokes import finger_path
from gui_rec.model.actions import (
    Action,
    Answer,
    Button,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
    Type,
)
from gui_rec.model.geometry import Point, ScreenSize

_KEYS = {"BACK": "press_back()", "HOME": "press_home()"}


At: TypeAlias = Callable[[Point], str]
"""How a place is written, on the screen at hand."""
Stroke: TypeAlias = tuple[str, tuple[str, ...]]
"""A call, and what it loses."""


class Places(StrEnum):
    """How a place is written."""

    POINT = "point"
    BOX = "box"


def say(action: Action, numbers: Numbers, places: Places, screen: ScreenSize | None) -> Said:
    """`action` as a call, and how much of it that keeps."""

    def at(point: Point) -> str:
        first, second = numbers.write(point.x, point.y, screen)
        if places is Places.BOX:
            return f"'<|box_start|>({first:g},{second:g})<|box_end|>'"
        return f"'<point>{first:g} {second:g}</point>'"

    name = "start_box" if places is Places.BOX else "point"
    match action:
        case Tap(button=Button.LEFT, clicks=1):
            lost = lost_fields(action, "sensitive", "message")
            return kept(f"click({name}={at(Point(action.x, action.y))})", numbers.loss, *lost)
        case LongPress():
            return _long_press(action, f"{name}={at(Point(action.x, action.y))}", places, numbers)
        case Swipe() | Scroll():
            call, lost = _stroke(action, at, places, screen)
            return kept(call, numbers.loss, *lost)
        case Type() | Key() | OpenApp() | Finish() | Answer():
            return _say_rest(action)
        case _:
            return refused(f"the phone's set has no such {action.type}")


def _long_press(action: LongPress, at: str, places: Places, numbers: Numbers) -> Said:
    if action.duration_ms is None:
        return kept(f"long_press({at})", numbers.loss)
    if places is Places.BOX and action.duration_ms % 100 == 0:
        return kept(f"long_press({at}, time='{action.duration_ms / 1000:.1f}')", numbers.loss)
    return kept(f"long_press({at})", numbers.loss, "duration_ms")


def _stroke(action: Swipe | Scroll, at: At, places: Places, screen: ScreenSize | None) -> Stroke:
    if places is Places.POINT and isinstance(action, Scroll):
        return _scroll(action, at)
    start, end = finger_path(action, screen)
    words = ("start_point", "end_point") if places is Places.POINT else ("start_box", "end_box")
    name = "drag" if places is Places.POINT else "scroll"
    call = f"{name}({words[0]}={at(start)}, {words[1]}={at(end)})"
    if isinstance(action, Scroll):
        return call, (AS_SWIPE,)
    return call, lost_fields(action, "duration_ms")


def _scroll(action: Scroll, at: At) -> Stroke:
    lost = list(lost_fields(action, "amount", "duration_ms"))
    where = Point(0.5, 0.5)
    if action.x is not None and action.y is not None:
        where = Point(action.x, action.y)
    elif action.x1 is not None and action.y1 is not None:
        where = Point(action.x1, action.y1)
    else:
        lost.append("that it names no place (it comes back in the middle)")
    if action.x1 is not None:
        lost.append("the finger's points")
    return f"scroll(point={at(where)}, direction='{action.direction}')", tuple(lost)


def _say_rest(action: Type | Key | OpenApp | Finish | Answer) -> Said:
    match action:
        case Type():
            return _type(action)
        case Key():
            if action.code not in _KEYS or action.presses != 1:
                return refused(f"there is no key {action.code} pressed {action.presses} times")
            return kept(_KEYS[action.code])
        case OpenApp():
            name, lost = app_by_name(action)
            return kept(f"open_app(app_name={write_text(name)})", *lost)
        case Answer(text=text):
            call = f"finished(content={write_text(text)})"
            return kept(call, "that it is an answer (it comes back as a finish)")
        case Finish():
            status = None if action.status is FinishStatus.UNKNOWN else f"the status {action.status}"
            words = "" if action.message is None else f"content={write_text(action.message)}"
            return kept(f"finished({words})", status)


def _type(action: Type) -> Said:
    if action.x is not None:
        return refused("type() cannot name its field")
    if not action.press_enter and action.text.endswith("\n"):
        return refused("a text that ends in a line break would come back as submitted")
    lost = lost_fields(action, "clear_before")
    text = action.text + ("\n" if action.press_enter else "")
    return kept(f"type(content={write_text(text)})", *lost)
