from __future__ import annotations

import pytest

from gui_rec.ui.wanted import Relation, Wanted


@pytest.mark.parametrize(
    ("relation", "text", "answer", "holds"),
    [
        (Relation.EQUALS, "a", "a", True),
        (Relation.EQUALS, "a", "ab", False),
        (Relation.CONTAINS, "a", "bab", True),
        (Relation.CONTAINS, "c", "bab", False),
        (Relation.MATCHES, r"\d+", "12", True),
        (Relation.MATCHES, r"\d+", "12a", False),
        (Relation.MATCHES, "(a|a)*" * 50, "a" * 200_000, None),
    ],
)
def test_an_answer_is_compared(relation: Relation, text: str, answer: str, holds: bool | None) -> None:
    assert Wanted(relation, text).holds(answer) is holds


def test_it_can_be_said_in_words() -> None:
    assert Wanted(Relation.CONTAINS, "25.00").words == "contains '25.00'"
