from __future__ import annotations

from dataclasses import replace

from learnt_runs import SHOP, ListPage, observation, step
from trees import text

from gui_rec.replayer.induction.outcome import MOST_FACTS_ALONE, LearntOutcome, learn_outcome
from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.runs import Run, runs_of
from gui_rec.replayer.rules.address import Slot

PAGE = ListPage()
ROWS = tuple((f"Tea {number}", f"${number}.00", f"{number} left") for number in range(40))


def adding(*pages: ListPage) -> list[Run]:
    return runs_of([step(page.seen(), replace(page, cart="1").seen()) for page in pages], [{}] * len(pages))


def learnt(runs: list[Run], others: list[Page], *, by_facts: bool = False) -> LearntOutcome:
    return learn_outcome("recorded", 0.5, runs, others, recorded=None, by_facts=by_facts)


def page_of(shown: ListPage) -> Page:
    found = Page.of(shown.seen())
    assert found is not None
    return found


def test_the_lift_is_what_the_facts_are_sure_of_less_the_other_states_they_let_in() -> None:
    found = learnt(adding(PAGE, PAGE, PAGE), [])
    assert found.lift == 0.4385
    assert found.runs == (0, 1, 2)
    assert found.outcome.package == SHOP


def test_another_moment_of_the_same_state_is_no_other_state() -> None:
    runs = adding(PAGE, replace(PAGE, clock="11:00"), replace(PAGE, clock="12:00"))
    again = page_of(replace(PAGE, clock="13:00", cart="1"))
    assert learnt(runs, [again]).lift == learnt(runs, []).lift
    assert learnt(runs, [again]).outcome.facts == learnt(runs, []).outcome.facts


def test_an_outcome_known_by_its_facts_alone_has_more_of_them_and_its_structures() -> None:
    runs = adding(replace(PAGE, rows=ROWS), replace(PAGE, rows=ROWS))
    other = Page.of(observation(text("Log in"), text("a", top=40), text("b", top=80)))
    assert other is not None
    few, many = learnt(runs, [other]), learnt(runs, [other], by_facts=True)
    assert len(few.outcome.facts) < len(many.outcome.facts) <= MOST_FACTS_ALONE
    assert few.outcome.structures == ()
    assert many.outcome.structures == (runs[0].post.key.structure,)


def test_where_elements_come_and_go_no_structure_is_demanded() -> None:
    badge = replace(PAGE, rows=ROWS, extra=(text("New", f"{SHOP}:id/badge", top=2200),))
    found = learnt(adding(replace(PAGE, rows=ROWS), badge, badge), [], by_facts=True)
    assert [slot.address.slot for slot in found.volatile()] == [Slot.EXISTS]
    assert found.outcome.structures == ()
