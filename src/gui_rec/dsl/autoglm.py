"""The dialect of Open-AutoGLM (zai-org/Open-AutoGLM, Apache-2.0): `<think>…</think><answer>do(action="Tap", element=[x,y])</answer>`.

Grammar: phone_agent/config/prompts_{zh,en}.py; meaning: actions/handler.py. Exactly one call; numbers are 0..999,
executed as int(v/1000*size). Typing clears the field first, and `finish` claims neither success nor failure.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gui_rec.dsl._api import Decoded, Signature
from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.autoglm_encode import LONG_PRESS_MS, say
from gui_rec.dsl.call_syntax import Argument, Call
from gui_rec.dsl.dialect import Dialect
from gui_rec.dsl.functions import Function, decode_by
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.saying import Said
from gui_rec.dsl.wrapping import AUTOGLM, unwrap, wrap
from gui_rec.model.actions import (
    Action,
    AskUser,
    CallApi,
    DoubleTap,
    Finish,
    Key,
    LongPress,
    Note,
    OpenApp,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import ScreenSize, Space

NUMBERS = Numbers(Space.REL1000_FLOOR, top=999)
_SECONDS = re.compile(r"(\d{1,4}(?:\.\d{1,3})?) seconds")
_LOOSE_SECONDS = re.compile(r"\s*(\d{1,4}(?:\.\d{1,3})?)\s*(?:s|sec|secs|second|seconds|秒)?\s*")

_WORDS = {"answer": (), "think": ("thought",)}
_SIGNATURES = (
    Signature('do(action="Launch", app="xxx")', "open the app of that name"),
    Signature('do(action="Tap", element=[x,y])', "touch the screen at (x, y)"),
    Signature(
        'do(action="Tap", element=[x,y], message="xxx")',
        "the same where the person must confirm first; the message says why",
    ),
    Signature('do(action="Type", text="xxx")', "clear the focused field and enter text"),
    Signature('do(action="Swipe", start=[x1,y1], end=[x2,y2])', "move the finger from one point to another"),
    Signature('do(action="Long Press", element=[x,y])', "touch and hold at (x, y)"),
    Signature('do(action="Double Tap", element=[x,y])', "touch twice at (x, y)"),
    Signature('do(action="Back")', "go back"),
    Signature('do(action="Home")', "go to the home screen"),
    Signature('do(action="Wait", duration="x seconds")', "let time pass"),
    Signature('do(action="Note", message="True")', "remember what the page shows"),
    Signature('do(action="Call_API", instruction="xxx")', "sum up or comment on what was remembered"),
    Signature('do(action="Interact")', "ask the person which of several options is meant"),
    Signature('do(action="Take_over", message="xxx")', "hand over to the person, for a login for instance"),
    Signature('finish(message="xxx")', "end the task; the message says what was done"),
)


class AutoGlmCodec(Dialect):
    """Open-AutoGLM; see the module for its grammar."""

    name = "autoglm"
    numbers = NUMBERS
    signatures = _SIGNATURES
    words = _WORDS

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        parts = unwrap(reading, AUTOGLM)
        if len(parts.calls) > 1:
            raise reading.error("one call and no more", parts.calls[1].position)
        action = decode_by(ACTIONS, reading, _named(reading, parts.calls[0]), NUMBERS, screen)
        return Decoded((action,), parts.thought, None, tuple(reading.repairs))

    def say(self, action: Action, screen: ScreenSize | None) -> Said:
        """See `Dialect.say`."""
        return say(action, NUMBERS, screen)

    def wrap(self, wrapping: str, call: str, words: dict[str, str]) -> str:  # noqa: ARG002 - its words are all
        """See `Dialect.wrap`."""
        return wrap(AUTOGLM, call, words)


def _named(reading: Reading, call: Call) -> Call:
    """`do(action="Tap", ...)` as a call of Tap."""
    if call.name == "finish":
        return call
    if call.name != "do":
        raise reading.error("do(action=...) or finish(message=...)", call.position)
    name = next((argument for argument in call.arguments if argument.name == "action"), None)
    if name is None or not isinstance(name.value, str) or name.value == "finish":
        raise reading.error("action as quoted text", call.position if name is None else name.position)
    rest: tuple[Argument, ...] = tuple(argument for argument in call.arguments if argument is not name)
    return replace(call, name=name.value, arguments=rest)


def _tap(given: Arguments) -> Action:
    at, message = given.place("element"), given.text("message")
    return Tap(at.x, at.y, sensitive=message is not None, message=message)


def _swipe(given: Arguments) -> Action:
    start, end = given.place("start"), given.place("end")
    return Swipe(start.x, start.y, end.x, end.y)


def _wait(given: Arguments) -> Action:
    return Wait(_milliseconds(given) if given.has("duration") else None)


def _milliseconds(given: Arguments) -> int:
    loose = given.reading.lenient
    value = str(given.number("duration")) if loose and _is_number(given) else given.text("duration") or ""
    exact = _SECONDS.fullmatch(value)
    found = exact or (_LOOSE_SECONDS.fullmatch(value) if loose else None)
    if found is None:
        raise given.reading.error('duration as "x seconds"', given.position("duration"))
    if exact is None:
        given.reading.repair(f"duration {value!r} read as seconds", "x seconds", given.position("duration"))
    return round(float(found[1]) * 1000)


def _is_number(given: Arguments) -> bool:
    value = next(argument.value for argument in given.call.arguments if argument.name == "duration")
    return isinstance(value, int | float) and not isinstance(value, bool)


def _typed(given: Arguments) -> Action:
    return Type(given.require("text", given.text("text")), clear_before=True)


def _long_press(given: Arguments) -> Action:
    at = given.place("element")
    return LongPress(at.x, at.y, LONG_PRESS_MS)


def _double_tap(given: Arguments) -> Action:
    at = given.place("element")
    return DoubleTap(at.x, at.y)


ACTIONS: dict[str, Function] = {
    "Launch": Function(("app",), lambda given: OpenApp(name=given.require("app", given.text("app")))),
    "Tap": Function(("element", "message"), _tap),
    "Type": Function(("text",), _typed),
    "Type_Name": Function(("text",), _typed),
    "Interact": Function((), lambda _: AskUser()),
    "Swipe": Function(("start", "end"), _swipe),
    "Note": Function(("message",), lambda given: Note(given.require("message", given.text("message")))),
    "Call_API": Function(
        ("instruction",), lambda given: CallApi(given.require("instruction", given.text("instruction")))
    ),
    "Long Press": Function(("element",), _long_press),
    "Double Tap": Function(("element",), _double_tap),
    "Take_over": Function(("message",), lambda given: Takeover(given.text("message"))),
    "Back": Function((), lambda _: Key("BACK")),
    "Home": Function((), lambda _: Key("HOME")),
    "Wait": Function(("duration",), _wait),
    "finish": Function(
        ("message",), lambda given: Finish(message=given.require("message", given.text("message")))
    ),
}
CODEC = AutoGlmCodec()
