"""AndroidWorld's JSONAction (google-research/android_world, env/json_action.py, Apache-2.0), in pixels of the screen.

Meaning: env/actuation.py. `input_text` taps the place it names, types, and presses Enter always. A scroll's direction
is the content's; a swipe's is the finger's, but for left and right it is the other way round there, and so it is here.
An `index` into the agent's own list of elements cannot be read without that list, and is an error.
"""

from __future__ import annotations

from gui_rec.dsl._api import Signature
from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.functions import Function
from gui_rec.dsl.json_call import write_json
from gui_rec.dsl.json_dialect import JsonDialect
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.saying import Said, app_by_name, kept, lost_fields, refused
from gui_rec.model.actions import (
    Action,
    Answer,
    Button,
    Direction,
    DoubleTap,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import ScreenSize, Space

WAIT_MS = 1000
"""What its executor waits."""
_KEYS = {"BACK": "navigate_back", "HOME": "navigate_home", "ENTER": "keyboard_enter"}
_STATUSES = {"complete": FinishStatus.SUCCESS, "infeasible": FinishStatus.INFEASIBLE}
_SWIPES = {"up": Direction.DOWN, "down": Direction.UP, "left": Direction.LEFT, "right": Direction.RIGHT}
_SIGNATURES = (
    Signature('{"action_type": "click", "x": <x>, "y": <y>}', "touch the screen at (x, y)"),
    Signature('{"action_type": "double_tap", "x": <x>, "y": <y>}', "touch twice"),
    Signature('{"action_type": "long_press", "x": <x>, "y": <y>}', "touch and hold"),
    Signature(
        '{"action_type": "input_text", "text": <text>, "x": <x>, "y": <y>}',
        'touch the field, enter text and press enter; "clear_text": true clears the field first',
    ),
    Signature('{"action_type": "keyboard_enter"}', "press enter"),
    Signature('{"action_type": "navigate_home"}', "go to the home screen"),
    Signature('{"action_type": "navigate_back"}', "go back"),
    Signature('{"action_type": "scroll", "direction": <up, down, left, right>}', "show more on that side"),
    Signature('{"action_type": "open_app", "app_name": <name>}', "open the app of that name"),
    Signature('{"action_type": "wait"}', "let a second pass"),
    Signature('{"action_type": "answer", "text": <text>}', "answer the question"),
    Signature('{"action_type": "status", "goal_status": <complete or infeasible>}', "end the task"),
)


def _at(given: Arguments) -> tuple[float, float]:
    if given.has("index"):
        raise given.reading.error(
            "x and y (an index needs the agent's own list of elements)", given.position("index")
        )
    point = given.point("x", "y")
    return point.x, point.y


def _typed(given: Arguments) -> Action:
    has_place = given.has("x") or given.has("y") or given.has("index")
    x, y = _at(given) if has_place else (None, None)
    text = given.require("text", given.text("text"))
    return Type(text, bool(given.flag("clear_text")), press_enter=True, x=x, y=y)


def _direction(given: Arguments) -> str:
    if given.has("index"):
        _at(given)
    return given.require("direction", given.word("direction", tuple(Direction)))


def _status(given: Arguments) -> Action:
    word = given.require("goal_status", given.word("goal_status", tuple(_STATUSES)))
    return Finish(_STATUSES[word])


def _words(given: Arguments, name: str) -> str:
    return given.require(name, given.text(name))


_AT = ("x", "y", "index")
_FUNCTIONS: dict[str, Function] = {
    "click": Function(_AT, lambda given: Tap(*_at(given))),
    "double_tap": Function(_AT, lambda given: DoubleTap(*_at(given))),
    "long_press": Function(_AT, lambda given: LongPress(*_at(given))),
    "input_text": Function(("text", *_AT, "clear_text"), _typed),
    "keyboard_enter": Function((), lambda _: Key("ENTER")),
    "navigate_back": Function((), lambda _: Key("BACK")),
    "navigate_home": Function((), lambda _: Key("HOME")),
    "open_app": Function(("app_name",), lambda given: OpenApp(name=_words(given, "app_name"))),
    "scroll": Function(("direction", "index"), lambda given: Scroll(Direction(_direction(given)))),
    "swipe": Function(("direction", "index"), lambda given: Scroll(_SWIPES[_direction(given)])),
    "wait": Function((), lambda _: Wait(WAIT_MS)),
    "answer": Function(("text",), lambda given: Answer(_words(given, "text"))),
    "status": Function(("goal_status",), _status),
}


class AndroidWorldCodec(JsonDialect):
    """AndroidWorld; see the module for its grammar."""

    name = "androidworld"
    numbers = Numbers(Space.PX)
    signatures = _SIGNATURES
    words = {"action": (), "reason": ("thought",)}  # noqa: RUF012 - read only
    key = "action_type"
    functions = _FUNCTIONS
    label = "Reason"

    def say(self, action: Action, screen: ScreenSize | None) -> Said:
        """See `Dialect.say`."""
        match action:
            case Tap() | DoubleTap() | LongPress():
                return self._touch(action, screen)
            case Type():
                return self._type(action, screen)
            case Scroll():
                lost = lost_fields(action, "amount", "x", "x1", "duration_ms")
                return kept(_object("scroll", direction=action.direction.value), *lost)
            case Key() | OpenApp() | Wait() | Answer() | Finish():
                return _say_rest(action)
            case _:
                return refused(f"there is no {action.type}")

    def _place(self, x: float, y: float, screen: ScreenSize | None) -> dict[str, object]:
        first, second = self.numbers.write(x, y, screen)
        return {"x": int(first), "y": int(second)}

    def _touch(self, action: Tap | DoubleTap | LongPress, screen: ScreenSize | None) -> Said:
        at = self._place(action.x, action.y, screen)
        if isinstance(action, DoubleTap):
            return kept(_object("double_tap", **at))
        if isinstance(action, LongPress):
            return kept(_object("long_press", **at), *lost_fields(action, "duration_ms"))
        if action.button is not Button.LEFT or action.clicks != 1:
            return refused("a click has one finger and one click")
        return kept(_object("click", **at), *lost_fields(action, "sensitive", "message"))

    def _type(self, action: Type, screen: ScreenSize | None) -> Said:
        at = {} if action.x is None or action.y is None else self._place(action.x, action.y, screen)
        clear = {"clear_text": True} if action.clear_before else {}
        lost = None if action.press_enter else "that Enter is not pressed (input_text always does)"
        return kept(_object("input_text", text=action.text, **at, **clear), lost)


def _object(kind: str, **fields: object) -> str:
    return write_json({"action_type": kind, **fields}, "androidworld")


def _say_rest(action: Key | OpenApp | Wait | Answer | Finish) -> Said:
    match action:
        case Key():
            if action.code not in _KEYS or action.presses != 1:
                return refused(f"there is no key {action.code} pressed {action.presses} times")
            return kept(_object(_KEYS[action.code]))
        case OpenApp():
            name, lost = app_by_name(action)
            return kept(_object("open_app", app_name=name), *lost)
        case Wait():
            return kept(
                _object("wait"),
                None if action.duration_ms == WAIT_MS else f"duration_ms (it waits {WAIT_MS})",
            )
        case Answer():
            return kept(_object("answer", text=action.text))
        case Finish():
            return _finish(action)


def _finish(action: Finish) -> Said:
    if action.status is FinishStatus.UNKNOWN:
        return refused("a status claims complete or infeasible, and this finish claims neither")
    complete = action.status is FinishStatus.SUCCESS
    lost = "that it failed (it comes back as infeasible)" if action.status is FinishStatus.FAILURE else None
    call = _object("status", goal_status="complete" if complete else "infeasible")
    return kept(call, lost, *lost_fields(action, "message"))


CODEC = AndroidWorldCodec()
