from __future__ import annotations

from dataclasses import replace

from observations import look
from shop import label

from gui_rec.replayer.looks import Look
from gui_rec.replayer.volatile import changed_by_itself, keeps_changing, still_moving


def page(banner: str, price: str = "$5") -> Look:
    return look([label(4, "Shop"), label(40, banner, "app:id/banner"), label(70, price, "app:id/price")])


def test_what_changed_while_nothing_was_done() -> None:
    assert changed_by_itself([page("one"), page("two")]) == {"0/1"}
    assert changed_by_itself([page("one"), page("one")]) == frozenset()
    assert changed_by_itself([]) == frozenset()


def test_one_late_value_is_no_carousel() -> None:
    assert keeps_changing([page("one", "…"), page("one", "$5"), page("one", "$5")]) == frozenset()
    assert keeps_changing([page("one"), page("two"), page("three")]) == {"0/1"}


def test_another_page_or_a_loading_one_says_nothing() -> None:
    other = look([label(4, "Cart")])
    assert changed_by_itself([page("one"), other]) == frozenset()
    busy = page("two")
    loading = Look.of(replace(busy.seen, facts=replace(busy.seen.facts, loading=True)))
    assert keeps_changing([page("one"), loading, page("three"), loading]) == frozenset()


def test_elements_that_come_and_go_are_movement() -> None:
    assert still_moving([page("one"), look([label(4, "Cart")])])
    assert not still_moving([page("one"), page("two")])
    assert not still_moving([page("one")])
