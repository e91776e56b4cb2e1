"""What gui-rec itself sends to a phone is understood back, on every screen.

`input` cannot carry everything, so these come back as what they look like: a scroll as its stroke, a stroke that
stays where it is as a tap or a long press (by its length), a long press shorter than Android's as a tap, a default
duration as the one that was sent, a tap of two clicks as a double tap, an app by name as its package.
"""

from __future__ import annotations

from dataclasses import replace

from hearing import a_series
from hypothesis import given
from hypothesis import strategies as st
from strategies import units

from gui_rec.device.adb.keycodes import KEY_NAMES
from gui_rec.device.adb.plan import (
    DEFAULT_DRAG_MS,
    DEFAULT_LONG_PRESS_MS,
    DEFAULT_SCROLL_MS,
    DEFAULT_SWIPE_MS,
    plan,
    scroll_points,
)
from gui_rec.model.actions import (
    Action,
    Direction,
    DoubleTap,
    Drag,
    Key,
    LongPress,
    OpenUrl,
    Scroll,
    Swipe,
    Tap,
)
from gui_rec.model.geometry import Point, ScreenSize, to_px, to_unit
from gui_rec.recorder.heard._api import Kind, Screen
from gui_rec.recorder.heard.shell_line import hear_line
from gui_rec.recorder.touch.gestures import LONG_PRESS_MS

sizes = st.sampled_from(
    [
        ScreenSize(1080, 2400),
        ScreenSize(2400, 1080),
        ScreenSize(720, 1280),
        ScreenSize(1, 1),
        ScreenSize(32768, 3),
    ]
)
screens = st.builds(Screen, sizes, st.integers(0, 3), st.none() | st.integers(120, 640))
durations = st.none() | st.integers(0, 3_600_000)
urls = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")).map(
    lambda rest: "https://" + rest
)
sent = st.one_of(
    st.builds(Tap, units(), units(), clicks=st.integers(1, 10)),
    st.builds(DoubleTap, units(), units()),
    st.builds(LongPress, units(), units(), durations),
    st.builds(Swipe, units(), units(), units(), units(), durations),
    st.builds(Drag, units(), units(), units(), units(), st.none(), durations),
    st.builds(Scroll, st.sampled_from(list(Direction)), st.none() | st.floats(0.01, 1.0)),
    st.builds(Key, st.sampled_from(sorted(KEY_NAMES)), st.integers(1, 100)),
    st.builds(OpenUrl, urls),
)


def as_sent(action: Action, size: ScreenSize) -> Action:
    """The action that the line for `action` says."""
    if isinstance(action, Scroll):
        start, end = scroll_points(action)
        duration_ms = DEFAULT_SCROLL_MS if action.duration_ms is None else action.duration_ms
        return as_sent(Swipe(start.x, start.y, end.x, end.y, duration_ms), size)
    if isinstance(action, Swipe):
        return _stroke(action, size)
    if isinstance(action, Drag):
        (x1, y1), (x2, y2) = _on(action.x1, action.y1, size), _on(action.x2, action.y2, size)
        duration_ms = DEFAULT_DRAG_MS if action.duration_ms is None else action.duration_ms
        return Drag(x1, y1, x2, y2, duration_ms=duration_ms)
    if isinstance(action, LongPress):
        duration_ms = DEFAULT_LONG_PRESS_MS if action.duration_ms is None else action.duration_ms
        return _stroke(Swipe(action.x, action.y, action.x, action.y, duration_ms), size)
    if isinstance(action, Tap | DoubleTap):
        x, y = _on(action.x, action.y, size)
        is_double = isinstance(action, DoubleTap) or action.clicks == 2
        return DoubleTap(x, y) if is_double else replace(action, x=x, y=y)
    return action


def _stroke(action: Swipe, size: ScreenSize) -> Action:
    (x1, y1), (x2, y2) = _on(action.x1, action.y1, size), _on(action.x2, action.y2, size)
    duration_ms = DEFAULT_SWIPE_MS if action.duration_ms is None else action.duration_ms
    if (x1, y1) != (x2, y2):
        return Swipe(x1, y1, x2, y2, duration_ms)
    return LongPress(x1, y1, duration_ms) if duration_ms >= LONG_PRESS_MS else Tap(x1, y1)


def _on(x: float, y: float, size: ScreenSize) -> tuple[float, float]:
    """The canonical coordinates of the pixel that is executed."""
    point = to_unit(to_px(Point(x, y), size), size)
    return point.x, point.y


@given(sent, screens)
def test_what_is_sent_is_heard_back(action: Action, screen: Screen) -> None:
    line = plan(action, screen.size).line.line
    (part,) = hear_line(line, screen, a_series())
    assert part.text == line
    assert part.heard.kind is Kind.ACTION
    assert part.heard.action == as_sent(action, screen.size)


@given(sent, screens)
def test_what_was_heard_is_sent_as_the_same_line(action: Action, screen: Screen) -> None:
    line = plan(action, screen.size).line.line
    (part,) = hear_line(line, screen, a_series())
    assert part.heard.action is not None
    again = plan(part.heard.action, screen.size).line.line
    (heard_again,) = hear_line(again, screen, a_series())
    assert heard_again.heard == part.heard
