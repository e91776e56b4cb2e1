from __future__ import annotations

from dataclasses import replace

from learnt_runs import SHOP, ListPage, observation, step
from trees import text

from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.replayer.induction.outcome import (
    MOST_FACTS_ALONE,
    LearntOutcome,
    Other,
    learn_outcome,
    volatile_slots,
)
from gui_rec.replayer.induction.runs import Run, runs_of
from gui_rec.replayer.rules.address import Slot
from gui_rec.replayer.rules.facts import Changes

PAGE = ListPage()
ROWS = tuple((f"Tea {number}", f"${number}.00", f"{number} left") for number in range(40))


def adding(*pages: ListPage) -> list[Run]:
    return runs_of([step(page.seen(), replace(page, cart="1").seen()) for page in pages], [{}] * len(pages))


def learnt(runs: list[Run], others: list[Other], *, by_facts: bool = False) -> LearntOutcome:
    return learn_outcome("recorded", 0.5, runs, others, recorded=None, by_facts=by_facts)


def other(seen: Observation | Step) -> Other:
    found = Other.of(seen)
    assert found is not None
    return found


def test_the_lift_is_what_the_facts_are_sure_of_less_the_other_states_they_let_in() -> None:
    found = learnt(adding(PAGE, PAGE, PAGE), [])
    assert found.lift == 0.4385
    assert found.runs == (0, 1, 2)
    assert found.outcome.package == SHOP


def test_another_moment_of_the_same_state_is_no_other_state() -> None:
    runs = adding(PAGE, replace(PAGE, clock="11:00"), replace(PAGE, clock="12:00"))
    again = other(replace(PAGE, clock="13:00", cart="1").seen())
    assert learnt(runs, [again]).lift == learnt(runs, []).lift
    assert learnt(runs, [again]).outcome.facts == learnt(runs, []).outcome.facts


def test_an_outcome_known_by_its_facts_alone_has_more_of_them_and_its_structures() -> None:
    runs = adding(replace(PAGE, rows=ROWS), replace(PAGE, rows=ROWS))
    login = other(observation(text("Log in"), text("a", top=40), text("b", top=80)))
    few, many = learnt(runs, [login]), learnt(runs, [login], by_facts=True)
    assert len(few.outcome.facts) < len(many.outcome.facts) <= MOST_FACTS_ALONE
    assert few.outcome.structures == ()
    assert many.outcome.structures == (runs[0].post.key.structure,)


def test_where_elements_come_and_go_no_structure_is_demanded() -> None:
    badge = replace(PAGE, rows=ROWS, extra=(text("New", f"{SHOP}:id/badge", top=2200),))
    found = learnt(adding(replace(PAGE, rows=ROWS), badge, badge), [], by_facts=True)
    assert [slot.address.slot for slot in volatile_slots(found.findings)] == [Slot.EXISTS]
    assert found.outcome.structures == ()


def test_a_change_that_a_later_step_finds_made_is_still_this_steps_own() -> None:
    added = replace(PAGE, cart="1")
    later = step(added.seen(), replace(added, loved=True).seen(), path="0/4")
    change = Changes(Selector(resource_id=f"{SHOP}:id/cart_count"), 1)
    runs = adding(PAGE, PAGE, PAGE)
    by_state, by_step = learnt(runs, [other(later.post)]), learnt(runs, [other(later)])
    assert change not in [fact.test for fact in by_state.outcome.facts], "true on one of two other states"
    assert change in [fact.test for fact in by_step.outcome.facts]


def test_a_state_of_which_nothing_can_be_read_is_no_other() -> None:
    assert Other.of(observation()) is None
    blind = other(step(observation(), PAGE.seen()))
    assert blind.before is None
