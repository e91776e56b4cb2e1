from __future__ import annotations

from dataclasses import replace

from observations import look

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules.evaluate import Evaluation, evaluate
from gui_rec.replayer.rules.facts import Appears, Exists, Fact, TextIs, ToastContains
from gui_rec.replayer.rules.model import NamedContext, Outcome, RuleFile, StepMatch, StepRule
from gui_rec.testing.builders import PACKAGE, Element, step
from gui_rec.ui.wanted import Relation, Wanted

TITLE = Element(Rect(4, 0, 104, 20), "Sign in", "app:id/title")
ERROR = Element(Rect(4, 20, 104, 40), "Wrong password", "app:id/error")
WELCOME = Element(Rect(4, 40, 104, 60), "Welcome", "app:id/tip")
LOGIN = look([TITLE], activity=".Login")
FIRST = look([TITLE, WELCOME], activity=".Login")
HOME = look([replace(TITLE, text="Products")], activity=".Home")
REFUSED = look([TITLE, ERROR], activity=".Login")
TOUR = look([replace(TITLE, text="Take a tour")], activity=".Tour")
STEP = step(3, pre=LOGIN.seen, post=HOME.seen)


def there(text: str) -> Fact:
    return Fact(Exists(Selector(text=text)))


SIGNED_IN = Outcome("signed in", 0.8, activity=".Home", facts=(there("Products"),))
REFUSES = Outcome("refused", 0.1, facts=(Fact(Appears(Selector(text="Wrong password"))),))
TOURS = Outcome("tour", 0.1, contexts=("first_run",), facts=(there("Take a tour"),))
FIRST_RUN = NamedContext("first_run", (there("Welcome"),))


def rules(*outcomes: Outcome, match: StepMatch | None = None, **more: object) -> RuleFile:
    rule = StepRule("r", match or StepMatch("E", 3), outcomes=outcomes, **more)  # type: ignore[arg-type]
    return RuleFile(PACKAGE, contexts=(FIRST_RUN,), steps=(rule,))


def asked(post: Look, *files: RuleFile, pre: Look = LOGIN, recorded: Step | None = STEP) -> Evaluation:
    return evaluate(files or (rules(SIGNED_IN, REFUSES, TOURS),), recorded, pre, post)


def test_passing_any_outcome_is_a_pass_and_it_is_named() -> None:
    assert asked(HOME).met == "signed in"
    assert asked(REFUSED).met == "refused"
    assert asked(LOGIN).met is None


def test_outcomes_come_likeliest_first_and_the_recorded_one_is_known() -> None:
    found = asked(HOME).outcomes
    assert [result.outcome.name for result in found] == ["signed in", "refused", "tour"]
    assert [result.recorded for result in found] == [True, False, False]
    assert [result.by_facts for result in found] == [False, True, True]


def test_an_outcome_is_allowed_only_in_its_context() -> None:
    assert asked(TOUR).met is None
    assert asked(TOUR, pre=FIRST).met == "tour"
    known = evaluate((rules(TOURS),), STEP, LOGIN, TOUR, contexts=["first_run"])
    assert (known.met, known.contexts) == ("tour", {"first_run": True})
    blind = evaluate((rules(TOURS),), STEP, Look(Observation()), TOUR)
    assert (blind.met, blind.outcomes[0].met) == (None, None)


def test_what_failed_is_named_with_rule_outcome_and_what_was_there() -> None:
    found = asked(LOGIN)
    assert [finding.words for finding in found.failed] == [
        "rule r, outcome signed in: expected focus on .Home, seen com.example.app/com.example.app.Login",
        "rule r, outcome signed in: expected text 'Products' is there, seen 0 matches",
    ]
    assert found.failed[1].as_record() == {
        "rule": "r",
        "outcome": "signed in",
        "place": "outcomes[0].facts[0]",
        "expected": "text 'Products' is there",
        "weight": None,
        "holds": False,
        "seen": "0 matches",
    }


def test_what_nobody_can_say_is_neither_met_nor_failed() -> None:
    heard = Outcome("saved", facts=(Fact(ToastContains("Saved")),))
    found = asked(HOME, rules(heard))
    assert (found.met, found.failed) == (None, ())
    assert [finding.seen for finding in found.unanswered] == ["toasts were not heard"]


def test_a_soft_fact_costs_confidence_only() -> None:
    soft = replace(SIGNED_IN, facts=(there("Products"), replace(there("Sale"), weight=0.25)))
    found = asked(HOME, rules(soft))
    assert found.met == "signed in"
    assert found.outcomes[0].soft_share == 0.75


def test_preconditions_are_asked_of_the_screen_before() -> None:
    found = evaluate((rules(SIGNED_IN, pre=(there("Sign in"), there("Welcome"))),), STEP, LOGIN, None)
    assert found.pre_holds is False
    assert [finding.words for finding in found.failed] == [
        "rule r: expected text 'Welcome' is there, seen 0 matches"
    ]
    assert evaluate((rules(SIGNED_IN),), STEP, LOGIN, None).pre_holds is True


def test_a_structure_says_what_another_outcome_is_made_of() -> None:
    assert HOME.key is not None
    assert REFUSED.key is not None
    by_key = Outcome("refused", structures=(REFUSED.key.structure, "0" * 16))
    assert asked(REFUSED, rules(by_key)).met == "refused"
    assert asked(LOGIN, rules(by_key)).met is None
    # Of the recorded outcome the comparison with the recording decides.
    recorded = Outcome("signed in", structures=(HOME.key.structure,))
    assert asked(LOGIN, rules(recorded)).outcomes[0].findings == ()


def test_the_rule_that_names_the_step_most_closely_decides() -> None:
    loose = rules(REFUSES, match=StepMatch(action="tap"))
    assert asked(REFUSED, loose).met == "refused"
    assert asked(REFUSED, rules(SIGNED_IN), loose).met is None


def test_an_input_in_a_fact_does_not_make_the_recording_another_outcome() -> None:
    greets = Fact(TextIs(Selector(resource_id="app:id/title"), Wanted(Relation.EQUALS, "${page}")))
    found = evaluate((rules(Outcome("o", facts=(greets,))),), STEP, LOGIN, HOME, {"page": "Products"})
    assert (found.met, found.outcomes[0].recorded) == ("o", True)


def test_without_a_recording_facts_alone_decide() -> None:
    found = asked(HOME, recorded=None)
    assert found.met == "signed in"
    assert found.outcomes[0].recorded is None
