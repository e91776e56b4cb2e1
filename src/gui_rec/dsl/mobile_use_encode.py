"""The actions of a `mobile_use` tool call, written in one of its spellings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gui_rec.dsl.json_call import write_json
from gui_rec.dsl.mobile_use_decode import BUTTONS
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.saying import AS_SWIPE, Said, app_by_name, kept, lost_fields, refused
from gui_rec.dsl.strokes import finger_path
from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    Button,
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
from gui_rec.model.geometry import Point, ScreenSize

_BUTTON_OF = {code: name for name, code in BUTTONS.items()}


@dataclass(frozen=True, slots=True)
class Spelling:
    """What one model's prompt has of the family's actions, and how it spells them."""

    has_key: bool = False
    has_open: bool = False
    answers: bool = True
    ask: str | None = None
    lower_buttons: bool = False
    times: bool = True
    failure: str = "failure"
    doubles: bool = False
    drags: bool = False
    thinking: bool = False

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of its actions."""
        optional = {
            "key": self.has_key,
            "open": self.has_open,
            "answer": self.answers,
            "double_click": self.doubles,
            "drag": self.drags,
            "swipe": not self.drags,
        }
        names = (
            "click",
            "double_click",
            "long_press",
            "swipe",
            "drag",
            "type",
            "key",
            "system_button",
            "open",
        )
        asked = () if self.ask is None else (self.ask,)
        every = (*names, "wait", "answer", *asked, "terminate")
        return tuple(name for name in every if optional.get(name, True))


def say(action: Action, numbers: Numbers, spelling: Spelling, screen: ScreenSize | None) -> Said:
    """`action` as the JSON of a tool call, and how much of it that keeps."""
    match action:
        case Tap() | DoubleTap() | LongPress():
            return _say_touch(action, numbers, spelling, screen)
        case Swipe() | Scroll():
            return _say_stroke(action, numbers, spelling, screen)
        case Type() | OpenApp() | Key():
            return _say_input(action, spelling)
        case Wait() | Answer() | AskUser() | Finish():
            return _say_rest(action, spelling)
        case _:
            return refused(f"there is no {action.type}")


def _call(action: str, **arguments: object) -> str:
    record: Mapping[str, object] = {
        "name": "mobile_use",
        "arguments": {
            "action": action,
            **{key: value for key, value in arguments.items() if value is not None},
        },
    }
    return write_json(record, "mobile_use")


def _seconds(duration_ms: int | None) -> float | int | None:
    if duration_ms is None:
        return None
    return duration_ms // 1000 if duration_ms % 1000 == 0 else duration_ms / 1000


def _place(x: float, y: float, numbers: Numbers, screen: ScreenSize | None) -> list[int]:
    return [int(number) for number in numbers.write(x, y, screen)]


def _say_touch(
    action: Tap | DoubleTap | LongPress, numbers: Numbers, spelling: Spelling, screen: ScreenSize | None
) -> Said:
    at = _place(action.x, action.y, numbers, screen)
    if isinstance(action, DoubleTap):
        if not spelling.doubles:
            return refused("there is no double_tap")
        return kept(_call("double_click", coordinate=at), numbers.loss)
    if isinstance(action, LongPress):
        time = _seconds(action.duration_ms) if spelling.times else None
        lost = () if spelling.times else lost_fields(action, "duration_ms")
        return kept(_call("long_press", coordinate=at, time=time), numbers.loss, *lost)
    if action.button is not Button.LEFT or action.clicks != 1:
        return refused("a click has one finger and one click")
    return kept(_call("click", coordinate=at), numbers.loss, *lost_fields(action, "sensitive", "message"))


def _say_stroke(
    action: Swipe | Scroll, numbers: Numbers, spelling: Spelling, screen: ScreenSize | None
) -> Said:
    ends: tuple[Point, Point] = finger_path(action, screen)
    start, end = (_place(point.x, point.y, numbers, screen) for point in ends)
    if spelling.drags:
        call = _call("drag", start_coordinate=start, end_coordinate=end)
    else:
        call = _call("swipe", coordinate=start, coordinate2=end)
    if isinstance(action, Scroll):
        return kept(call, numbers.loss, AS_SWIPE)
    return kept(call, numbers.loss, *lost_fields(action, "duration_ms"))


def _say_input(action: Type | OpenApp | Key, spelling: Spelling) -> Said:
    if isinstance(action, Key):
        return _say_key(action, spelling)
    if isinstance(action, OpenApp):
        if not spelling.has_open:
            return refused("there is no open_app")
        name, lost = app_by_name(action)
        return kept(_call("open", text=name), *lost)
    if action.press_enter:
        return refused("type does not press Enter; that is an action of its own")
    if action.x is not None:
        return refused("type cannot name its field")
    return kept(_call("type", text=action.text), *lost_fields(action, "clear_before"))


def _say_key(action: Key, spelling: Spelling) -> Said:
    if action.presses != 1:
        return refused(f"a key is pressed once, not {action.presses} times")
    if action.code in _BUTTON_OF:
        name = _BUTTON_OF[action.code]
        return kept(_call("system_button", button=name.lower() if spelling.lower_buttons else name))
    if not spelling.has_key:
        return refused(f"there is no key {action.code}")
    return kept(_call("key", text=action.code.lower()))


def _say_rest(action: Wait | Answer | AskUser | Finish, spelling: Spelling) -> Said:
    match action:
        case Wait():
            lost = () if spelling.times else lost_fields(action, "duration_ms")
            return kept(_call("wait", time=_seconds(action.duration_ms) if spelling.times else None), *lost)
        case Answer():
            if not spelling.answers:
                return refused("there is no answer")
            return kept(_call("answer", text=action.text))
        case AskUser():
            if spelling.ask is None:
                return refused("there is no ask_user")
            return kept(_call(spelling.ask, text=action.message))
        case Finish():
            return _say_finish(action, spelling)


def _say_finish(action: Finish, spelling: Spelling) -> Said:
    if action.status is FinishStatus.UNKNOWN:
        return refused("terminate claims success or failure, and this finish claims neither")
    word = "success" if action.status is FinishStatus.SUCCESS else spelling.failure
    infeasible = action.status is FinishStatus.INFEASIBLE
    lost = "that it is infeasible (it comes back as a failure)" if infeasible else None
    return kept(_call("terminate", status=word), lost, *lost_fields(action, "message"))
