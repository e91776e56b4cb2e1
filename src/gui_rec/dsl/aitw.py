"""AITW's dual points (google-research/android_in_the_wild; CC-BY-4.0), as AITZ writes them: JSON, 0..1, y before x.

`result_touch_yx` and `result_lift_yx` may be lists or texts that hold lists. A touch and a lift at most 0.04 apart are
a tap (android_in_the_wild's action_matching.py), so a shorter swipe cannot be said.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from gui_rec.dsl._api import Signature
from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.functions import Function
from gui_rec.dsl.json_call import read_list, write_json
from gui_rec.dsl.json_dialect import JsonDialect
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.saying import AS_SWIPE, Said, kept, lost_fields, refused
from gui_rec.dsl.strokes import finger_path
from gui_rec.model.actions import Action, Button, Finish, FinishStatus, Key, Scroll, Swipe, Tap, Type
from gui_rec.model.geometry import Point, ScreenSize, Space

TAP_DISTANCE = 0.04
_POINTS = ("result_touch_yx", "result_lift_yx")
_TEXT = "result_action_text"
_TYPE, _DUAL_POINT, _BACK, _HOME, _ENTER, _COMPLETE, _IMPOSSIBLE = 3, 4, 5, 6, 7, 10, 11
_KEYS = {"BACK": _BACK, "HOME": _HOME, "ENTER": _ENTER}
_ENDS = {FinishStatus.SUCCESS: _COMPLETE, FinishStatus.INFEASIBLE: _IMPOSSIBLE}
_NOWHERE = (-1.0, -1.0)
_WORDS: dict[str, tuple[str, ...]] = {}
_SIGNATURES = (
    Signature(
        '{"result_action_type": 4, "result_touch_yx": "[y1, x1]", "result_lift_yx": "[y2, x2]"}',
        "touch at (x1, y1) and lift at (x2, y2); the same place is a tap",
    ),
    Signature('{"result_action_type": 3, "result_action_text": <text>}', "enter text in the focused field"),
    Signature('{"result_action_type": 5}', "go back"),
    Signature('{"result_action_type": 6}', "go to the home screen"),
    Signature('{"result_action_type": 7}', "press enter"),
    Signature('{"result_action_type": 10}', "the task is complete"),
    Signature('{"result_action_type": 11}', "the task is impossible"),
)


def _dual(given: Arguments) -> Action:
    touch, lift = (given.place(name) for name in _POINTS)
    pairs = [_raw(given, name) for name in _POINTS]
    # The distance is taken in the dialect's own unit square, not in pixels.
    if math.dist(*pairs) <= TAP_DISTANCE:
        return Tap(touch.x, touch.y)
    return Swipe(touch.x, touch.y, lift.x, lift.y)


def _raw(given: Arguments, name: str) -> tuple[float, float]:
    value = next(argument.value for argument in given.call.arguments if argument.name == name)
    assert isinstance(value, tuple)  # `place` has looked at it
    first, second = (float(item) for item in value if isinstance(item, int | float))
    return first, second


def _text(given: Arguments) -> Action:
    return Type(given.require("result_action_text", given.text("result_action_text")))


def _always(action: Action) -> Callable[[Arguments], Action]:
    return lambda _: action


_FUNCTIONS: dict[str, Function] = {
    str(_TYPE): Function(("result_action_text",), _text),
    str(_DUAL_POINT): Function(_POINTS, _dual),
    **{str(number): Function((), _always(Key(code))) for code, number in _KEYS.items()},
    **{str(number): Function((), _always(Finish(end))) for end, number in _ENDS.items()},
}


class AitwCodec(JsonDialect):
    """AITW; see the module for its grammar."""

    name = "aitw"
    numbers = Numbers(Space.NORM01_YX, decimals=6)
    signatures = _SIGNATURES
    words = _WORDS
    key = "result_action_type"
    functions = _FUNCTIONS

    def prepared(self, reading: Reading, found: dict[str, object], position: int) -> dict[str, object]:
        """Points as lists, and what the kind does not use left out where it says nothing."""
        record = dict(found)
        for name in _POINTS:
            if isinstance(record.get(name), str):
                record[name] = read_list(reading, str(record[name]), position)
        unused = {_TYPE: _POINTS, _DUAL_POINT: (_TEXT,)}.get(_kind(record), (*_POINTS, _TEXT))
        return {
            name: value for name, value in record.items() if name not in unused or not _says_nothing(value)
        }

    def say(self, action: Action, screen: ScreenSize | None) -> Said:
        """See `Dialect.say`."""
        match action:
            case Tap(button=Button.LEFT, clicks=1):
                at = Point(action.x, action.y)
                return kept(self._dual(at, at, screen), *lost_fields(action, "sensitive", "message"))
            case Swipe() | Scroll():
                return self._stroke(action, screen)
            case Type(press_enter=False, x=None):
                lost = lost_fields(action, "clear_before")
                return kept(_object(_TYPE, result_action_text=action.text), *lost)
            case Key(code=code, presses=1) if code in _KEYS:
                return kept(_object(_KEYS[code]))
            case Finish(status=status) if status in _ENDS:
                return kept(_object(_ENDS[status]), *lost_fields(action, "message"))
            case _:
                return refused(f"there is no such {action.type}")

    def _stroke(self, action: Swipe | Scroll, screen: ScreenSize | None) -> Said:
        start, end = finger_path(action, screen)
        if math.dist((start.x, start.y), (end.x, end.y)) <= TAP_DISTANCE + 1e-5:
            return refused(f"a stroke of at most {TAP_DISTANCE} of the screen is a tap")
        call = self._dual(start, end, screen)
        if isinstance(action, Scroll):
            return kept(call, AS_SWIPE)
        return kept(call, *lost_fields(action, "duration_ms"))

    def _dual(self, start: Point, end: Point, screen: ScreenSize | None) -> str:
        pairs = (self.numbers.write(point.x, point.y, screen) for point in (start, end))
        written = [f"[{first!r}, {second!r}]" for first, second in pairs]
        return _object(_DUAL_POINT, **dict(zip(_POINTS, written, strict=True)))


def _kind(record: dict[str, object]) -> int:
    """Its action's number; -1 for what is none."""
    kind = record.get("result_action_type")
    return kind if isinstance(kind, int) and not isinstance(kind, bool) else -1


def _says_nothing(value: object) -> bool:
    """What rows hold in the columns that an action does not use."""
    return value == "" or (isinstance(value, list) and tuple(value) == _NOWHERE)


def _object(kind: int, **fields: object) -> str:
    return write_json({"result_action_type": kind, **fields}, "aitw")


CODEC = AitwCodec()
