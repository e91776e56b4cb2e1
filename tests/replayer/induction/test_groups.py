from __future__ import annotations

from dataclasses import replace

from learnt_runs import ListPage, observation
from trees import text

from gui_rec.replayer.induction.groups import medoid, outcome_groups
from gui_rec.replayer.induction.pages import Page

ROWS = tuple((f"Tea {number}", "$1.00", f"{number} left") for number in range(12))


def page(shown: ListPage) -> Page:
    found = Page.of(shown.seen())
    assert found is not None
    return found


def test_pages_of_one_structure_are_one_outcome_whatever_they_say() -> None:
    pages = [page(replace(ListPage(), clock=clock)) for clock in ("10:30", "11:00", "12:00")]
    assert outcome_groups(pages) == [[0, 1, 2]]


def test_pages_that_cover_each_other_to_nine_tenths_are_one_outcome() -> None:
    long = replace(ListPage(), rows=ROWS)
    badge = replace(long, extra=(text("New", top=2200),))
    assert outcome_groups([page(long), page(badge), page(long)]) == [[0, 1, 2]]
    short = replace(ListPage(), rows=ROWS[:3])
    assert outcome_groups([page(long), page(short)]) == [[0], [1]]


def test_another_activity_is_another_outcome_though_it_looks_alike() -> None:
    shown = ListPage().seen()
    other = Page.of(replace(shown, activity=".Other"))
    same = Page.of(replace(shown, activity="com.example.shop.Main"))
    assert other is not None
    assert same is not None
    assert outcome_groups([page(ListPage()), other, same]) == [[0, 2], [1]]


def test_the_outcome_of_most_runs_comes_first() -> None:
    alone = Page.of(observation(text("a"), text("b", top=40), text("c", top=80)))
    assert alone is not None
    assert outcome_groups([alone, page(ListPage()), page(ListPage())]) == [[1, 2], [0]]


def test_the_medoid_is_the_page_most_like_the_others() -> None:
    usual = ListPage()
    odd = replace(usual, clock="12:00", banner="Closed", cart="9")
    assert medoid([page(odd), page(usual), page(replace(usual, cart="1"))]) == 1
    assert medoid([page(usual)]) == 0
