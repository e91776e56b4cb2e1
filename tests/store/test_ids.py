"""Episode ids sort by time and name files safely."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import UsageError
from gui_rec.store.ids import is_safe_id, new_ulid


def test_the_specification_s_own_example_of_time() -> None:
    # 01ARYZ6S41 is the ULID specification's spelling of 1469918176385 ms.
    assert new_ulid(1_469_918_176_385_000, bytes(10)) == "01ARYZ6S41" + "0" * 16


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 2**48 * 1000 - 1), min_size=2, max_size=5))
def test_ids_sort_as_their_moments_do(moments: list[int]) -> None:
    moments_ms = sorted({moment // 1000 for moment in moments})
    ids = [new_ulid(moment * 1000) for moment in moments_ms]
    assert ids == sorted(ids)
    assert all(len(item) == 26 and is_safe_id(item) for item in ids)


def test_two_ids_of_one_moment_differ() -> None:
    assert new_ulid(5) != new_ulid(5)


@pytest.mark.parametrize("wall_us", [-1, 2**48 * 1000])
def test_a_moment_that_no_ulid_can_hold_is_refused(wall_us: int) -> None:
    with pytest.raises(UsageError, match="ULID time"):
        new_ulid(wall_us)


def test_a_wrong_count_of_random_bytes_is_refused() -> None:
    with pytest.raises(UsageError, match="10 bytes, got 3"):
        new_ulid(0, b"abc")


@pytest.mark.parametrize("text", ["", "..", ".", "a/b", "a\\b", "-.", ".a", "é", "a" * 129, "a b", "---"])
def test_ids_that_could_leave_their_folder_are_refused(text: str) -> None:
    assert not is_safe_id(text)


@pytest.mark.parametrize("text", ["labels", "a.verdicts", "aitz-1.episodes"])
def test_ids_whose_file_would_pass_for_a_side_table_are_refused(text: str) -> None:
    assert not is_safe_id(text)


@pytest.mark.parametrize("text", ["01J", "aitz-general-12", "a_b.c", "my-labels"])
def test_ids_of_foreign_sets_are_taken(text: str) -> None:
    assert is_safe_id(text)
