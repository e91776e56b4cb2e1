"""Rules judge the very runs that they were learnt from, and runs in which something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from learnt_runs import SHOP, ListPage, observation, step
from trees import N, text

from gui_rec.model.actions import Type
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.induction.learn import learn
from gui_rec.replayer.judge import Circumstances, Judgement, judge, judge_pre
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.model import RuleFile, StepRule
from gui_rec.testing.builders import Colour, png

COUNTS = st.integers(0, 12)
LOGIN = observation(text("Log in"), text("Forgot your password?", top=40), text("Help", top=80))


def noted(*notes: int) -> tuple[tuple[str, str, str], ...]:
    rows = ListPage().rows
    return tuple((name, price, f"{count} left") for (name, price, _), count in zip(rows, notes, strict=True))


PAGES = st.builds(
    ListPage,
    clock=st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59)),
    banner=st.sampled_from(["Spring sale", "New tea", "Coffee week"]),
    rows=st.builds(noted, COUNTS, COUNTS, COUNTS),
)


def tapped(before: ListPage, after: ListPage, **effect: object) -> Step:
    """A tap that puts one thing into the cart and loves the page, while the rest goes on by itself."""
    done = replace(after, **{"cart": "1", "loved": True, **effect})  # type: ignore[arg-type]
    return step(before.seen(), done.seen(), path="0/4")


def ruled(rules: Sequence[StepRule], recorded: Step, seen: Step) -> Judgement:
    files = tuple(RuleFile(SHOP, steps=(rule,)) for rule in rules)
    return judge(recorded, seen.pre, seen.post, Circumstances(given=Given(files)))


@given(st.lists(st.tuples(PAGES, PAGES), min_size=2, max_size=4))
def test_every_run_is_a_success_by_the_rule_it_was_learnt_from(
    pages: list[tuple[ListPage, ListPage]],
) -> None:
    runs = [tapped(before, after) for before, after in pages]
    learnt = learn(runs, others=[LOGIN])
    if learnt.unexplained:
        return  # the same before and other after in every run: only a person can say whose doing that is
    for recorded in runs:
        for seen in runs:
            judged = ruled([learnt.rule], recorded, seen)
            assert judged.verdict.successful, judged.detail


def test_a_screen_before_the_step_may_vary_as_it_did() -> None:
    page = ListPage()
    pairs = [
        (
            replace(page, clock=f"1{number}:30", banner=banner),
            replace(page, clock=f"1{number}:31", banner=other),
        )
        for number, (banner, other) in enumerate(
            [("Spring sale", "New tea"), ("New tea", "Coffee week"), ("a", "b")]
        )
    ]
    runs = [tapped(*pair) for pair in pairs]
    files = (RuleFile(SHOP, steps=(learn(runs, others=[LOGIN]).rule,)),)
    how = Circumstances(given=Given(files))
    for seen in runs:
        assert judge_pre(runs[0], seen.pre, how).verdict.successful
    wrong = replace(page, clock="15:00", cart="9")
    assert judge_pre(runs[0], wrong.seen(), how).verdict is Verdict.MISMATCH


def test_an_element_and_rows_that_come_and_go_are_accepted_and_nothing_else_is() -> None:
    page, badge = ListPage(), text("3 new", f"{SHOP}:id/badge", top=2200)
    more = (*page.rows, ("Rum", "$9.00", "1 left"))
    shown = (
        page,
        replace(page, extra=(badge,)),
        replace(page, rows=more),
        replace(page, rows=more, extra=(badge,)),
    )
    runs = [tapped(each, each) for each in shown]
    rule = learn(runs, others=[LOGIN]).rule
    for recorded in runs:
        for seen in runs:
            judged = ruled([rule], recorded, seen)
            assert judged.verdict.successful, judged.detail
    short = replace(page, rows=page.rows[:2])
    assert ruled([rule], runs[0], tapped(short, short)).verdict is Verdict.MISMATCH


def test_what_is_drawn_otherwise_each_time_is_accepted_there_and_nowhere_else() -> None:
    chart = text("Visitors", f"{SHOP}:id/chart", top=2000, bounds=(0, 2000, 400, 2200))

    def painted(colour: Colour, price: Colour = (9, 9, 9)) -> Step:
        blocks = [(Rect(0, 2000, 400, 2200), colour), (Rect(0, 240, 400, 280), price)]
        run = tapped(*[replace(ListPage(), extra=(chart,))] * 2)
        shot = png(ScreenSize(400, 2400), blocks=blocks)
        return replace(run, post=replace(run.post, screenshot=shot, size=ScreenSize(400, 2400)))

    runs = [painted(colour) for colour in ((200, 0, 0), (0, 200, 0), (0, 0, 200))]
    rule = learn(runs, others=[LOGIN]).rule
    assert [str(slot.address) for slot in rule.volatile] == ["/TextView#chart:crop"]
    fresh = painted((200, 200, 0))
    assert ruled([], runs[0], fresh).code is Code.VISUAL_ONLY_DIFF
    judged = ruled([rule], runs[0], fresh)
    assert judged.verdict.successful, judged.detail
    wrong = painted((200, 200, 0), price=(250, 0, 0))
    assert ruled([rule], runs[0], wrong).code is Code.VISUAL_ONLY_DIFF


WRONG: dict[str, dict[str, object]] = {
    "a price": {"rows": (("Bread", "$9.99", "7 left"), *ListPage().rows[1:])},
    "an item": {"rows": (("Rum", "$2.50", "7 left"), *ListPage().rows[1:])},
    "the effect is missing": {"cart": "0"},
    "twice the effect": {"cart": "2"},
    "the switch": {"loved": False},
    "a row is missing": {"rows": ListPage().rows[:2]},
    "a row twice": {"rows": (*ListPage().rows, ListPage().rows[2])},
    "the order": {"rows": (ListPage().rows[1], ListPage().rows[0], ListPage().rows[2])},
    "no time in the clock": {"clock": "Error"},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_stays_wrong_with_the_rules(wrong: str) -> None:
    page = ListPage()
    noise = (
        (page, replace(page, clock="10:31")),
        (replace(page, clock="11:00", banner="New tea"), replace(page, clock="11:02", banner="Coffee week")),
        (
            replace(page, clock="12:30", rows=noted(6, 11, 4)),
            replace(page, clock="12:31", rows=noted(5, 11, 2)),
        ),
    )
    runs = [tapped(*pair) for pair in noise]
    learnt = learn(runs, others=[LOGIN])
    assert not learnt.unexplained
    fresh = replace(page, clock="15:00", banner="New tea", rows=noted(9, 9, 9))
    assert ruled([learnt.rule], runs[0], tapped(fresh, replace(fresh, clock="15:01"))).verdict.successful
    judged = ruled([learnt.rule], runs[0], tapped(page, page, **WRONG[wrong]))
    assert judged.verdict is Verdict.MISMATCH, judged.detail


def test_leaving_one_run_out_the_others_rule_accepts_it() -> None:
    page = ListPage()
    before = ((7, 12, 3), (6, 12, 9), (8, 1, 3), (4, 4, 4), (9, 2, 0), (5, 11, 2))
    after = ((7, 11, 3), (8, 10, 1), (2, 1, 3), (5, 4, 9), (9, 6, 3), (1, 11, 8))
    runs = [
        tapped(
            replace(page, clock=f"1{hour}:30", rows=noted(*before[hour])),
            replace(page, clock=f"1{hour}:31", rows=noted(*after[hour])),
        )
        for hour in range(6)
    ]
    for left_out in runs:
        rest = [run for run in runs if run is not left_out]
        rule = learn(rest, others=[LOGIN]).rule
        judged = ruled([rule], rest[0], left_out)
        assert judged.verdict.successful, judged.detail


def test_a_parameter_follows_its_input_and_nothing_else() -> None:
    def page(typed: str) -> ListPage:
        field = N(
            "android.widget.EditText",
            f"{SHOP}:id/q",
            typed,
            bounds=(0, 2100, 400, 2200),
            flags=frozenset({"focused"}),
        )
        return replace(ListPage(), extra=(field,))

    def typing(word: str) -> Step:
        return step(page("").seen(), page(word).seen(), Type(word))

    runs = [typing("tea"), typing("milk")]
    rule = learn(runs, inputs=[{"what": "tea"}, {"what": "milk"}], others=[LOGIN]).rule
    files = (RuleFile(SHOP, steps=(rule,)),)
    recorded, seen = runs[0], typing("bread")
    given_bread = Circumstances(given=Given(files, (("what", "bread"),)))
    assert judge(recorded, seen.pre, seen.post, given_bread).verdict.successful
    given_rum = Circumstances(given=Given(files, (("what", "rum"),)))
    assert judge(recorded, seen.pre, seen.post, given_rum).verdict is Verdict.MISMATCH
