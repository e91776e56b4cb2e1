"""The actions of a `mobile_use` tool call, read, in the spellings of all who use it."""

from __future__ import annotations

from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.functions import Function
from gui_rec.dsl.strokes import CONTENT_OF_FINGER, stroke
from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
)

BUTTONS = {"Back": "BACK", "Home": "HOME", "Menu": "APP_SWITCH", "Enter": "ENTER"}
"""The cookbook's Menu is the phone's list of recent apps."""
STATUSES = {
    "success": FinishStatus.SUCCESS,
    "failure": FinishStatus.FAILURE,
    "fail": FinishStatus.FAILURE,
}


def _click(given: Arguments) -> Action:
    at = given.box("coordinate")
    return Tap(at.x, at.y)


def _double_click(given: Arguments) -> Action:
    at = given.box("coordinate")
    return DoubleTap(at.x, at.y)


def _long_press(given: Arguments) -> Action:
    at = given.box("coordinate")
    return LongPress(at.x, at.y, given.milliseconds("time"))


def _swipe(given: Arguments) -> Action:
    if not given.has("direction"):
        start, end = given.place("coordinate"), given.place("coordinate2")
        return Swipe(start.x, start.y, end.x, end.y)
    finger = given.require("direction", given.word("direction", tuple(CONTENT_OF_FINGER)))
    begin, finish = stroke(finger, None, given.pair("coordinate"), given.screen)
    return Scroll(CONTENT_OF_FINGER[finger], None, None, None, begin.x, begin.y, finish.x, finish.y)


def _drag(given: Arguments) -> Action:
    start, end = given.place("start_coordinate"), given.place("end_coordinate")
    return Swipe(start.x, start.y, end.x, end.y)


def _button(given: Arguments) -> Action:
    word = given.require("button", given.word("button", (*BUTTONS, *(name.lower() for name in BUTTONS))))
    return Key(BUTTONS[word.capitalize()])


def _key(given: Arguments) -> Action:
    name = given.require("text", given.text("text"))
    return given.checked(lambda: Key(name.upper()), given.position("text"))


def _terminate(given: Arguments) -> Action:
    return Finish(STATUSES[given.require("status", given.word("status", tuple(STATUSES)))])


def _words(given: Arguments) -> str:
    return given.require("text", given.text("text"))


FUNCTIONS: dict[str, Function] = {
    "click": Function(("coordinate",), _click),
    "double_click": Function(("coordinate",), _double_click),
    "long_press": Function(("coordinate", "time"), _long_press),
    "swipe": Function(("coordinate", "coordinate2", "direction"), _swipe),
    "drag": Function(("start_coordinate", "end_coordinate"), _drag),
    "type": Function(("text",), lambda given: Type(_words(given))),
    "key": Function(("text",), _key),
    "system_button": Function(("button",), _button),
    "open": Function(("text",), lambda given: OpenApp(name=_words(given))),
    "wait": Function(("time",), lambda given: Wait(given.milliseconds("time"))),
    "answer": Function(("text",), lambda given: Answer(_words(given))),
    "interact": Function(("text",), lambda given: AskUser(given.text("text"))),
    "ask_user": Function(("text",), lambda given: AskUser(given.text("text"))),
    "terminate": Function(("status",), _terminate),
}
