from __future__ import annotations

from dataclasses import replace

from observations import look
from shop import label

from gui_rec.replayer.looks import Look
from gui_rec.replayer.volatile import Volatile, comes_back, keeps_changing, states_of, still_moving

SECOND = 1_000_000


def page(banner: str, price: str = "$5", at_s: float = 0.0) -> Look:
    made = look([label(4, "Shop"), label(40, banner, "app:id/banner"), label(70, price, "app:id/price")])
    return Look.of(replace(made.seen, captured_at_us=round(at_s * SECOND)))


def paths(*looks: Look) -> frozenset[str]:
    """All paths that were found to change by themselves."""
    return frozenset().union(*keeps_changing(looks).values())


def test_what_goes_on_changing_changes_by_itself() -> None:
    assert paths(page("one"), page("two", at_s=3), page("three", at_s=6)) == {"0/1"}
    assert paths(page("one"), page("one", at_s=3)) == frozenset()
    assert paths() == frozenset()


def test_one_late_value_is_no_carousel() -> None:
    assert paths(page("one", "…"), page("one", at_s=4), page("one", at_s=8)) == frozenset()


def test_a_counter_that_runs_up_is_no_carousel() -> None:
    assert paths(*(page("one", f"${i}", at_s=i / 5) for i in range(6))) == frozenset()


def test_another_page_or_a_loading_one_says_nothing() -> None:
    other = look([label(4, "Cart")])
    assert paths(page("one"), other, page("two", at_s=3), other, page("three", at_s=6)) == frozenset()
    busy = page("two", at_s=3)
    loading = Look.of(replace(busy.seen, facts=replace(busy.seen.facts, loading=True)))
    assert paths(page("one"), loading, page("three", at_s=6), loading) == frozenset()


def test_what_was_learnt_holds_for_its_own_page_only() -> None:
    known = Volatile()
    known.learn([page("one"), page("two", at_s=3), page("three", at_s=6)])
    assert known.of(page("four")) == {"0/1"}
    assert known.of(look([label(4, "Cart"), label(40, "$5", "app:id/price")])) == frozenset()
    known.learn([page("one", "$1"), page("one", "$2", at_s=3), page("one", "$3", at_s=6)])
    assert known.of(page("four")) == {"0/1", "0/2"}


def test_elements_that_come_and_go_are_movement() -> None:
    assert still_moving([page("one"), look([label(4, "Cart")])])
    assert not still_moving([page("one"), page("two")])
    assert not still_moving([page("one")])


def test_a_flicker_is_movement_also_where_the_last_looks_hit_one_half_of_it() -> None:
    other = look([label(4, "Cart")])

    def at(shown: Look, at_s: float) -> Look:
        return Look.of(replace(shown.seen, captured_at_us=round(at_s * SECOND)))

    steady, flicker = (
        page("one"),
        [at(page("one"), 8.2), at(other, 8.6), at(page("one"), 9.0), at(page("one"), 10)],
    )
    assert still_moving(flicker)
    assert still_moving([at(other, 9.2), at(steady, 9.6), at(steady, 10)])
    assert not still_moving([at(steady, 1), at(other, 2), at(steady, 3), at(steady, 6), at(steady, 10)])
    assert comes_back(states_of(flicker))
    assert not comes_back(states_of([steady, steady, other]))
