from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from rule_strategies import delta_tests, matches, recoveries, rule_facts, screen_tests

from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code
from gui_rec.replayer.rules import spelling
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.facts import Exists, Fact
from gui_rec.replayer.rules.model import ParameterSlot, Recovery, RecoveryKind, StepMatch, VolatileSlot
from gui_rec.replayer.rules.patterns import PatternKind, SlotPattern
from gui_rec.replayer.rules.spelling import fact_from
from gui_rec.replayer.rules.words import (
    fact_words,
    match_words,
    parameter_words,
    recovery_words,
    volatile_words,
)

EXAMPLES = yaml.safe_load((spelling.__doc__ or "").split("\n\n", 1)[1])
PRICE = SlotAddress.parse("#price:text")


@given(rule_facts(screen_tests() | delta_tests()), recoveries(), matches())
def test_everything_has_words(fact: Fact, recovery: Recovery, match: StepMatch) -> None:
    assert fact_words(fact)
    assert recovery_words(recovery).startswith("on ")
    assert match_words(match)


def test_each_kind_reads_as_a_sentence() -> None:
    assert [fact_words(fact_from(item, "here")) for item in EXAMPLES] == [
        "focus on com.example.shop/com.example.shop.HomeActivity",
        "text 'Products' is there",
        "resourceId 'com.example.shop:id/login' is absent",
        "text of resourceId 'com.example.shop:id/user' equals '${user}'",
        "text 'Remember me' is checked",
        "3 of resourceId 'com.example.shop:id/row'",
        "number of resourceId 'com.example.shop:id/row' changes by +1",
        "text 'Order placed' appears",
        "text 'Sign in' disappears",
        "text of resourceId 'com.example.shop:id/total' changes",
        "text of resourceId 'com.example.shop:id/badge' changes by +1",
        "no dialog",
        "no error",
        "a row of resourceId 'com.example.shop:id/list' contains '${item}'",
        "fact cart_count equals '2'",
        "fact cart_count changes by +1 (soft 0.7)",
        "a toast contains 'Saved'",
    ]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (SlotPattern(), "#price:text may be anything"),
        (SlotPattern(PatternKind.MONEY), "#price:text may be any money"),
        (SlotPattern(PatternKind.ENUM, ("a", "b")), "#price:text is one of 'a', 'b'"),
    ],
)
def test_slots_have_words(pattern: SlotPattern, words: str) -> None:
    assert volatile_words(VolatileSlot(PRICE, pattern)) == words
    assert parameter_words(ParameterSlot(PRICE, "${total}")) == "#price:text shows '${total}'"


def test_matches_and_recoveries_have_words() -> None:
    deny = Selector(text="Deny")
    assert match_words(StepMatch("E", 3, action="tap", target=deny)) == "step 3 of E, tap, on text 'Deny'"
    assert match_words(StepMatch("E", name="sign in")) == "a step of E, block 'sign in'"
    assert (
        recovery_words(Recovery((Code.PERMISSION_DIALOG,), RecoveryKind.DISMISS, 1, deny))
        == "on PERMISSION_DIALOG dismiss with text 'Deny', at most 1 time"
    )
    assert (
        recovery_words(Recovery((Code.LOADING_TIMEOUT,), RecoveryKind.WAIT, 2, wait_s=1.5))
        == "on LOADING_TIMEOUT wait 1.5 s, at most 2 times"
    )
    assert Fact(Exists(deny)).mandatory
