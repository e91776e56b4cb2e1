from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.plan import on_display, plan, scroll_points
from gui_rec.errors import ActionUnsupportedError
from gui_rec.model.actions import (
    Action,
    Button,
    Direction,
    DoubleTap,
    Drag,
    DragTo,
    Gesture,
    Hotkey,
    Key,
    LongPress,
    Move,
    OpenUrl,
    Pinch,
    RightClick,
    Scroll,
    SelectOption,
    Swipe,
    Tap,
    TimedPoint,
    Wait,
)
from gui_rec.model.geometry import ScreenSize

SIZE = ScreenSize(1000, 2000)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Tap(x=0.1, y=0.2), "input tap 100 400"),
        (Tap(x=1.0, y=1.0), "input tap 999 1999"),
        (Tap(x=0.1, y=0.2, clicks=2), "input tap 100 400; input tap 100 400"),
        (DoubleTap(x=0.1, y=0.2), "input tap 100 400; input tap 100 400"),
        (LongPress(x=0.1, y=0.2), "input swipe 100 400 100 400 800"),
        (LongPress(x=0.1, y=0.2, duration_ms=1500), "input swipe 100 400 100 400 1500"),
        (Swipe(x1=0.1, y1=0.2, x2=0.3, y2=0.4), "input swipe 100 400 300 800 300"),
        (Swipe(x1=0.1, y1=0.2, x2=0.3, y2=0.4, duration_ms=0), "input swipe 100 400 300 800 0"),
        (Drag(x1=0.1, y1=0.2, x2=0.3, y2=0.4), "input draganddrop 100 400 300 800 1000"),
        (Scroll(Direction.DOWN), "input swipe 500 1500 500 500 800"),
        (Scroll(Direction.UP, amount=0.2, x=0.3, y=0.5), "input swipe 300 800 300 1200 800"),
        (Scroll(Direction.RIGHT), "input swipe 750 1000 250 1000 800"),
        (
            Scroll(Direction.LEFT, x1=0.1, y1=0.1, x2=0.2, y2=0.1, duration_ms=9),
            "input swipe 100 200 200 200 9",
        ),
        (Key("BACK"), "input keyevent KEYCODE_BACK"),
        (Key("VOLUME_UP", presses=2), "input keyevent KEYCODE_VOLUME_UP KEYCODE_VOLUME_UP"),
        (
            OpenUrl("https://example.com/?a=1&b='2'"),
            "am start -W -a android.intent.action.VIEW -d 'https://example.com/?a=1&b='\\''2'\\'''",
        ),
    ],
)
def test_every_action_is_one_line(action: Action, line: str) -> None:
    assert plan(action, SIZE).line.line == line


def test_a_long_stroke_gets_the_time_it_takes() -> None:
    slow = plan(Swipe(x1=0, y1=0, x2=1, y2=1, duration_ms=60_000), SIZE)
    assert slow.timeout_s >= 60


@pytest.mark.parametrize(
    "action",
    [
        Pinch(x=0.5, y=0.5, scale=2),
        Gesture(contacts=((TimedPoint(0.1, 0.1, 0),),)),
        SelectOption(x=0.1, y=0.1, value="a"),
        RightClick(x=0.1, y=0.1),
        Move(x=0.1, y=0.1),
        DragTo(x=0.1, y=0.1),
        Hotkey(keys=("CTRL", "A")),
        Tap(x=0.1, y=0.1, button=Button.RIGHT),
        Key("NO_SUCH_KEY"),
        OpenUrl("example.com"),
        OpenUrl("java script:alert"),
        Wait(),
    ],
)
def test_what_a_phone_cannot_do_is_refused(action: Action) -> None:
    with pytest.raises(ActionUnsupportedError):
        plan(action, SIZE)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(Direction),
    st.floats(0.01, 1.0),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_scrolls_stay_off_the_edges_and_run_against_their_direction(
    direction: Direction, amount: float, x: float, y: float
) -> None:
    start, end = scroll_points(Scroll(direction, amount=amount, x=x, y=y))
    for point in (start, end):
        assert 0.05 <= point.x <= 0.95
        assert 0.05 <= point.y <= 0.95
    moved = {
        Direction.DOWN: start.y - end.y,
        Direction.UP: end.y - start.y,
        Direction.RIGHT: start.x - end.x,
        Direction.LEFT: end.x - start.x,
    }
    assert moved[direction] >= 0


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Tap(x=0.1, y=0.2, clicks=2), "input -d 2 tap 100 400; input -d 2 tap 100 400"),
        (DoubleTap(x=0.1, y=0.2), "input -d 2 tap 100 400; input -d 2 tap 100 400"),
        (LongPress(x=0.1, y=0.2), "input -d 2 swipe 100 400 100 400 800"),
        (Swipe(x1=0.1, y1=0.2, x2=0.3, y2=0.4), "input -d 2 swipe 100 400 300 800 300"),
        (Drag(x1=0.1, y1=0.2, x2=0.3, y2=0.4), "input -d 2 draganddrop 100 400 300 800 1000"),
        (Scroll(Direction.DOWN), "input -d 2 swipe 500 1500 500 500 800"),
        (Key("BACK"), "input -d 2 keyevent KEYCODE_BACK"),
        (
            OpenUrl("https://example.com"),
            "am start --display 2 -W -a android.intent.action.VIEW -d https://example.com",
        ),
    ],
)
def test_every_line_for_another_display_names_it(action: Action, line: str) -> None:
    assert plan(action, SIZE, 2).line.line == line
    assert plan(action, SIZE, 2).method == plan(action, SIZE).method


def test_a_word_of_an_action_is_no_word_of_the_display() -> None:
    assert on_display(["input", "text", "-d"], 1) == ["input", "-d", "1", "text", "-d"]
    assert on_display(["am", "start", "-n", "a/b"], 1) == ["am", "start", "--display", "1", "-n", "a/b"]
    assert on_display(["input", "tap"], 0) == ["input", "tap"]
