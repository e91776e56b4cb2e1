from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.model.selector import Selector
from gui_rec.replayer.induction.cover import MOST_FACTS, Scored, cover, scored
from gui_rec.replayer.rules.facts import Appears, Exists, Fact, FactTest

TITLE = Exists(Selector(text="Shop"))
NEW = Appears(Selector(text="Placed"))


def always(answer: bool | None) -> Callable[[FactTest], bool | None]:
    return lambda _test: answer


def test_three_of_three_is_kept_where_others_rarely_have_it() -> None:
    found = scored(NEW, [always(True)] * 3, [always(False)] * 9 + [always(True)])
    assert found is not None
    assert found.fact.mandatory
    assert found.fact.score is not None
    assert (found.fact.score.support, found.fact.score.confidence, found.fact.score.lift) == (
        3,
        0.4385,
        0.3385,
    )
    assert found.rejects == frozenset(range(9))


def test_a_title_that_is_everywhere_proves_nothing() -> None:
    assert scored(TITLE, [always(True)] * 20, [always(True)] * 8) is None


def test_what_failed_once_is_soft_with_many_runs_and_nothing_with_few() -> None:
    runs = [always(True)] * 19 + [always(False)]
    found = scored(TITLE, runs, [always(False)])
    assert found is not None
    assert found.fact.weight == pytest.approx(0.76, abs=0.01)
    assert scored(TITLE, [always(True), always(True), always(False)], [always(False)]) is None
    assert scored(TITLE, [always(True)] * 8 + [always(False)] * 2, [always(False)]) is None


def test_runs_where_a_fact_is_not_defined_do_not_count() -> None:
    found = scored(TITLE, [always(True), always(None), always(True)], [always(None)])
    assert found is not None
    assert found.fact.score is not None
    assert found.fact.score.support == 2
    assert found.rejects == {0}, "a state of which it cannot be said does not show it"
    assert scored(TITLE, [always(None)], []) is None


def test_of_equals_a_change_comes_first_and_what_adds_nothing_is_left() -> None:
    facts = [Scored(Fact(TITLE), frozenset({0, 1})), Scored(Fact(NEW), frozenset({0, 1}))]
    assert cover(facts, 2) == [Fact(NEW)]
    assert cover(facts, 3) == [Fact(NEW)]
    assert cover([*facts, Scored(Fact(Exists(Selector(text="x"))), frozenset({2}))], 3) == [
        Fact(NEW),
        Fact(Exists(Selector(text="x"))),
    ]


def test_without_other_states_the_changes_are_kept() -> None:
    facts = [Scored(Fact(TITLE), frozenset()), Scored(Fact(NEW), frozenset())]
    assert cover(facts, 0) == [Fact(NEW)]
    assert cover(facts[:1], 0) == [Fact(TITLE)]


@given(st.lists(st.frozensets(st.integers(0, 30)), max_size=20))
def test_at_most_eight_each_of_which_rejects_something_new(rejects: list[frozenset[int]]) -> None:
    facts = [
        Scored(Fact(Exists(Selector(text=f"fact {number}"))), places) for number, places in enumerate(rejects)
    ]
    kept = cover(facts, 31)
    by_fact = {each.fact: each.rejects for each in facts}
    assert len(kept) <= MOST_FACTS
    covered: set[int] = set()
    for fact in kept:
        assert by_fact[fact] - covered
        covered |= by_fact[fact]
    if len(kept) < MOST_FACTS:
        assert covered == set().union(*rejects)
