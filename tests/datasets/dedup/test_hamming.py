from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.datasets.dedup import hamming
from gui_rec.datasets.dedup.hamming import GrowingIndex, HammingIndex, pairs_within
from gui_rec.errors import UsageError

_VALUES = st.lists(st.integers(0, 2**64 - 1), max_size=40)


def _clustered(bases: int, members: int, seed: int = 7) -> np.ndarray:
    random = np.random.default_rng(seed)
    base = random.integers(0, 2**64, bases, dtype=np.uint64)
    values = np.repeat(base, members)
    for _ in range(5):
        flips = np.uint64(1) << random.integers(0, 64, len(values), dtype=np.uint64)
        values = np.where(random.random(len(values)) < 0.6, values ^ flips, values)
    return values


def _brute(values: list[int], radius: int) -> set[tuple[int, int]]:
    return {
        (i, j)
        for i in range(len(values))
        for j in range(i + 1, len(values))
        if (values[i] ^ values[j]).bit_count() <= radius
    }


@settings(deadline=None)
@given(_VALUES, st.integers(0, 15), st.lists(st.integers(0, 63), max_size=6))
def test_every_pair_within_the_radius_is_found_and_no_other(
    values: list[int], radius: int, flips: list[int]
) -> None:
    if values:  # a neighbour by construction: random values have none
        values = [*values, values[0] ^ sum({1 << bit for bit in flips})]
    of, at = pairs_within(np.array(values, np.uint64), radius)
    assert set(zip(of.tolist(), at.tolist(), strict=True)) == _brute(values, radius)


def test_clusters_have_recall_one_against_brute_force() -> None:
    values = _clustered(150, 12)
    of, at = pairs_within(values, 4)
    found = set(zip(of.tolist(), at.tolist(), strict=True))
    assert found == _brute(values.tolist(), 4)
    assert len(found) > 1000


def test_one_full_bucket_is_compared_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hamming, "_COMPARED_AT_ONCE", 64)
    values = np.arange(100, dtype=np.uint64)  # all alike in the upper bands
    of, at = HammingIndex(values, 2).near(values)
    found = {(one, other) for one, other in zip(of.tolist(), at.tolist(), strict=True) if one < other}
    assert found == _brute(values.tolist(), 2)


def test_pairs_stand_once_and_sorted_however_full_a_bucket_is() -> None:
    values = np.concatenate([np.arange(60, dtype=np.uint64), np.arange(60, dtype=np.uint64)])
    pairs = list(zip(*(part.tolist() for part in pairs_within(values, 2)), strict=True))
    assert pairs == sorted(set(pairs))
    assert set(pairs) == _brute(values.tolist(), 2)


def test_a_query_names_its_own_place_and_that_of_the_value() -> None:
    index = HammingIndex(np.array([0, 0xFF, 2**63], np.uint64), 1)
    of, at = index.near(np.array([0b11, 1, 2**63 + 4], np.uint64))
    assert list(zip(of.tolist(), at.tolist(), strict=True)) == [(1, 0), (2, 2)]
    assert [len(part) for part in HammingIndex(np.empty(0, np.uint64), 3).near(index.values)] == [0, 0]


def test_values_that_come_one_by_one_are_found_at_every_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hamming, "_RECENT", 16)
    values = _clustered(60, 5).tolist()
    index = GrowingIndex(4)
    kept: list[int] = []
    for value in values:
        expected = any((value ^ old).bit_count() <= 4 for old in kept)
        assert index.has_near(value) == expected
        if not expected:
            index.add(value)
            index.add(value)
            kept.append(value)
    assert len(index) == len(kept) > 16


@pytest.mark.parametrize("radius", [-1, 16, 64])
def test_a_radius_that_says_nothing_is_refused(radius: int) -> None:
    with pytest.raises(UsageError, match="expected 0 to 15 bits"):
        GrowingIndex(radius)
