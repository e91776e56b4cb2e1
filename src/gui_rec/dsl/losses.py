"""Each dialect's table of what it can carry: exact, lossy or not expressible, an action a row."""

from __future__ import annotations

from gui_rec.dsl._api import ActionCodec, Fidelity
from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    CallApi,
    Direction,
    DoubleTap,
    Drag,
    ExtractText,
    Finish,
    FinishStatus,
    Gesture,
    Key,
    LongPress,
    Note,
    OpenApp,
    OpenUrl,
    Pinch,
    Scroll,
    SelectOption,
    Swipe,
    Takeover,
    Tap,
    TimedPoint,
    Type,
    Wait,
    WaitFor,
)
from gui_rec.model.selector import Selector

_FIELD = Selector(text="Name")
SAMPLES: dict[str, Action] = {
    "tap": Tap(0.5, 0.25),
    "tap that asks first": Tap(0.5, 0.25, sensitive=True, message="Pay?"),
    "double_tap": DoubleTap(0.5, 0.25),
    "long_press of a given time": LongPress(0.5, 0.25, 800),
    "swipe": Swipe(0.5, 0.75, 0.5, 0.25),
    "swipe of a given time": Swipe(0.5, 0.75, 0.5, 0.25, 300),
    "scroll in a direction": Scroll(Direction.DOWN),
    "scroll by the finger's points": Scroll(Direction.DOWN, None, None, None, 0.5, 0.75, 0.5, 0.25),
    "drag": Drag(0.5, 0.75, 0.5, 0.25),
    "pinch": Pinch(0.5, 0.5, 0.5),
    "gesture of two fingers": Gesture(((TimedPoint(0.5, 0.5, 0),), (TimedPoint(0.25, 0.5, 0),))),
    "type": Type("milk, eggs"),
    "type over what is there": Type("milk, eggs", clear_before=True),
    "type and Enter": Type("milk, eggs", press_enter=True),
    "type into a named field": Type("milk, eggs", x=0.5, y=0.25),
    "key BACK": Key("BACK"),
    "key HOME": Key("HOME"),
    "key APP_SWITCH (recents)": Key("APP_SWITCH"),
    "key ENTER": Key("ENTER"),
    "key VOLUME_UP": Key("VOLUME_UP"),
    "open_app by name": OpenApp(name="Shop"),
    "open_app by package": OpenApp(package="com.example.shop"),
    "open_url": OpenUrl("https://example.com"),
    "select_option": SelectOption(0.5, 0.25, "red"),
    "wait of a given time": Wait(2000),
    "wait_for": WaitFor(_FIELD),
    "extract_text": ExtractText(_FIELD, "name"),
    "answer": Answer("42"),
    "finish: success": Finish(FinishStatus.SUCCESS),
    "finish: failure": Finish(FinishStatus.FAILURE),
    "finish: infeasible": Finish(FinishStatus.INFEASIBLE),
    "finish: unknown": Finish(FinishStatus.UNKNOWN, "done"),
    "takeover": Takeover("please log in"),
    "ask_user": AskUser("which one?"),
    "note": Note("True"),
    "call_api": CallApi("sum it up"),
}
"""What people ask of a phone's action, each in its plainest form."""


def table(codec: ActionCodec) -> dict[str, Fidelity]:
    """What the dialect keeps of each sample."""
    return {name: codec.fidelity(action) for name, action in SAMPLES.items()}
