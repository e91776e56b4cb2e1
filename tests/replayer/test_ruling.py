"""Rules in the decision: outcomes, slots, facts, anomalies that belong to an outcome."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from observations import full, shown

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation, StateKey
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.judge import Circumstances, Judgement, judge, judge_pre
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.facts import Appears, Exists, Fact, NamedChanges, NoError, ToastContains
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.model import (
    NamedContext,
    Outcome,
    ParameterSlot,
    RuleFile,
    StepMatch,
    StepRule,
    VolatileSlot,
)
from gui_rec.replayer.rules.patterns import PatternKind, SlotPattern
from gui_rec.testing.builders import PACKAGE, Element, step
from gui_rec.ui.named_facts import FactKind, NamedFact


def at(place: int, text: str, rid: str) -> Element:
    return Element(Rect(4, 30 * place, 104, 30 * place + 20), text, f"app:id/{rid}")


USER, LOGIN_BUTTON = at(1, "ada", "user"), at(2, "Log in", "login")
LOGIN = shown([at(0, "Sign in", "title"), USER, LOGIN_BUTTON], activity=".Login")
HOME = shown([at(0, "Products", "title"), at(1, "2", "stock"), at(2, "Milk", "row")], activity=".Home")
WRONG = at(3, "Wrong password", "error")
REFUSED = shown([at(0, "Sign in", "title"), USER, LOGIN_BUTTON, WRONG], activity=".Login")
TOUR = shown(
    [at(0, "Take a tour", "title"), at(1, "Look around", "body"), at(2, "Next", "next")], activity=".Tour"
)
STEP = step(3, pre=LOGIN, post=HOME)
STOCK = NamedFact("stock", Selector(resource_id="app:id/stock"), FactKind.INT)


def there(text: str, weight: float | None = None) -> Fact:
    return Fact(Exists(Selector(text=text)), weight)


SIGNED_IN = Outcome("signed in", 0.8, facts=(there("Products"),))
REFUSES = Outcome("refused", 0.1, facts=(Fact(Appears(Selector(text="Wrong password"))),))
FIRST = NamedContext("first_run", (there("Welcome"),))


def ruled(*outcomes: Outcome, **more: object) -> RuleFile:
    rule = StepRule("sign-in", StepMatch("E", 3), outcomes=outcomes, **more)  # type: ignore[arg-type]
    return RuleFile(PACKAGE, facts=(STOCK,), contexts=(FIRST,), steps=(rule,))


def judged(
    post: Observation, *files: RuleFile, pre: Observation = LOGIN, recorded: Step = STEP, **inputs: str
) -> Judgement:
    given = Given(files or (ruled(SIGNED_IN, REFUSES),), tuple(inputs.items()))
    return judge(recorded, pre, post, Circumstances(given=given))


def test_the_recorded_outcome_is_a_match_by_its_name() -> None:
    found = judged(HOME)
    assert (found.verdict, found.code, found.outcome) == (Verdict.MATCH, Code.OK, "signed in")
    assert found.confidence == 0.98


def test_another_allowed_outcome_is_a_pass_by_its_name_and_its_error_is_expected() -> None:
    found = judged(REFUSED)
    assert (found.verdict, found.code, found.outcome) == (Verdict.ACCEPTABLE, Code.OK, "refused")
    assert "OUTCOME: refused (rule sign-in): " in found.detail
    assert found.confidence == 0.9


def test_without_the_rule_the_same_is_an_error() -> None:
    assert judge(STEP, LOGIN, REFUSED).code is Code.INLINE_ERROR


def test_no_outcome_met_keeps_the_code_of_the_check() -> None:
    found = judged(LOGIN)
    assert (found.verdict, found.code, found.outcome) == (Verdict.MISMATCH, Code.NO_EFFECT, None)
    assert judged(TOUR).code is Code.ACTIVITY_MISMATCH


def test_a_failed_mandatory_fact_names_rule_and_fact() -> None:
    wants = Outcome("signed in", facts=(there("Products"), there("Sale")))
    found = judged(HOME, ruled(wants, replace(SIGNED_IN, name="other", facts=(there("Nothing"),))))
    assert (found.verdict, found.code) == (Verdict.MISMATCH, Code.STATE_MISMATCH)
    assert found.detail == ("rule sign-in, outcome signed in: expected text 'Sale' is there, seen 0 matches")
    assert found.deciding is not None
    assert found.deciding.numbers["rule"] == "sign-in"


def test_a_fact_nobody_can_answer_is_unknown() -> None:
    heard = Outcome("signed in", facts=(there("Products"), Fact(ToastContains("Welcome"))))
    found = judged(HOME, ruled(heard))
    assert (found.verdict, found.code) == (Verdict.UNKNOWN, Code.OBSERVATION_FAILED)
    assert "toasts were not heard" in found.detail
    said = replace(HOME, facts=replace(HOME.facts, toast="Welcome back"))
    assert judged(said, ruled(heard), recorded=replace(STEP, post=said)).outcome == "signed in"


def test_an_outcome_of_another_context_is_none() -> None:
    tour = Outcome("tour", contexts=("first_run",), facts=(there("Take a tour"),))
    assert judged(TOUR, ruled(SIGNED_IN, tour)).verdict is Verdict.MISMATCH
    welcome = shown(
        [at(0, "Sign in", "title"), USER, LOGIN_BUTTON, at(4, "Welcome", "tip")], activity=".Login"
    )
    found = judged(TOUR, ruled(SIGNED_IN, tour), pre=welcome)
    assert (found.verdict, found.outcome) == (Verdict.ACCEPTABLE, "tour")
    only = judged(HOME, ruled(replace(SIGNED_IN, contexts=("first_run",))))
    assert only.detail == "rule sign-in: outcome signed in is allowed only where first_run holds"


def test_the_recording_of_a_refusal_and_a_rule_that_demands_success_disagree() -> None:
    recorded = step(3, pre=LOGIN, post=REFUSED)
    assert judge(recorded, LOGIN, REFUSED).verdict is Verdict.MATCH
    assert judge(recorded, LOGIN, HOME).verdict is Verdict.MISMATCH
    assert judged(REFUSED, ruled(SIGNED_IN), recorded=recorded).code is Code.STATE_MISMATCH
    assert judged(HOME, ruled(SIGNED_IN), recorded=recorded).outcome == "signed in"


def test_facts_do_not_stand_for_the_recorded_page_unless_the_rule_says_so() -> None:
    other = shown([at(0, "Products", "title"), at(1, "2", "stock"), at(2, "Tea", "row")], activity=".Home")
    assert judged(other).code is Code.STATE_MISMATCH
    found = judged(other, ruled(replace(SIGNED_IN, by_facts=True)))
    assert (found.verdict, found.outcome) == (Verdict.ACCEPTABLE, "signed in")


def test_an_anomaly_that_no_outcome_shows_fails_also_an_allowed_outcome() -> None:
    crash = full(
        shown(
            [
                at(0, "Products", "title"),
                at(1, "Milk", "row"),
                Element(Rect(4, 90, 104, 110), "Close app", "android:id/aerr_close"),
            ],
            activity=".Home",
        )
    )
    elsewhere = Outcome("listed", by_facts=True, facts=(there("Products"),))
    assert judged(crash, ruled(elsewhere)).code is Code.CRASH_DIALOG
    assert (
        judged(crash, ruled(replace(elsewhere, shows=(Code.CRASH_DIALOG, Code.UNEXPECTED_DIALOG)))).outcome
        == "listed"
    )


def counted(text: str) -> Observation:
    return shown([at(0, "Products", "title"), at(1, text, "stock"), at(2, "Milk", "row")], activity=".Home")


VOLATILE = VolatileSlot(SlotAddress.parse("#stock:text"), SlotPattern(PatternKind.INT))


def test_a_volatile_slot_excuses_what_keeps_its_kind() -> None:
    rules = ruled(volatile=(VOLATILE,))
    assert judge(STEP, LOGIN, counted("5")).code is Code.STATE_MISMATCH
    assert judged(counted("5"), rules).verdict is Verdict.MATCH
    assert judged(counted("Error"), rules).verdict is Verdict.MISMATCH
    found = judged(counted("5"), rules).evidence["rules"]
    assert isinstance(found, dict)
    assert (found["ids"], found["slots"][0]["kept"]) == (["sign-in"], True)


def test_a_step_without_effect_has_none_although_a_volatile_value_moved() -> None:
    before, after = (shown([at(0, "Sign in", "title"), at(1, n, "stock")], activity=".Login") for n in "34")
    recorded = step(3, pre=before, post=HOME)
    assert judged(after, ruled(volatile=(VOLATILE,)), pre=before, recorded=recorded).code is Code.NO_EFFECT


def test_a_parameter_slot_is_compared_with_what_was_given() -> None:
    slot = ParameterSlot(SlotAddress.parse("#row:text"), "${item}")
    bread = shown([at(0, "Products", "title"), at(1, "2", "stock"), at(2, "Bread", "row")], activity=".Home")
    rules = ruled(parameters=(slot,))
    assert judged(bread, rules, item="Bread").verdict is Verdict.MATCH
    assert judged(bread, rules).verdict is Verdict.MISMATCH
    assert judged(HOME, rules, item="Bread").code is Code.STATE_MISMATCH


def test_named_facts_are_asked() -> None:
    pre = counted("1")
    recorded = step(3, pre=pre, post=HOME)
    adds = ruled(Outcome("added", facts=(Fact(NamedChanges("stock", 1)),)))
    assert judged(HOME, adds, pre=pre, recorded=recorded).outcome == "added"
    assert judged(HOME, adds, pre=counted("0"), recorded=recorded).code is Code.STATE_MISMATCH


def test_confidence_is_multiplied_by_the_rules_bound_and_by_soft_facts() -> None:
    assert judged(HOME, ruled(SIGNED_IN, support=3, confidence=0.44)).confidence == pytest.approx(
        0.98 * 0.44, abs=1e-4
    )
    soft = replace(SIGNED_IN, facts=(there("Products"), there("Sale", 0.5)))
    assert judged(HOME, ruled(soft)).confidence == 0.49


def test_a_failure_that_no_rule_decided_is_as_sure_as_without_rules() -> None:
    rules = ruled(SIGNED_IN, support=3, confidence=0.44)
    assert judged(LOGIN, rules).confidence == judge(STEP, LOGIN, LOGIN).confidence
    wants = ruled(Outcome("o", facts=(there("Sale"),)), support=3, confidence=0.5)
    assert judged(HOME, wants).confidence == 0.45


def test_the_rules_tolerance_counts() -> None:
    assert judged(counted("5"), ruled(tolerance=Tolerance.LAYOUT)).verdict is Verdict.ACCEPTABLE


def test_a_failed_precondition_is_a_screen_mismatch_before_the_action() -> None:
    given = Given((ruled(SIGNED_IN, pre=(there("Sign in"), there("Welcome"))),))
    found = judge_pre(STEP, LOGIN, Circumstances(given=given))
    assert (found.verdict, found.code) == (Verdict.MISMATCH, Code.SCREEN_MISMATCH)
    assert found.detail == "rule sign-in: expected text 'Welcome' is there, seen 0 matches"
    fine = Given((ruled(SIGNED_IN, pre=(there("Sign in"), Fact(NoError()))),))
    assert judge_pre(STEP, LOGIN, Circumstances(given=fine)).verdict is Verdict.MATCH


def test_ahead_stays_ahead_and_names_the_step() -> None:
    assert TOUR.state_key is not None
    later: tuple[tuple[int, StateKey], ...] = ((7, TOUR.state_key),)
    for rules in ((), (ruled(SIGNED_IN, REFUSES),), (ruled(Outcome("tour", facts=(there("Take a tour"),))),)):
        found = judge(STEP, LOGIN, TOUR, Circumstances(given=Given(rules), later=later))
        assert (found.code, found.detail) == (Code.AHEAD, "the screen is the one before step 7")
    allowed = ruled(Outcome("tour", facts=(there("Take a tour"),), shows=(Code.AHEAD,)))
    assert judge(STEP, LOGIN, TOUR, Circumstances(given=Given((allowed,)), later=later)).outcome == "tour"


def test_a_verdict_with_rules_can_be_computed_again_from_its_evidence() -> None:
    slot = ParameterSlot(SlotAddress.parse("#row:text"), "${item}")
    rules = ruled(SIGNED_IN, REFUSES, volatile=(VOLATILE,), parameters=(slot,), support=3, confidence=0.44)
    for post in (HOME, REFUSED, counted("5"), counted("Error"), TOUR, LOGIN):
        first = judged(post, rules, item="Milk")
        stored = json.loads(json.dumps(first.evidence))["circumstances"]
        assert judge(STEP, LOGIN, post, Circumstances.from_record(stored)) == first


def test_the_evidence_reflects() -> None:
    found = judge(STEP, LOGIN, REFUSED).evidence["reflection"]
    assert found == {
        "preconditions": True,
        "transition": False,
        "anomalies": ["INLINE_ERROR"],
        "cause": "CREDENTIAL",
        "cause_text": "Wrong password",
        "recovery": "clear_field",
    }
    met = judged(HOME).evidence["rules"]
    assert isinstance(met, dict)
    assert [(item["outcome"], item["holds"], item["recorded"]) for item in met["outcomes"]] == [
        ("signed in", True, True),
        ("refused", False, False),
    ]


def test_a_fact_asks_by_the_ids_of_the_recording_where_another_build_has_others() -> None:
    row = Outcome("signed in", facts=(Fact(Appears(Selector(resource_id="app:id/row"))),))
    renamed = shown([at(0, "Products", "a"), at(1, "2", "b"), at(2, "Milk", "c")], activity=".Home")
    how = Circumstances(given=Given((ruled(row),)))
    judged = judge(STEP, LOGIN, renamed, how)
    assert (judged.verdict, judged.detail.partition(":")[0]) == (Verdict.ACCEPTABLE, "ID_CHANGED")
    gone = shown([at(0, "Products", "a"), at(1, "2", "b"), at(2, "Bread", "c")], activity=".Home")
    assert judge(STEP, LOGIN, gone, how).verdict is Verdict.MISMATCH
