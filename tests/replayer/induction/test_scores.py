from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.replayer.induction.scores import prior, wilson_lower


@pytest.mark.parametrize(("runs", "bound"), [(3, 0.44), (8, 0.68), (20, 0.84)])
def test_a_fact_that_always_held_is_as_sure_as_its_runs_are_many(runs: int, bound: float) -> None:
    assert round(wilson_lower(runs, runs), 2) == bound


def test_no_run_says_nothing() -> None:
    assert wilson_lower(0, 0) == 0.0


@pytest.mark.parametrize(("holds", "runs"), [(4, 3), (-1, 3)])
def test_counts_that_cannot_be_are_refused(holds: int, runs: int) -> None:
    with pytest.raises(ValueError, match=f"got {holds} of {runs}"):
        wilson_lower(holds, runs)


@given(st.integers(1, 500), st.data())
def test_the_bound_is_below_the_share_and_grows_with_it(runs: int, data: st.DataObject) -> None:
    holds = data.draw(st.integers(0, runs))
    bound = wilson_lower(holds, runs)
    assert 0.0 <= bound <= holds / runs
    if holds < runs:
        assert bound < wilson_lower(holds + 1, runs)
    assert wilson_lower(2 * holds, 2 * runs) >= bound


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_priors_of_all_outcomes_are_one_together(members: list[int]) -> None:
    runs = sum(members)
    weights = [prior(count, runs, len(members)) for count in members]
    assert sum(weights) == pytest.approx(1.0)
    assert all(0.0 < weight <= 1.0 for weight in weights)
