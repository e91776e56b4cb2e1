from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from observations import shown
from shop import label, tap

from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.replayer.rules.checking import RulesChecked, check_rules
from gui_rec.replayer.rules.facts import Exists, Fact, TextIs, ToastContains
from gui_rec.replayer.rules.model import Outcome, RuleFile, StepMatch, StepRule
from gui_rec.testing.builders import PACKAGE, step
from gui_rec.ui.wanted import Relation, Wanted

LOGIN = shown([label(4, "Sign in", "a:id/title")], activity=".Login")
HOME = shown([label(4, "Products", "a:id/title")], activity=".Home")
NEW_HOME = shown([label(4, "Goods", "a:id/title")], activity=".Home")


def recorded(post: object = HOME, version: str = "1.0", index: int = 3) -> Step:
    made = step(index, tap(40), pre=LOGIN, post=post)  # type: ignore[arg-type]
    return replace(made, app_version=version)


def there(text: str) -> Fact:
    return Fact(Exists(Selector(text=text)))


def rules(*outcomes: Outcome, match: StepMatch | None = None, pre: Sequence[Fact] = ()) -> RuleFile:
    rule = StepRule("r", match or StepMatch("E", 3), pre=tuple(pre), outcomes=outcomes)
    return RuleFile(PACKAGE, ("1.0",), steps=(rule,))


LISTS = rules(Outcome("listed", facts=(there("Products"),)))


def checked(file: RuleFile, *steps: Step, episode: str = "E", **inputs: str) -> RulesChecked:
    return check_rules(file, [("run", episode, steps)], inputs)


def test_rules_hold_on_the_run_they_are_for() -> None:
    found = checked(LISTS, recorded())
    assert found.ok
    assert [(row.rule_id, row.outcome, row.holds) for row in found.steps] == [("r", "listed", True)]
    assert (found.versions, found.never_asked, found.failing) == (("1.0",), (), ())


def test_another_run_of_a_new_version_lists_what_fails() -> None:
    steps = [recorded(NEW_HOME, "2.0"), recorded(HOME, "2.0")]
    found = checked(LISTS, *steps, episode="F")
    assert not found.ok
    assert found.versions == ("2.0",)
    (fact,) = found.failing
    assert (fact.rule_id, fact.expected, fact.failed, fact.asked) == ("r", "text 'Products' is there", 1, 2)
    record = found.steps[0].as_record()
    assert (record["holds"], record["app_version"], record["outcome"]) == (False, "2.0", None)


def test_a_precondition_that_fails_is_a_failure() -> None:
    found = checked(rules(Outcome("listed", facts=(there("Products"),)), pre=[there("Welcome")]), recorded())
    assert [finding.expected for finding in found.steps[0].failed] == ["text 'Welcome' is there"]
    assert not found.ok


def test_what_nobody_can_say_is_no_failure() -> None:
    found = checked(rules(Outcome("saved", facts=(Fact(ToastContains("Saved")),))), recorded())
    assert found.ok
    assert [(row.holds, row.unanswered[0].seen) for row in found.steps] == [(None, "toasts were not heard")]


def test_inputs_are_those_of_the_runs() -> None:
    shows = TextIs(Selector(resource_id="a:id/title"), Wanted(Relation.EQUALS, "${title}"))
    file = rules(Outcome("listed", facts=(Fact(shows),)))
    assert checked(file, recorded(), title="Products").ok
    assert not checked(file, recorded(), title="Goods").ok


@pytest.mark.parametrize(
    "match", [StepMatch("E", 4), StepMatch(name="block"), StepMatch("E", 3, action="type")]
)
def test_rules_that_no_step_is_for_are_named_and_nothing_asked_is_no_success(match: StepMatch) -> None:
    found = checked(rules(Outcome("listed", facts=(there("Products"),)), match=match), recorded())
    assert (found.steps, found.never_asked, found.ok) == ((), ("r",), False)
