"""Detours, undone steps, loops: the walk over states."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from label_walks import BACK, OPEN, page, values, view, walk
from strategies import actions

from gui_rec.datasets.labels.course import coarse, legs_of, repeats_of
from gui_rec.model.actions import Action, Tap, Type, Wait
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Step, Target

A, B, C = page(1), page(2), page(3)
B_ON = page(2, 1)


def _marked(name: str, steps: tuple[Step, ...]) -> list[int | None]:
    return [index for index, value in values(name, view(steps)).items() if value == "true"]


def test_a_way_that_comes_back_with_nothing_is_a_detour() -> None:
    steps = walk((A, OPEN, B), (B, OPEN, C), (C, BACK, A), (A, OPEN, B))
    assert _marked("detour", steps) == [0, 1, 2]
    assert values("revisit", view(steps)) == {0: "none", 1: "none", 2: "exact", 3: "exact"}


def test_a_way_on_which_something_was_written_is_none() -> None:
    assert _marked("detour", walk((A, OPEN, B), (B, OPEN, B_ON), (B_ON, BACK, A))) == []


def test_what_was_written_and_taken_back_left_nothing() -> None:
    steps = walk((A, OPEN, B), (B, OPEN, B_ON), (B_ON, OPEN, B), (B, BACK, A))
    assert _marked("detour", steps) == [0, 1, 2, 3]


def test_a_step_that_stays_revisits_nothing() -> None:
    assert values("revisit", view(walk((A, OPEN, A), (A, OPEN, A)))) == {0: "none", 1: "none"}


def test_the_same_page_with_other_content_is_a_revisit_of_structure() -> None:
    steps = walk((B, OPEN, C), (C, OPEN, B_ON))
    assert values("revisit", view(steps)) == {0: "none", 1: "structure"}


def test_an_action_that_back_takes_back_is_undone_with_it() -> None:
    assert _marked("undone", walk((A, OPEN, B), (B, BACK, A), (A, OPEN, C))) == [0, 1]
    assert _marked("undone", walk((A, OPEN, B), (B, BACK, C))) == []
    assert _marked("undone", walk((A, OPEN, A), (A, BACK, A))) == [], "nothing was done that could be undone"


def test_a_text_that_is_written_over_is_undone() -> None:
    field = Target(None, Rect(0, 0, 9, 9), "EditText", "com.example:id/name", "", "", "0/1", 1)
    wrong, right = Type("lmap"), Type("lamp", clear_before=True)
    steps = walk((B, wrong, B_ON), (B_ON, right, page(2, 2)))
    steps = tuple(replace(step, target=field) for step in steps)
    assert _marked("undone", steps) == [0]
    more = (steps[0], replace(steps[1], action=Type("lmap 2", clear_before=True)))
    assert _marked("undone", more) == [], "the text still stands in the longer one"
    left = walk((B, wrong, C), (C, right, page(2, 2)))
    assert _marked("undone", tuple(replace(step, target=field) for step in left)) == []


def test_the_third_time_makes_a_loop_and_the_first_is_kept() -> None:
    tap, near = Tap(0.5, 0.5), Tap(0.51, 0.49)
    assert _marked("loop", walk((A, tap, A), (A, near, A), (A, tap, A))) == [1, 2]
    assert _marked("loop", walk((A, tap, A), (A, near, A))) == []
    assert _marked("loop", walk((A, Wait(1), A), (A, Wait(1), A), (A, Wait(1), A))) == []


def test_a_cycle_gone_through_again_is_a_loop() -> None:
    steps = walk((A, OPEN, B), (B, BACK, A), (A, OPEN, B), (B, BACK, A))
    assert _marked("loop", steps) == [2, 3]


def test_states_that_nobody_knows_are_unknown() -> None:
    blind = replace(A, state_key=None, screenshot=None)
    steps = walk((blind, OPEN, blind))
    for name in ("detour", "loop", "undone", "revisit"):
        assert values(name, view(steps)) == {0: "unknown"}


@given(st.lists(st.tuples(st.integers(0, 2), actions()), max_size=6))
def test_any_walk_has_marks_within_itself(doings: list[tuple[int, Action]]) -> None:
    pages = (A, B, C)
    steps = walk(*((pages[at], action, pages[(at + 1) % 3]) for at, action in doings))
    assert repeats_of(legs_of(view(steps))) <= set(range(len(steps)))
    for _, action in doings:
        assert hash(coarse(action)) == hash(coarse(action))
