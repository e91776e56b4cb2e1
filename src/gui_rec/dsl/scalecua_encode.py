"""ScaleCUA's Android planning set, written; and what of each canonical action it cannot carry."""

from __future__ import annotations

from gui_rec.dsl.quoting import write_text
from gui_rec.dsl.saying import Said, app_by_name, kept, refused
from gui_rec.dsl.strokes import FINGER_OF_CONTENT, agrees, stroke
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
    Takeover,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import Point

_KEYS = {"BACK": "navigate_back", "HOME": "navigate_home"}


def say(action: Action) -> Said:
    """`action` as a call, and how much of it that keeps."""
    if isinstance(action, Tap | DoubleTap | LongPress):
        return _say_touch(action)
    if isinstance(action, Swipe | Scroll):
        return _say_stroke(action)
    if isinstance(action, Key | OpenApp | Type):
        return _say_input(action)
    if isinstance(action, Wait | Answer | Finish | Takeover | AskUser):
        return _say_rest(action)
    return refused(f"the Android set has no {action.type}")


def _say_touch(action: Tap | DoubleTap | LongPress) -> Said:
    at = f"x={_unit(action.x)}, y={_unit(action.y)}"
    if isinstance(action, DoubleTap):
        return kept(f"click({at}, clicks=2)", "it comes back as a tap with two clicks")
    if isinstance(action, LongPress):
        return kept(f"long_press({at}{_seconds('duration', action.duration_ms)})")
    clicks = "" if action.clicks == 1 else f", clicks={action.clicks}"
    button = "" if action.button is Button.LEFT else f", button='{action.button}'"
    lost = "the request for confirmation" if action.sensitive or action.message is not None else None
    return kept(f"click({at}{clicks}{button})", lost)


def _say_stroke(action: Swipe | Scroll) -> Said:
    if isinstance(action, Swipe):
        points = _points(Point(action.x1, action.y1), Point(action.x2, action.y2))
        return kept(f"swipe({points})", None if action.duration_ms is None else "duration_ms")
    return _say_scroll(action)


def _say_scroll(action: Scroll) -> Said:
    finger = FINGER_OF_CONTENT[action.direction]
    words = f"direction='{finger}'" + ("" if action.amount is None else f", amount={action.amount!r}")
    lost = [name for name in ("x", "y", "duration_ms") if getattr(action, name) is not None]
    ends = _scroll_points(action)
    if ends is None:
        lost.append("that it names no points (they come back filled in)")
    elif not agrees(finger, *ends):
        return refused("the scroll's points run against its direction")
    elif _points(*ends) != _points(*stroke(finger, action.amount, None, None)):
        words = f"{_points(*ends)}, {words}"
    return kept(f"swipe({words})", ", ".join(lost) or None)


def _scroll_points(action: Scroll) -> tuple[Point, Point] | None:
    if action.x1 is None or action.y1 is None or action.x2 is None or action.y2 is None:
        return None
    return Point(action.x1, action.y1), Point(action.x2, action.y2)


def _say_input(action: Key | OpenApp | Type) -> Said:
    if isinstance(action, Key):
        if action.code not in _KEYS or action.presses != 1:
            return refused(f"the Android set has no key {action.code} pressed {action.presses} times")
        return kept(f"{_KEYS[action.code]}()")
    if isinstance(action, OpenApp):
        name, lost = app_by_name(action)
        return kept(f"open_app(app_name={write_text(name)})", *lost)
    if action.clear_before or action.press_enter:
        parts = [name for name in ("clear_before", "press_enter") if getattr(action, name)]
        return refused(f"write() neither clears the field nor presses enter: {' and '.join(parts)}")
    if action.x is not None or action.y is not None:
        return refused("write() cannot name its field")
    return kept(f"write(message={write_text(action.text)})")


def _say_rest(action: Wait | Answer | Finish | Takeover | AskUser) -> Said:
    if isinstance(action, Wait):
        return kept(f"wait({_seconds('seconds', action.duration_ms).removeprefix(', ')})")
    if isinstance(action, Answer):
        return kept(f"response(answer={write_text(action.text)})")
    if isinstance(action, Finish):
        return _say_finish(action)
    if isinstance(action, AskUser):
        return kept("call_user()", "the question (it comes back as a takeover)")
    return kept("call_user()", None if action.message is None else "the message")


def _say_finish(action: Finish) -> Said:
    if action.status is FinishStatus.UNKNOWN:
        return refused("terminate() claims success or failure, and this finish claims neither")
    infeasible = action.status is FinishStatus.INFEASIBLE
    status = FinishStatus.FAILURE if infeasible else action.status
    info = "" if action.message is None else f", info={write_text(action.message)}"
    lost = "that it is infeasible (it comes back as a failure)" if infeasible else None
    return kept(f"terminate(status='{status}'{info})", lost)


def _unit(value: float) -> str:
    """Four decimals, as in ScaleCUA's data: the same pixel on every screen below 10 000 px."""
    return f"{value:.4f}"


def _points(start: Point, end: Point) -> str:
    return f"from_coord=[{_unit(start.x)}, {_unit(start.y)}], to_coord=[{_unit(end.x)}, {_unit(end.y)}]"


def _seconds(name: str, duration_ms: int | None) -> str:
    if duration_ms is None:
        return ""
    seconds = duration_ms // 1000 if duration_ms % 1000 == 0 else duration_ms / 1000
    return f", {name}={seconds!r}"
