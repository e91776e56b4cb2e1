from __future__ import annotations

from collections.abc import Callable

import pytest

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.facts import Appears, Exists, Fact, NamedChanges, RowContains, TextIs
from gui_rec.replayer.rules.model import (
    NamedContext,
    Outcome,
    ParameterSlot,
    Recovery,
    RecoveryKind,
    RuleFile,
    RuleSource,
    StepMatch,
    StepRule,
    inputs_in,
    inputs_named,
)
from gui_rec.ui.named_facts import NamedFact
from gui_rec.ui.wanted import Relation, Wanted

HERE = Exists(Selector(text="a"))
BLOCK = StepMatch(name="x")
WHEN = (Code.PERMISSION_DIALOG,)
ELSEWHERE = Outcome("o", contexts=("first_run",), package="b")
CHANGES = Outcome("o", facts=(Fact(NamedChanges("cart", 1)),))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Outcome("", package="a"), "outcome name: "),
        (lambda: Outcome("o", prior=0.0, package="a"), "prior: "),
        (lambda: Outcome("o", structures=("xyz",)), "16 hex digits"),
        (lambda: Outcome("o", facts=(Fact(HERE, 0.5),)), "a mandatory fact, got none"),
        (lambda: Outcome("o", facts=(Fact(HERE),) * 65), "facts: expected at most 64"),
        (lambda: StepMatch(index=-1, episode="e"), "index: "),
        (lambda: StepRule("a b", BLOCK), "id: "),
        (lambda: StepRule("a", BLOCK, source=RuleSource.ACCEPTED), "accepted_by: "),
        (lambda: StepRule("a", BLOCK, accepted_by="ada"), "accepted_by: "),
        (lambda: StepRule("a", BLOCK, support=-1), "support: "),
        (lambda: StepRule("a", BLOCK, confidence=1.1), "confidence: "),
        (lambda: StepRule("a", BLOCK, lift=-2), "lift: "),
        (lambda: StepRule("a", BLOCK, pre=(Fact(HERE),) * 65), "pre: expected at most 64, got 65"),
        (
            lambda: StepRule("a", BLOCK, outcomes=(Outcome("o", package="a"),) * 2),
            "outcomes: 'o' stands twice",
        ),
        (lambda: Recovery(WHEN, RecoveryKind.WAIT, 0, wait_s=1.0), "limit: "),
        (lambda: Recovery(WHEN, RecoveryKind.WAIT, 1, wait_s=61.0), "wait_s: "),
        (lambda: Recovery((Code.OK,), RecoveryKind.DISMISS), "when: "),
        (lambda: Recovery(WHEN, RecoveryKind.DISMISS, package="a"), "package: dismiss takes no such key"),
        (lambda: Recovery(WHEN, RecoveryKind.CLEAR_FIELD), "selector: missing"),
        (lambda: NamedContext("c", (Fact(Appears(Selector(text="a"))),)), "a fact about one screen"),
        (lambda: RuleFile(""), "app.package: missing"),
        (
            lambda: RuleFile("a", steps=(StepRule("a", BLOCK, outcomes=(ELSEWHERE,)),)),
            r"steps\[0\].outcomes\[0\].contexts: no context 'first_run'; known: none",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(InputError, match=told):
        make()


def test_a_change_needs_a_fact_that_is_a_number() -> None:
    named = NamedFact("cart", Selector(text="a"))
    with pytest.raises(InputError, match="expected a fact that is a number, 'cart' is text"):
        RuleFile("a", facts=(named,), steps=(StepRule("a", BLOCK, outcomes=(CHANGES,)),))


def test_a_file_knows_the_inputs_that_it_asks_for() -> None:
    greets = TextIs(Selector(text="a"), Wanted(Relation.EQUALS, "Hi ${user}"))
    rule = StepRule(
        "a",
        BLOCK,
        outcomes=(Outcome("o", facts=(Fact(greets), Fact(RowContains(Selector(text="l"), "${item}")))),),
        parameters=(ParameterSlot(SlotAddress.parse("#a:text"), "${user} ${page}"),),
    )
    assert inputs_named(RuleFile("a", steps=(rule,))) == ("user", "page", "item")


def test_inputs_are_found_in_a_text() -> None:
    assert inputs_in("${a}, ${b} and ${a}") == ("a", "b")
    assert inputs_in("$a ${} ${1} {b}") == ()
