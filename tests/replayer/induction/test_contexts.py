from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from learnt_runs import SHOP, ListPage, observation, step
from trees import text

from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.replayer.induction.learn import Learnt, learn
from gui_rec.replayer.rules.facts import CheckedIs, Exists

LOGIN = observation(text("Log in"), text("Forgot your password?", top=40), text("Help", top=80))
TIPS = observation(text("Tips"), text("Swipe to buy", top=40), text("Got it", top=80))
USUAL = ListPage()
FIRST = replace(USUAL, extra=(text("Welcome!", f"{SHOP}:id/hint", top=2100),))


def learnt(usual: Sequence[Observation], other: Sequence[Observation]) -> Learnt:
    """Half of the runs put something into the cart, the others come to the tips."""
    steps: list[Step] = [step(before, replace(USUAL, cart="1").seen()) for before in usual]
    return learn([*steps, *(step(before, TIPS) for before in other)], others=[LOGIN], rule_id="step-3")


def test_what_is_seen_before_tells_the_outcomes_apart() -> None:
    found = learnt([USUAL.seen()] * 2, [FIRST.seen()] * 2)
    assert [each.contexts for each in found.rule.outcomes] == [(), ("step-3 other 2",)]
    (context,) = found.contexts
    tests = [fact.test for fact in context.facts]
    assert all(isinstance(test, Exists) for test in tests)
    assert "Welcome!" in repr(tests)


def test_a_switch_tells_them_apart_too() -> None:
    found = learnt([USUAL.seen()] * 2, [replace(USUAL, loved=True).seen()] * 2)
    assert [[type(fact.test) for fact in context.facts] for context in found.contexts] == [
        [CheckedIs],
        [CheckedIs],
    ]


def test_a_clock_does_not() -> None:
    assert learnt([USUAL.seen()] * 2, [replace(USUAL, clock="11:00").seen()] * 2).contexts == ()


def test_one_run_alone_may_be_chance() -> None:
    assert learnt([USUAL.seen()] * 2, [FIRST.seen()]).contexts == ()


def test_a_screen_that_nothing_can_be_read_off_is_no_context() -> None:
    assert learnt([USUAL.seen()] * 2, [observation()] * 2).contexts == ()
