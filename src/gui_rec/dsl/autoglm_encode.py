"""Open-AutoGLM's calls, written; and what of each canonical action they cannot carry."""

from __future__ import annotations

from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.quoting import write_text
from gui_rec.dsl.saying import AS_SWIPE, Said, app_by_name, kept, lost_fields, refused
from gui_rec.dsl.strokes import finger_path
from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    Button,
    CallApi,
    DoubleTap,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    Note,
    OpenApp,
    Scroll,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import ScreenSize

_KEYS = {"BACK": "Back", "HOME": "Home"}
LONG_PRESS_MS = 3000
"""What the handler holds."""


def say(action: Action, numbers: Numbers, screen: ScreenSize | None) -> Said:
    """`action` as a call, and how much of it that keeps."""
    match action:
        case Tap() | DoubleTap() | LongPress():
            return _say_touch(action, numbers, screen)
        case Swipe() | Scroll():
            return _say_stroke(action, numbers, screen)
        case Type() | Key() | OpenApp() | Wait():
            return _say_input(action)
        case Finish() | Answer() | Takeover() | AskUser() | Note() | CallApi():
            return _say_words(action)
        case _:
            return refused(f"there is no {action.type}")


def _do(name: str, **arguments: str) -> str:
    return f'do(action="{name}"' + "".join(f", {key}={value}" for key, value in arguments.items()) + ")"


def _quoted(text: str) -> str:
    return write_text(text, '"')


def _place(x: float, y: float, numbers: Numbers, screen: ScreenSize | None) -> str:
    first, second = numbers.write(x, y, screen)
    return f"[{first:g},{second:g}]"


def _say_touch(action: Tap | DoubleTap | LongPress, numbers: Numbers, screen: ScreenSize | None) -> Said:
    at = _place(action.x, action.y, numbers, screen)
    if isinstance(action, DoubleTap):
        return kept(_do("Double Tap", element=at), numbers.loss)
    if isinstance(action, LongPress):
        lost = None if action.duration_ms == LONG_PRESS_MS else f"duration_ms (it holds {LONG_PRESS_MS})"
        return kept(_do("Long Press", element=at), numbers.loss, lost)
    if action.button is not Button.LEFT or action.clicks != 1:
        return refused("a tap has one finger and one click")
    if not action.sensitive and action.message is None:
        return kept(_do("Tap", element=at), numbers.loss)
    lost = (
        None
        if action.sensitive and action.message is not None
        else "whether it had a message or was sensitive"
    )
    return kept(_do("Tap", element=at, message=_quoted(action.message or "")), numbers.loss, lost)


def _say_stroke(action: Swipe | Scroll, numbers: Numbers, screen: ScreenSize | None) -> Said:
    start, end = finger_path(action, screen)
    first, second = (_place(point.x, point.y, numbers, screen) for point in (start, end))
    call = _do("Swipe", start=first, end=second)
    if isinstance(action, Scroll):
        return kept(call, numbers.loss, AS_SWIPE)
    return kept(call, numbers.loss, *lost_fields(action, "duration_ms"))


def _say_input(action: Type | Key | OpenApp | Wait) -> Said:
    if isinstance(action, Key):
        if action.code not in _KEYS or action.presses != 1:
            return refused(f"there is no key {action.code} pressed {action.presses} times")
        return kept(_do(_KEYS[action.code]))
    if isinstance(action, OpenApp):
        name, lost = app_by_name(action)
        return kept(_do("Launch", app=_quoted(name)), *lost)
    if isinstance(action, Wait):
        if action.duration_ms is None:
            return kept(_do("Wait"))
        return kept(
            _do("Wait", duration=f'"{action.duration_ms / 1000:g} seconds"'), _rounding(action.duration_ms)
        )
    if action.press_enter:
        return refused("Type does not press enter")
    if action.x is not None:
        return refused("Type cannot name its field")
    lost_clear = None if action.clear_before else "that the field is not cleared first"
    return kept(_do("Type", text=_quoted(action.text)), lost_clear)


def _rounding(duration_ms: int) -> str | None:
    """What `:g` loses of a long time."""
    return (
        None
        if round(float(f"{duration_ms / 1000:g}") * 1000) == duration_ms
        else "milliseconds of a long wait"
    )


def _say_words(action: Finish | Answer | Takeover | AskUser | Note | CallApi) -> Said:
    match action:
        case Note(text=text):
            return kept(_do("Note", message=_quoted(text)))
        case CallApi(instruction=text):
            return kept(_do("Call_API", instruction=_quoted(text)))
        case AskUser():
            return kept(_do("Interact"), *(f"the {name}" for name in lost_fields(action, "message")))
        case Takeover(message=None):
            return kept(_do("Take_over"))
        case Takeover(message=message):
            return kept(_do("Take_over", message=_quoted(message or "")))
        case Answer(text=text):
            return kept(
                f"finish(message={_quoted(text)})", "that it is an answer (it comes back as a finish)"
            )
        case Finish():
            status = None if action.status is FinishStatus.UNKNOWN else f"the status {action.status}"
            empty = (
                "that it has no message (it comes back with an empty one)" if action.message is None else None
            )
            return kept(f"finish(message={_quoted(action.message or '')})", status, empty)
