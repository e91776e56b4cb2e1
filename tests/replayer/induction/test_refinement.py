from __future__ import annotations

from dataclasses import replace

import pytest
from learnt_runs import SHOP, ListPage, step

from gui_rec.errors import UsageError
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.induction.acceptance import Shown
from gui_rec.replayer.induction.refinement import refine
from gui_rec.replayer.judge import Circumstances, judge
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.book import rules_for
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.model import RuleFile, StepMatch, StepRule, VolatileSlot

EPISODE = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
PAGE = ListPage()
PRICES = SlotAddress.parse("/RecyclerView#goods/Group#row[*]/TextView#price:text")
CLOCK = SlotAddress.parse("#clock:text")
WRONG_PRICE = replace(PAGE, rows=(("Bread", "$9.99", "7 left"), *PAGE.rows[1:]))


def rules(*slots: SlotAddress) -> RuleFile:
    volatile = tuple(VolatileSlot(slot) for slot in slots)
    return RuleFile(SHOP, revision=4, steps=(StepRule("step-0", StepMatch(EPISODE, 0), volatile=volatile),))


def shown(before: ListPage, after: ListPage, file: RuleFile) -> Shown:
    """The step as it is judged by the rules."""
    recorded = step(PAGE.seen(), replace(PAGE, cart="1").seen())
    replayed = step(before.seen(), replace(after, cart="1").seen())
    given = Given(rules_for((file,), recorded, EPISODE))
    judged = judge(recorded, replayed.pre, replayed.post, Circumstances(given=given))
    return Shown(EPISODE, recorded, replayed, judged.verdict, judged.code)


def test_a_slot_that_hid_a_wrong_value_is_no_longer_excused() -> None:
    file = rules(PRICES, CLOCK)
    of = shown(PAGE, WRONG_PRICE, file)
    assert of.verdict.successful
    found = refine(file, of, truth=Verdict.MISMATCH, by="ada")
    assert found.unmarked == (PRICES,)
    assert found.rules.revision == 5
    assert [slot.address for slot in found.rules.steps[0].volatile] == [CLOCK]
    assert shown(PAGE, WRONG_PRICE, found.rules).verdict is Verdict.MISMATCH


def test_a_rule_of_which_nothing_is_left_goes() -> None:
    file = rules(PRICES)
    assert refine(file, shown(PAGE, WRONG_PRICE, file), truth=Verdict.MISMATCH, by="ada").rules.steps == ()


def test_a_slot_that_raised_a_false_alarm_is_excused_from_now_on() -> None:
    file, late = rules(PRICES), replace(PAGE, clock="11:00")
    of = shown(late, late, file)
    assert (of.verdict, of.code) == (Verdict.MISMATCH, Code.STATE_MISMATCH)
    found = refine(file, of, truth=Verdict.MATCH, by="ada")
    assert list(map(str, found.marked)) == ["/TextView#clock:text"]
    assert found.rules.revision == 5
    assert shown(late, late, found.rules).verdict.successful
    assert found.rules.steps[1].accepted_by == "ada"


def test_verdicts_that_were_right_and_what_no_slot_is_to_blame_for() -> None:
    file = rules(PRICES)
    of = shown(PAGE, PAGE, file)
    with pytest.raises(UsageError, match="was judged acceptable; the rules were not wrong"):
        refine(file, of, truth=Verdict.MATCH, by="ada")
    with pytest.raises(UsageError, match="no slot of these rules hid a difference"):
        refine(file, of, truth=Verdict.MISMATCH, by="ada")
    with pytest.raises(UsageError, match="expected match or mismatch"):
        refine(file, of, truth=Verdict.UNKNOWN, by="ada")


def test_the_steps_own_effect_is_never_excused() -> None:
    file = rules(PRICES)
    recorded = step(PAGE.seen(), replace(PAGE, cart="1").seen())
    of = Shown(
        EPISODE,
        recorded,
        step(PAGE.seen(), replace(PAGE, cart="2").seen()),
        Verdict.MISMATCH,
        Code.STATE_MISMATCH,
    )
    with pytest.raises(UsageError, match="no slot raised the alarm that may be excused"):
        refine(file, of, truth=Verdict.MATCH, by="ada")
