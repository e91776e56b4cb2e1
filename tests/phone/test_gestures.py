"""Ways of a finger."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.gestures import long_press_path, read_path, swipe_path, tap_path

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
