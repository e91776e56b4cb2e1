from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gui_rec.dsl.strokes import finger_path
from gui_rec.model.actions import Direction, Scroll, Swipe
from gui_rec.model.geometry import Point

_UNIT = st.floats(0, 1)


@given(_UNIT, _UNIT, _UNIT, _UNIT)
def test_points_that_are_there_are_kept(x1: float, y1: float, x2: float, y2: float) -> None:
    ends = (Point(x1, y1), Point(x2, y2))
    assert finger_path(Swipe(x1, y1, x2, y2), None) == ends
    assert finger_path(Scroll(Direction.UP, x1=x1, y1=y1, x2=x2, y2=y2), None) == ends


def test_a_scroll_without_points_runs_against_its_direction() -> None:
    assert finger_path(Scroll(Direction.DOWN), None) == (Point(0.5, 0.75), Point(0.5, 0.25))
    assert finger_path(Scroll(Direction.LEFT, 0.25, 0.5, 0.5), None) == (Point(0.5, 0.5), Point(0.75, 0.5))
