"""ScaleCUA's Android planning set, read: eleven functions to canonical actions.

Names, parameters and defaults: OpenGVLab/ScaleCUA, playground/config/prompt_template/ours_android.json.
A default that says how long (wait 3 in the prompt, 5 in the environment) is not filled in: who performs the
action decides, and records what it did.
"""

from __future__ import annotations

from dataclasses import replace

from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.call_syntax import Call
from gui_rec.dsl.functions import Function, Functions, decode_by
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.strokes import CONTENT_OF_FINGER, agrees, stroke
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
    Takeover,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import Point, ScreenSize, Space

NUMBERS = Numbers(Space.NORM01, decimals=4)
"""Four decimals, as in ScaleCUA's data: the same pixel on every screen below 10 000 px."""
_STATUSES = (FinishStatus.SUCCESS.value, FinishStatus.FAILURE.value)
_ALIASES = {"callUser": "call_user"}
"""The environment's own spelling where it differs from the prompt's."""


def decode_call(
    reading: Reading, call: Call, screen: ScreenSize | None, functions: Functions | None = None
) -> Action:
    """The action that one call says, of the Android set unless `functions` says otherwise. Raises DslError with its position."""
    name = call.name
    if name in _ALIASES:
        reading.repair(f"{name} read as {_ALIASES[name]}", _ALIASES[name], call.position)
        name = _ALIASES[name]
        call = replace(call, name=name)
    return decode_by(FUNCTIONS if functions is None else functions, reading, call, NUMBERS, screen)


def _click(arguments: Arguments) -> Action:
    point = arguments.point("x", "y")
    clicks = arguments.whole("clicks")
    button = arguments.word("button", tuple(Button)) or Button.LEFT
    return Tap(point.x, point.y, Button(button), 1 if clicks is None else clicks)


def _long_press(arguments: Arguments) -> Action:
    point = arguments.point("x", "y")
    return LongPress(point.x, point.y, arguments.milliseconds("duration"))


def _swipe(arguments: Arguments) -> Action:
    start, end = arguments.pair("from_coord"), arguments.pair("to_coord")
    finger = arguments.word("direction", tuple(CONTENT_OF_FINGER))
    amount = arguments.number("amount")
    if start is not None and end is not None:
        return _swipe_between(arguments, start, end, finger, amount)
    if end is not None:
        raise arguments.reading.error("from_coord beside to_coord", arguments.position("to_coord"))
    if finger is None:
        raise arguments.reading.error("from_coord and to_coord, or a direction", arguments.call.position)
    if amount is not None and not 0 < amount <= 1:
        raise arguments.reading.error(
            "amount as a share of the screen, more than 0 and at most 1", arguments.position("amount")
        )
    begin, finish = stroke(finger, amount, start, arguments.screen)
    return Scroll(CONTENT_OF_FINGER[finger], amount, None, None, begin.x, begin.y, finish.x, finish.y)


def _swipe_between(
    arguments: Arguments,
    start: Point,
    end: Point,
    finger: str | None,
    amount: float | None,
) -> Action:
    plain = Swipe(start.x, start.y, end.x, end.y)
    if finger is None:
        if amount is not None:
            raise arguments.reading.error("no amount beside two points", arguments.position("amount"))
        return plain
    if not agrees(finger, start, end):
        arguments.reading.repair(
            "direction that contradicts the points dropped",
            "a direction that agrees with the points",
            arguments.position("direction"),
        )
        return plain
    return Scroll(CONTENT_OF_FINGER[finger], amount, None, None, start.x, start.y, end.x, end.y)


def _open_app(arguments: Arguments) -> Action:
    return OpenApp(name=arguments.require("app_name", arguments.text("app_name")))


def _write(arguments: Arguments) -> Action:
    return Type(arguments.require("message", arguments.text("message")))


def _wait(arguments: Arguments) -> Action:
    return Wait(arguments.milliseconds("seconds"))


def _response(arguments: Arguments) -> Action:
    return Answer(arguments.require("answer", arguments.text("answer")))


def _terminate(arguments: Arguments) -> Action:
    if arguments.text("status") == "fail":
        arguments.reading.repair(
            "status 'fail' read as 'failure'", "success or failure", arguments.position("status")
        )
        status: str | None = FinishStatus.FAILURE.value
    else:
        status = arguments.word("status", _STATUSES)
    return Finish(FinishStatus(status or FinishStatus.SUCCESS), arguments.text("info"))


FUNCTIONS: dict[str, Function] = {
    "click": Function(("x", "y", "clicks", "button"), _click),
    "swipe": Function(("from_coord", "to_coord", "direction", "amount"), _swipe),
    "long_press": Function(("x", "y", "duration"), _long_press),
    "open_app": Function(("app_name",), _open_app),
    "navigate_home": Function((), lambda _: Key("HOME")),
    "navigate_back": Function((), lambda _: Key("BACK")),
    "write": Function(("message",), _write),
    "call_user": Function((), lambda _: Takeover()),
    "wait": Function(("seconds",), _wait),
    "response": Function(("answer",), _response),
    "terminate": Function(("status", "info"), _terminate),
}
"""Parameter order is the prompt's, so that positional arguments mean what it says."""
