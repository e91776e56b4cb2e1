from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import actions

from gui_rec.dsl._api import FidelityKind
from gui_rec.dsl.scalecua import CODEC
from gui_rec.dsl.scalecua_encode import say
from gui_rec.dsl.strokes import FINGER_OF_CONTENT, agrees
from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    Button,
    Direction,
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

_SAID_TYPES = {
    "tap", "double_tap", "long_press", "swipe", "scroll", "type", "key", "open_app", "wait", "answer", "finish",
    "takeover", "ask_user",
}  # fmt: skip


@pytest.mark.parametrize(
    ("action", "call"),
    [
        (Tap(0, 0), "click(x=0.0000, y=0.0000)"),
        (Tap(1 / 3, 2 / 3), "click(x=0.3333, y=0.6667)"),
        (Tap(0.5, 0.5, Button.MIDDLE, 3), "click(x=0.5000, y=0.5000, clicks=3, button='middle')"),
        (Tap(0.5, 0.5, sensitive=True, message="pay?"), "click(x=0.5000, y=0.5000)"),
        (DoubleTap(0.5, 0.5), "click(x=0.5000, y=0.5000, clicks=2)"),
        (LongPress(0.5, 0.5), "long_press(x=0.5000, y=0.5000)"),
        (LongPress(0.5, 0.5, 1000), "long_press(x=0.5000, y=0.5000, duration=1)"),
        (LongPress(0.5, 0.5, 1250), "long_press(x=0.5000, y=0.5000, duration=1.25)"),
        (LongPress(0.5, 0.5, 1), "long_press(x=0.5000, y=0.5000, duration=0.001)"),
        (Swipe(0.5, 0.8, 0.5, 0.2, 300), "swipe(from_coord=[0.5000, 0.8000], to_coord=[0.5000, 0.2000])"),
        (Scroll(Direction.DOWN), "swipe(direction='up')"),
        (Scroll(Direction.UP, 0.25), "swipe(direction='down', amount=0.25)"),
        (Scroll(Direction.RIGHT, None, None, None, 0.75, 0.5, 0.25, 0.5), "swipe(direction='left')"),
        (
            Scroll(Direction.LEFT, 0.3, None, None, 0.1, 0.4, 0.4, 0.4),
            "swipe(from_coord=[0.1000, 0.4000], to_coord=[0.4000, 0.4000], direction='right', amount=0.3)",
        ),
        (Type(""), "write(message='')"),
        (Type('say "hi", it\'s ok\n'), "write(message='say \"hi\", it\\'s ok\\n')"),
        (Type("你好 👍"), "write(message='你好 👍')"),
        (Key("BACK"), "navigate_back()"),
        (Key("HOME"), "navigate_home()"),
        (OpenApp("小红书"), "open_app(app_name='小红书')"),
        (OpenApp(package="com.maps"), "open_app(app_name='com.maps')"),
        (OpenApp("", "com.maps"), "open_app(app_name='com.maps')"),
        (Wait(), "wait()"),
        (Wait(2000), "wait(seconds=2)"),
        (Answer("42"), "response(answer='42')"),
        (Finish(FinishStatus.SUCCESS), "terminate(status='success')"),
        (Finish(FinishStatus.FAILURE, ""), "terminate(status='failure', info='')"),
        (Finish(FinishStatus.INFEASIBLE, "no app"), "terminate(status='failure', info='no app')"),
        (Takeover("log in please"), "call_user()"),
        (AskUser("which one?"), "call_user()"),
    ],
)
def test_calls_are_written_as_upstreams_prompt_has_them(action: Action, call: str) -> None:
    assert CODEC.encode(action) == call
    assert len(CODEC.decode(call).actions) == 1


@settings(max_examples=100, deadline=None)
@given(actions())
def test_a_refusal_says_why_and_a_call_is_one_line(action: Action) -> None:
    call, fidelity = say(action)
    assert (call == "") == (fidelity.kind is FidelityKind.INEXPRESSIBLE)
    assert (fidelity.note == "") == (fidelity.kind is FidelityKind.EXACT)
    assert "\n" not in call
    assert action.type in _SAID_TYPES or not fidelity.expressible


_FOUR = st.integers(0, 10_000).map(lambda value: value / 10_000)


@settings(max_examples=100, deadline=None)
@given(
    direction=st.sampled_from(list(Direction)),
    amount=st.none() | st.floats(0.0001, 1.0),
    start=st.builds(Point, _FOUR, _FOUR),
    end=st.builds(Point, _FOUR, _FOUR),
)
def test_a_scroll_with_points_comes_back_whole_or_is_refused(
    direction: Direction, amount: float | None, start: Point, end: Point
) -> None:
    scroll = Scroll(direction, amount, None, None, start.x, start.y, end.x, end.y)
    fidelity = CODEC.fidelity(scroll)
    assert fidelity.expressible == agrees(FINGER_OF_CONTENT[direction], start, end)
    if fidelity.expressible:
        assert fidelity.kind is FidelityKind.EXACT
        assert CODEC.decode(CODEC.encode(scroll)).actions == (scroll,)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 3_600_000))
def test_every_whole_millisecond_survives_as_seconds(duration_ms: int) -> None:
    for action in (Wait(duration_ms), LongPress(0.5, 0.5, duration_ms)):
        assert CODEC.decode(CODEC.encode(action)).actions == (action,)
