"""AndroidControl's actions (google-research/android_control; CC-BY-4.0), in pixels of the screen.

A scroll's direction is the content's. `type` is a touch, text and Enter in one; `input_text` is the text alone. Its
episodes end without an action, so there is no way to say that a task is done.
"""

from __future__ import annotations

from gui_rec.dsl._api import Signature
from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.functions import Function
from gui_rec.dsl.json_call import write_json
from gui_rec.dsl.json_dialect import JsonDialect
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.saying import Said, app_by_name, kept, lost_fields, refused
from gui_rec.model.actions import Action, Button, Direction, Key, LongPress, OpenApp, Scroll, Tap, Type, Wait
from gui_rec.model.geometry import ScreenSize, Space

_KEYS = {"BACK": "navigate_back", "HOME": "navigate_home"}
_SIGNATURES = (
    Signature('{"action_type": "click", "x": <x>, "y": <y>}', "touch the screen at (x, y)"),
    Signature('{"action_type": "long_press", "x": <x>, "y": <y>}', "touch and hold"),
    Signature('{"action_type": "scroll", "direction": <up, down, left, right>}', "show more on that side"),
    Signature('{"action_type": "input_text", "text": <text>}', "enter text in the focused field"),
    Signature('{"action_type": "open_app", "app_name": <name>}', "open the app of that name"),
    Signature('{"action_type": "navigate_home"}', "go to the home screen"),
    Signature('{"action_type": "navigate_back"}', "go back"),
    Signature('{"action_type": "wait"}', "let time pass"),
)


def _at(given: Arguments) -> tuple[float, float]:
    point = given.point("x", "y")
    return point.x, point.y


def _words(given: Arguments, name: str) -> str:
    return given.require(name, given.text(name))


def _typed(given: Arguments) -> Action:
    x, y = _at(given)
    return Type(_words(given, "text"), press_enter=True, x=x, y=y)


def _scroll(given: Arguments) -> Action:
    return Scroll(Direction(given.require("direction", given.word("direction", tuple(Direction)))))


_FUNCTIONS: dict[str, Function] = {
    "click": Function(("x", "y"), lambda given: Tap(*_at(given))),
    "long_press": Function(("x", "y"), lambda given: LongPress(*_at(given))),
    "scroll": Function(("direction",), _scroll),
    "open_app": Function(("app_name",), lambda given: OpenApp(name=_words(given, "app_name"))),
    "input_text": Function(("text",), lambda given: Type(_words(given, "text"))),
    "type": Function(("x", "y", "text"), _typed),
    "navigate_home": Function((), lambda _: Key("HOME")),
    "navigate_back": Function((), lambda _: Key("BACK")),
    "wait": Function((), lambda _: Wait()),
}


class AndroidControlCodec(JsonDialect):
    """AndroidControl; see the module for its grammar."""

    name = "android_control"
    numbers = Numbers(Space.PX)
    signatures = _SIGNATURES
    words = {}  # noqa: RUF012 - read only
    key = "action_type"
    functions = _FUNCTIONS

    def say(self, action: Action, screen: ScreenSize | None) -> Said:
        """See `Dialect.say`."""
        match action:
            case Tap() | LongPress():
                return self._touch(action, screen)
            case Type():
                return self._type(action, screen)
            case Scroll():
                lost = lost_fields(action, "amount", "x", "x1", "duration_ms")
                return kept(_object("scroll", direction=action.direction.value), *lost)
            case Key(code=code, presses=1) if code in _KEYS:
                return kept(_object(_KEYS[code]))
            case OpenApp():
                name, lost = app_by_name(action)
                return kept(_object("open_app", app_name=name), *lost)
            case Wait():
                return kept(_object("wait"), *lost_fields(action, "duration_ms"))
            case _:
                return refused(f"there is no such {action.type}")

    def _place(self, x: float, y: float, screen: ScreenSize | None) -> dict[str, object]:
        first, second = self.numbers.write(x, y, screen)
        return {"x": int(first), "y": int(second)}

    def _touch(self, action: Tap | LongPress, screen: ScreenSize | None) -> Said:
        at = self._place(action.x, action.y, screen)
        if isinstance(action, LongPress):
            return kept(_object("long_press", **at), *lost_fields(action, "duration_ms"))
        if action.button is not Button.LEFT or action.clicks != 1:
            return refused("a click has one finger and one click")
        return kept(_object("click", **at), *lost_fields(action, "sensitive", "message"))

    def _type(self, action: Type, screen: ScreenSize | None) -> Said:
        has_place = action.x is not None and action.y is not None
        if has_place != action.press_enter:
            return refused("a field is named and Enter pressed together (type), or neither (input_text)")
        if action.x is None or action.y is None:
            return kept(_object("input_text", text=action.text), *lost_fields(action, "clear_before"))
        at = self._place(action.x, action.y, screen)
        return kept(_object("type", **at, text=action.text), *lost_fields(action, "clear_before"))


def _object(kind: str, **fields: object) -> str:
    return write_json({"action_type": kind, **fields}, "android_control")


CODEC = AndroidControlCodec()
