"""Ways of a finger."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gui_rec.phone.gestures import long_press_path, pinch_paths, read_hold, read_path, swipe_path, tap_path

_PX = st.floats(0, 4000)


def test_a_tap_is_short_and_stays() -> None:
    assert tap_path(5, 6) == [(5.0, 6.0, 0), (5.0, 6.0, 60)]
    assert long_press_path(5, 6, 900)[-1] == (5.0, 6.0, 900)


@given(_PX, _PX, _PX, _PX, st.integers(0, 200_000))
@settings(max_examples=60, deadline=None)
def test_a_swipe_begins_and_ends_where_it_should(x1: float, y1: float, x2: float, y2: float, ms: int) -> None:
    path = swipe_path(x1, y1, x2, y2, ms=ms)
    assert path[0] == (x1, y1, 0)
    assert path[-1][:2] == pytest.approx((x2, y2))
    assert path[-1][2] == ms
    assert [point[2] for point in path] == sorted(point[2] for point in path)
    assert 3 <= len(path) <= 10_000


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(1, 2)],
        [(1, 2, 3, 4)],
        [(math.nan, 2, 0)],
        [(1, math.inf, 0)],
        [(1, 2, -1)],
        [(1, 2, 5), (1, 2, 4)],
    ],
)
def test_a_way_that_cannot_be_is_refused(points: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"point|finger"):
        read_path(points)


def test_a_way_has_a_limit() -> None:
    with pytest.raises(ValueError, match=r"1\.\.10000 points"):
        read_path([(1, 1, 0)] * 10_001)


@given(st.floats(50, 1029), st.floats(0.11, 9.9), st.integers(0, 2_000))
@example(x=50.0, scale=4.535130347058042, ms=150)
@settings(max_examples=60, deadline=None)
def test_a_pinch_is_even_and_stays_on_the_screen(x: float, scale: float, ms: int) -> None:
    left, right = pinch_paths(x, 700, scale, 1080, ms=ms)
    assert [point[1:] for point in left] == [point[1:] for point in right]
    assert all(0 <= point[0] <= 1079 for point in (*left, *right))
    apart = [there[0] - here[0] for here, there in zip(left, right, strict=True)]
    assert apart[-1] / apart[0] == pytest.approx(scale)
    assert (left[0][0] + right[0][0]) / 2 == pytest.approx(x)


@pytest.mark.parametrize(
    ("x", "scale", "words"),
    [(3, 2.0, "no room"), (1078, 0.5, "no room"), (540, 0.05, "0.1..10"), (540, math.nan, "0.1..10")],
)
def test_a_pinch_that_cannot_be_is_refused(x: float, scale: float, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pinch_paths(x, 700, scale, 1080, ms=100)


def test_a_finger_does_not_stay_for_ever() -> None:
    with pytest.raises(ValueError, match="at most 600000 ms"):
        read_path([(1, 1, 0), (1, 1, 600_001)])


def test_a_hold_is_a_number_of_ms_within_bounds() -> None:
    assert (read_hold(0), read_hold("80"), read_hold(600_000)) == (0, 80, 600_000)
    for wrong in (-1, 600_001, "x", None, 1.5):
        with pytest.raises(ValueError, match=r"held|invalid literal"):
            read_hold(wrong)
