"""The exact area reduction."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import ImageError
from gui_rec.vision.grey import Grey, area_reduce, mean_std


def slow_reduce(grey: Grey, side: int) -> list[list[int]]:
    height, width = grey.shape
    out = []
    for row in range(side):
        top = row * height // side
        bottom = max(top + 1, (row + 1) * height // side)
        cells = []
        for column in range(side):
            left = column * width // side
            right = max(left + 1, (column + 1) * width // side)
            part = grey[top:bottom, left:right].astype(int)
            mean = Fraction(int(part.sum()), part.size)
            cells.append(int(mean + Fraction(1, 2)))
        out.append(cells)
    return out


@given(st.integers(1, 90), st.integers(1, 90), st.sampled_from([1, 4, 9, 32]), st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_it_is_the_exact_mean(height: int, width: int, side: int, seed: int) -> None:
    grey = np.random.default_rng(seed).integers(0, 256, (height, width), dtype=np.uint8)
    assert area_reduce(grey, side).tolist() == slow_reduce(grey, side)


@pytest.mark.parametrize("height", [257, 258, 600])
def test_tall_cells_do_not_overflow(height: int) -> None:
    assert area_reduce(np.full((height, 16), 255, np.uint8), 1).tolist() == [[255]]


def test_a_view_that_is_not_contiguous_is_read_rightly() -> None:
    grey = np.random.default_rng(1).integers(0, 256, (64, 128), dtype=np.uint8)
    view = grey[:, ::2]
    assert area_reduce(view, 8).tolist() == slow_reduce(view.copy(), 8)


def test_nothing_cannot_be_reduced() -> None:
    with pytest.raises(ImageError, match="none after the crop"):
        area_reduce(np.zeros((0, 10), np.uint8), 8)


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_mean_and_deviation(height: int, width: int, seed: int) -> None:
    grey = np.random.default_rng(seed).integers(0, 256, (height, width), dtype=np.uint8)
    mean, std = mean_std(grey)
    assert mean == pytest.approx(grey.mean())
    assert std == pytest.approx(grey.std())
