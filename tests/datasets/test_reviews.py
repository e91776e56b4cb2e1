from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trajectories import EPISODE_ID, record

from gui_rec.datasets.reviews import (
    COMMENT,
    REVIEW,
    Decision,
    checked_name,
    latest_reviews,
    review_of_each,
    review_rows,
    reviewer_of,
)
from gui_rec.errors import UsageError
from gui_rec.model.label import LabelRow
from gui_rec.store.side_tables import append_labels, read_labels


def said(decision: Decision, by: str = "ana", step: int | None = None, at: int = 1) -> LabelRow:
    (row,) = review_rows("E", step, by, at, decision=decision)
    return row


def test_a_decision_and_a_comment_are_labels_of_a_person() -> None:
    first, second = review_rows("E", 2, " Ana ", 7, decision=Decision.REJECT, comment=" wrong\nlamp ")
    assert (first.label, first.value, first.source, first.step_index) == (REVIEW, "reject", "human:Ana", 2)
    assert (second.label, second.value, second.made_at_us) == (COMMENT, "wrong\nlamp", 7)
    assert first.confidence == second.confidence == 1.0
    assert reviewer_of(first) == "Ana"


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\x1b[2J", "x" * 101])
def test_a_name_that_cannot_be_one(name: str) -> None:
    with pytest.raises(UsageError, match="reviewer's name"):
        checked_name(name)


def test_words_that_are_none() -> None:
    with pytest.raises(UsageError, match="neither"):
        review_rows("E", None, "ana", 1)
    for comment in ("", " ", "x" * 10_001):
        with pytest.raises(UsageError, match="expected a comment"):
            review_rows("E", None, "ana", 1, comment=comment)


def test_the_latest_of_each_reviewer_on_each_thing_counts() -> None:
    rows = [
        said(Decision.ACCEPT),
        said(Decision.REJECT, "ben"),
        said(Decision.ACCEPT, step=0),
        said(Decision.REJECT),
        LabelRow("E", None, "changed", "true", "rule:changed", 1.0, "x", 1, 1),
        LabelRow("E", None, REVIEW, "accept", "judge:model", 1.0, "x", 1, 1),
    ]
    found = [(reviewer_of(row), row.step_index, row.value) for row in latest_reviews(rows)]
    assert found == [("ana", None, "reject"), ("ben", None, "reject"), ("ana", 0, "accept")]


def test_they_stand_beside_the_data_and_overwrite_nothing(tmp_path: Path) -> None:
    path = record(tmp_path / "t.parquet")
    before = path.read_bytes()
    for decision in (Decision.ACCEPT, Decision.REJECT):
        append_labels(path, review_rows(EPISODE_ID, None, "ana", 1, decision=decision))
    assert [row.value for row in read_labels(path)] == ["accept", "reject"]
    assert path.read_bytes() == before
    assert (tmp_path / "t.labels.parquet").exists()


@given(
    st.lists(st.tuples(st.sampled_from(["ana", "ben"]), st.sampled_from(list(Decision)), st.integers(0, 2)))
)
def test_no_reviewer_counts_twice_on_one_thing(words: list[tuple[str, Decision, int]]) -> None:
    rows = [said(decision, by, step) for by, decision, step in words]
    kept = latest_reviews(rows)
    assert len(kept) == len({(by, step) for by, _, step in words})
    last = {(by, step): decision for by, decision, step in words}
    assert {(reviewer_of(row), row.step_index): row.value for row in kept} == last


@given(
    st.lists(
        st.tuples(st.sampled_from(["ana", "ben"]), st.sampled_from([None, 0, 1]), st.sampled_from(Decision))
    )
)
def test_a_rejection_outweighs_every_acceptance(words: list[tuple[str, int | None, Decision]]) -> None:
    rows = [said(decision, by, step, at) for at, (by, step, decision) in enumerate(words)]
    standing: dict[tuple[str, int | None], Decision] = {(by, step): word for by, step, word in words}
    found = review_of_each([*rows, *review_rows("other", 0, "ana", 1, decision=Decision.REJECT)], "E")
    for step in (None, 0, 1):
        rejected = any(
            word == Decision.REJECT for (_, on), word in standing.items() if on is None or on == step
        )
        row = found.get(step) or found.get(None)
        assert (row is not None and row.value == Decision.REJECT) == rejected
