"""Longest common subsequences."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.ui import sequence
from gui_rec.ui.sequence import common, rising

LISTS = st.lists(st.integers(0, 4), max_size=7)


def longest(first: list[int], second: list[int]) -> int:
    for size in range(min(len(first), len(second)), 0, -1):
        options = set(combinations(second, size))
        if any(option in options for option in combinations(first, size)):
            return size
    return 0


@given(LISTS, LISTS)
@settings(max_examples=100, deadline=None)
def test_common_is_longest_and_rises(first: list[int], second: list[int]) -> None:
    pairs = common(first, second)
    assert all(first[i] == second[j] for i, j in pairs)
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))
    assert len(pairs) == longest(first, second)


@given(st.lists(st.integers(0, 30), max_size=9))
@settings(max_examples=100, deadline=None)
def test_rising_is_a_longest_rising_part(values: list[int]) -> None:
    places = rising(values)
    picked = [values[place] for place in places]
    assert places == sorted(places)
    assert all(low < high for low, high in pairwise(picked))
    best = max(
        (size for size in range(len(values) + 1) for part in combinations(values, size)
         if all(low < high for low, high in pairwise(part))), default=0,
    )  # fmt: skip
    assert len(picked) == best


def test_long_lists_are_anchored_on_unique_keys() -> None:
    first = [f"row {number}" for number in range(1_000)]
    second = [*first[500:], "new", *first[:500]]
    pairs = common(first, second)
    assert len(pairs) == 500
    assert all(first[i] == second[j] for i, j in pairs)
    assert len(first) * len(second) > sequence._MAX_CELLS
