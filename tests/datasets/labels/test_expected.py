from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels.expected import LABELLER
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo, Expectation
from gui_rec.model.flags import EndReason


def value(*passed: bool | None) -> tuple[str, float] | None:
    told = tuple(Expectation("probe", "x", "y", one) for one in passed)
    end = EpisodeEnd(EndReason.FINISHED, expectations=told)
    rows = list(LABELLER.label(EpisodeView(EpisodeInfo("e", "touch"), end, ())))
    assert all(row.step_index is None and row.source == "rule:expected" for row in rows)
    return (rows[0].value, rows[0].confidence) if rows else None


@pytest.mark.parametrize(
    ("passed", "told"),
    [
        ((True, True), ("true", 1.0)),
        ((True, False), ("false", 1.0)),
        ((None, False), ("false", 1.0)),
        ((None, True), ("unknown", 0.0)),
        ((), None),
    ],
)
def test_what_held(passed: tuple[bool | None, ...], told: tuple[str, float] | None) -> None:
    assert value(*passed) == told


def test_an_end_that_is_unknown_has_no_value() -> None:
    assert list(LABELLER.label(EpisodeView(EpisodeInfo("e", "touch"), None, ()))) == []


@given(st.lists(st.none() | st.booleans(), min_size=1))
def test_what_could_not_be_asked_is_never_a_success(passed: list[bool | None]) -> None:
    found = value(*passed)
    assert (found == ("true", 1.0)) == all(one is True for one in passed)
