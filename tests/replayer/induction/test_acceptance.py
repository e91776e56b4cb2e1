from __future__ import annotations

from dataclasses import replace

import pytest
from learnt_runs import SHOP, ListPage, observation, step
from trees import N, text

from gui_rec.errors import InputError, UsageError
from gui_rec.model.actions import Type
from gui_rec.model.observation import Observation
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.induction.acceptance import Shown, accept_outcome, accept_slots, differences
from gui_rec.replayer.judge import Circumstances, judge
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.book import rules_for
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.model import Outcome, RuleFile, RuleSource, StepMatch, StepRule
from gui_rec.replayer.rules.patterns import PatternKind

EPISODE = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
PAGE = ListPage()
NONE = RuleFile(SHOP, ("1.0",))
BANNER = SlotAddress.parse("/TextView#banner:text")


def shown(
    post: Observation,
    *,
    verdict: Verdict = Verdict.MISMATCH,
    code: Code = Code.STATE_MISMATCH,
    banner: str = "Spring sale",
) -> Shown:
    """A tap that puts something into the cart; recorded from the usual page, replayed from one with this banner."""
    before = replace(PAGE, banner=banner)
    recorded = step(PAGE.seen(), replace(PAGE, cart="1").seen(), index=2)
    login = step(observation(), observation(text("Log in"), text("Help", top=40), text("Terms", top=80)))
    return Shown(EPISODE, recorded, step(before.seen(), post), verdict, code, (login,))


def verdict_with(rules: RuleFile, of: Shown) -> Verdict:
    given = Given(rules_for((rules,), of.recorded, of.episode_id))
    return judge(of.recorded, of.replayed.pre, of.replayed.post, Circumstances(given=given)).verdict


OTHER_BANNER = replace(PAGE, banner="New tea", cart="1").seen()


def test_a_slot_that_differs_may_vary_from_now_on_by_a_persons_word() -> None:
    of = shown(OTHER_BANNER, banner="New tea")
    assert verdict_with(NONE, of) is Verdict.MISMATCH
    assert [finding.address for finding in differences(of)] == [BANNER]
    rules = accept_slots(NONE, of, [BANNER], " ada ")
    (rule,) = rules.steps
    assert (rule.source, rule.accepted_by) == (RuleSource.ACCEPTED, "ada")
    assert (rule.rule_id, rule.step) == ("step-2.9g5fav-accepted-1", StepMatch(EPISODE, 2))
    assert [slot.pattern.kind for slot in rule.volatile] == [PatternKind.ANY]
    assert rules.revision == 2
    assert verdict_with(rules, of).successful
    again = accept_slots(rules, of, [BANNER], "ada")
    assert [each.rule_id for each in again.steps][1] == "step-2.9g5fav-accepted-2"


def test_the_steps_own_effect_is_never_accepted() -> None:
    doubled = shown(replace(PAGE, cart="2").seen())
    (found,) = differences(doubled)
    with pytest.raises(UsageError, match=r"cart_count:text: is the step's own effect .* cannot be excused"):
        accept_slots(NONE, doubled, [found.address], "ada")

    def page(typed: str) -> Observation:
        field = N(
            "android.widget.EditText",
            f"{SHOP}:id/q",
            typed,
            bounds=(0, 2100, 400, 2200),
            flags=frozenset({"focused"}),
        )
        return replace(PAGE, extra=(field,)).seen()

    recorded, replayed = (step(page(""), page(word), Type("tea"), index=2) for word in ("tea", "te"))
    written = Shown(EPISODE, recorded, replayed, Verdict.MISMATCH, Code.STATE_MISMATCH)
    with pytest.raises(UsageError, match="the step writes it"):
        accept_slots(NONE, written, [differences(written)[0].address], "ada")


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        (Verdict.MISMATCH, Code.CRASH_DIALOG),
        (Verdict.MISMATCH, Code.ANR_DIALOG),
        (Verdict.MISMATCH, Code.PACKAGE_MISMATCH),
        (Verdict.MISMATCH, Code.DOUBLE_EFFECT),
        (Verdict.MISMATCH, Code.NO_EFFECT),
        (Verdict.UNKNOWN, Code.STATE_MISMATCH),
        (Verdict.UNKNOWN, Code.VISUAL_ONLY_DIFF),
    ],
)
def test_trouble_and_what_nobody_knows_are_never_accepted(verdict: Verdict, code: Code) -> None:
    of = shown(OTHER_BANNER, verdict=verdict, code=code)
    told = f"{verdict} {code} is trouble, not a difference"
    with pytest.raises(UsageError, match=told):
        accept_slots(NONE, of, [BANNER], "ada")
    with pytest.raises(UsageError, match=told):
        accept_outcome(NONE, of, "ada")


def test_what_needs_no_accepting_is_refused() -> None:
    with pytest.raises(UsageError, match="was judged match; there is nothing to accept"):
        accept_slots(NONE, shown(OTHER_BANNER, verdict=Verdict.MATCH, code=Code.OK), [BANNER], "ada")
    of = shown(OTHER_BANNER, banner="New tea")
    with pytest.raises(
        UsageError, match=r"#clock:text: does not differ in this step; those that do: /TextView#banner:text"
    ):
        accept_slots(NONE, of, [SlotAddress.parse("#clock:text")], "ada")
    with pytest.raises(UsageError, match="the name of the person"):
        accept_slots(NONE, of, [BANNER], "  ")


TIPS = observation(text("Tips"), text("Swipe to buy", top=40), text("Got it", top=80))


def test_the_whole_state_is_one_more_outcome_and_the_recorded_one_stays() -> None:
    of = shown(TIPS)
    rules = accept_outcome(NONE, of, "ada")
    (rule,) = rules.steps
    assert [(each.name, each.by_facts) for each in rule.outcomes] == [
        ("recorded", False),
        ("accepted 1", True),
    ]
    assert verdict_with(rules, of).successful
    as_recorded = replace(of, replayed=of.recorded)
    assert verdict_with(rules, as_recorded).successful
    wrong = replace(
        of, replayed=step(PAGE.seen(), observation(text("Tips"), text("Sold out", top=40), text("x", top=80)))
    )
    assert verdict_with(rules, wrong) is Verdict.MISMATCH


def test_where_the_step_has_outcomes_the_recorded_one_is_not_added_again() -> None:
    mine = StepRule("mine", StepMatch(EPISODE, 2), outcomes=(Outcome("bought", package=SHOP),))
    rules = accept_outcome(replace(NONE, steps=(mine,)), shown(TIPS), "ada")
    assert [each.name for each in rules.steps[1].outcomes] == ["accepted 1"]


def test_a_state_that_nothing_tells_from_another_is_no_outcome() -> None:
    field = N(
        "android.widget.EditText", bounds=(0, 2100, 400, 2200), flags=frozenset({"enabled", "clickable"})
    )
    on, off = (
        replace(PAGE, cart="1", extra=(field,)),
        replace(PAGE, cart="1", extra=(replace(field, flags=frozenset()),)),
    )
    of = shown(off.seen())
    of = replace(of, recorded=replace(of.recorded, post=on.seen()))
    with pytest.raises(InputError, match="nothing on the screen tells it from the app's other states"):
        accept_outcome(NONE, of, "ada")
