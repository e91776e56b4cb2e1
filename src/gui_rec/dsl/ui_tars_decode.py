"""UI-TARS's calls, read. A scroll's direction is the side of which more is shown; a drag's points are the finger's."""

from __future__ import annotations

import re

from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.functions import Function
from gui_rec.model.actions import (
    Action,
    Direction,
    DoubleTap,
    Finish,
    Hotkey,
    Key,
    LongPress,
    OpenApp,
    RightClick,
    Scroll,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import Point

_SECONDS = re.compile(r"\d{1,4}(?:\.\d{1,3})?")
_AT = ("point", "start_box")


def _place(given: Arguments, *names: str) -> Point:
    """The one of the named places that was given."""
    there = [name for name in names if given.has(name)]
    if len(there) != 1:
        raise given.reading.error(f"one of {', '.join(names)} in {given.call.name}(...)", given.call.position)
    return given.box(there[0])


def _click(given: Arguments) -> Action:
    at = _place(given, *_AT)
    return Tap(at.x, at.y)


def _double(given: Arguments) -> Action:
    at = _place(given, *_AT)
    return DoubleTap(at.x, at.y)


def _right(given: Arguments) -> Action:
    at = _place(given, *_AT)
    return RightClick(at.x, at.y)


def _long_press(given: Arguments) -> Action:
    at = _place(given, *_AT)
    time = (given.text("time") or "").strip()
    if not time:
        return LongPress(at.x, at.y)
    if _SECONDS.fullmatch(time) is None:
        raise given.reading.error("time as a number of seconds", given.position("time"))
    return LongPress(at.x, at.y, round(float(time) * 1000))


def _scroll(given: Arguments) -> Action:
    if given.has("end_box"):
        return _stroke(given, ("start_box",), ("end_box",))
    at = _place(given, *_AT)
    word = given.require("direction", given.word("direction", tuple(Direction)))
    return Scroll(Direction(word), x=at.x, y=at.y)


def _drag(given: Arguments) -> Action:
    return _stroke(given, ("start_point", "start_box"), ("end_point", "end_box"))


def _stroke(given: Arguments, start: tuple[str, ...], end: tuple[str, ...]) -> Action:
    begin, finish = _place(given, *start), _place(given, *end)
    return Swipe(begin.x, begin.y, finish.x, finish.y)


def _type(given: Arguments) -> Action:
    text = given.require("content", given.text("content"))
    if text.endswith("\n"):
        return Type(text[:-1], press_enter=True)
    return Type(text)


def _hotkey(given: Arguments) -> Action:
    return Hotkey(tuple(given.require("key", given.text("key")).split()))


FUNCTIONS: dict[str, Function] = {
    "click": Function(_AT, _click),
    "left_double": Function(_AT, _double),
    "right_single": Function(_AT, _right),
    "long_press": Function((*_AT, "time"), _long_press),
    "type": Function(("content",), _type),
    "scroll": Function((*_AT, "direction", "end_box"), _scroll),
    "drag": Function(("start_point", "end_point", "start_box", "end_box"), _drag),
    "open_app": Function(
        ("app_name",), lambda given: OpenApp(name=given.require("app_name", given.text("app_name")))
    ),
    "press_home": Function((), lambda _: Key("HOME")),
    "press_back": Function((), lambda _: Key("BACK")),
    "hotkey": Function(("key",), _hotkey),
    "wait": Function((), lambda _: Wait()),
    "call_user": Function((), lambda _: Takeover()),
    "finished": Function(("content",), lambda given: Finish(message=given.text("content"))),
}
