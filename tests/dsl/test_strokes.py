from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.dsl.strokes import CONTENT_OF_FINGER, FINGER_OF_CONTENT, agrees, finger_path, stroke
from gui_rec.model.actions import Direction, Scroll, Swipe
from gui_rec.model.geometry import Point, ScreenSize

_UNIT = st.floats(0, 1)
_FINGERS = st.sampled_from(sorted(CONTENT_OF_FINGER))


@pytest.mark.parametrize(
    ("finger", "content"), [("up", "down"), ("down", "up"), ("left", "right"), ("right", "left")]
)
def test_the_finger_moves_against_the_content(finger: str, content: str) -> None:
    assert CONTENT_OF_FINGER[finger] is Direction(content)
    assert FINGER_OF_CONTENT[Direction(content)] == finger


@pytest.mark.parametrize(
    ("finger", "start", "end"),
    [
        ("up", Point(0.5, 0.75), Point(0.5, 0.25)),
        ("down", Point(0.5, 0.25), Point(0.5, 0.75)),
        ("left", Point(0.75, 0.5), Point(0.25, 0.5)),
        ("right", Point(0.25, 0.5), Point(0.75, 0.5)),
    ],
)
def test_a_word_alone_crosses_half_of_the_screen(finger: str, start: Point, end: Point) -> None:
    assert stroke(finger, None, None, None) == (start, end)


@settings(max_examples=80, deadline=None)
@given(_FINGERS, st.floats(0.001, 1.0), st.none() | st.builds(Point, st.floats(0, 1), st.floats(0, 1)))
def test_a_stroke_stays_on_the_screen_and_agrees_with_its_word(
    finger: str, amount: float, start: Point | None
) -> None:
    begin, end = stroke(finger, amount, start, ScreenSize(1080, 2400))
    assert agrees(finger, begin, end)
    begin, end = stroke(finger, amount, start, None)
    assert begin == (start or begin)
    assert agrees(finger, begin, end)


@given(_UNIT, _UNIT, _UNIT, _UNIT)
def test_points_that_are_there_are_kept(x1: float, y1: float, x2: float, y2: float) -> None:
    ends = (Point(x1, y1), Point(x2, y2))
    assert finger_path(Swipe(x1, y1, x2, y2), None) == ends
    assert finger_path(Scroll(Direction.UP, x1=x1, y1=y1, x2=x2, y2=y2), None) == ends


def test_a_scroll_without_points_runs_against_its_direction() -> None:
    assert finger_path(Scroll(Direction.DOWN), None) == (Point(0.5, 0.75), Point(0.5, 0.25))
    assert finger_path(Scroll(Direction.LEFT, 0.25, 0.5, 0.5), None) == (Point(0.5, 0.5), Point(0.75, 0.5))
