"""Hypothesis strategies for rule files: every kind of fact, outcome, slot and recovery."""

from __future__ import annotations

from hypothesis import strategies as st
from strategies import selectors, texts

from gui_rec.model.actions import ACTION_TYPES
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.rules import facts
from gui_rec.replayer.rules.address import Level, Slot, SlotAddress
from gui_rec.replayer.rules.facts import Fact, FactTest, Score
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
    VolatileSlot,
)
from gui_rec.replayer.rules.patterns import PatternKind, SlotPattern
from gui_rec.ui.named_facts import FactKind, NamedFact
from gui_rec.ui.wanted import Relation, Wanted

NAMED = (
    NamedFact("cart_count", Selector(text="Cart"), FactKind.INT),
    NamedFact("title", Selector(resource_id="app:id/title")),
)
CONTEXTS = (NamedContext("first_run", (Fact(facts.NoDialog()),)),)
_FAILURES = [code for code in Code if code is not Code.OK]


def words() -> st.SearchStrategy[str]:
    """A text that says something."""
    return texts().filter(bool)


def _shares() -> st.SearchStrategy[float]:
    return st.floats(0.01, 0.99)


def wanted() -> st.SearchStrategy[Wanted]:
    plain = st.builds(Wanted, st.sampled_from([Relation.EQUALS, Relation.CONTAINS]), texts())
    return plain | st.just(Wanted(Relation.MATCHES, r"\d+ items?"))


def screen_tests() -> st.SearchStrategy[FactTest]:
    """Tests of one screen."""
    return st.one_of(
        st.builds(facts.Focused, package=words(), activity=st.none() | words()),
        st.builds(facts.Exists, selectors(), st.booleans()),
        st.builds(facts.TextIs, selectors(), wanted()),
        st.builds(facts.CheckedIs, selectors(), st.booleans()),
        st.builds(facts.CountIs, selectors(), st.integers(0, 99)),
        st.just(facts.NoDialog()),
        st.just(facts.NoError()),
        st.builds(facts.RowContains, selectors(), words()),
        st.builds(facts.NamedIs, st.sampled_from([fact.name for fact in NAMED]), wanted()),
        st.builds(facts.ToastContains, words()),
    )


def delta_tests() -> st.SearchStrategy[FactTest]:
    """Tests of a transition."""
    return st.one_of(
        st.builds(facts.CountChanges, selectors(), st.integers(-9, 9)),
        st.builds(facts.Appears, selectors()),
        st.builds(facts.Disappears, selectors()),
        st.builds(facts.Changes, selectors(), st.none() | st.integers(-9, 9)),
        st.builds(facts.NamedChanges, st.just("cart_count"), st.integers(-9, 9)),
    )


def rule_facts(tests: st.SearchStrategy[FactTest]) -> st.SearchStrategy[Fact]:
    score = st.builds(Score, st.integers(0, 99), st.floats(0, 1), st.floats(-1, 1))
    return st.builds(Fact, tests, st.none() | _shares(), st.none() | score)


def addresses() -> st.SearchStrategy[SlotAddress]:
    level = st.builds(Level, words(), texts(), st.none() | st.integers(0, 999))
    levels = st.lists(level, min_size=1, max_size=3).map(tuple)
    return st.builds(SlotAddress, levels, st.sampled_from(Slot), st.booleans())


def patterns() -> st.SearchStrategy[SlotPattern]:
    plain = st.sampled_from([kind for kind in PatternKind if kind is not PatternKind.ENUM])
    values = st.lists(texts(), min_size=1, max_size=3).map(tuple)
    return st.builds(SlotPattern, plain) | st.builds(SlotPattern, st.just(PatternKind.ENUM), values)


def outcomes() -> st.SearchStrategy[tuple[Outcome, ...]]:
    outcome = st.builds(
        Outcome,
        name=st.sampled_from(["signed in", "refused", "locked"]),
        prior=_shares(),
        contexts=st.sampled_from([(), ("first_run",)]),
        package=words(),
        activity=st.none() | words(),
        structures=st.sampled_from([(), ("0123456789abcdef",)]),
        facts=st.lists(rule_facts(screen_tests() | delta_tests()), max_size=2).map(tuple),
        shows=st.lists(st.sampled_from(_FAILURES), max_size=2).map(tuple),
        by_facts=st.booleans(),
    )
    return st.lists(outcome, max_size=2, unique_by=lambda item: item.name).map(tuple)


def recoveries() -> st.SearchStrategy[Recovery]:
    when = st.lists(st.sampled_from(_FAILURES), min_size=1, max_size=2).map(tuple)
    limit = st.integers(1, 10)
    return st.one_of(
        st.builds(Recovery, when, st.just(RecoveryKind.DISMISS), limit, selector=st.none() | selectors()),
        st.builds(Recovery, when, st.just(RecoveryKind.CLEAR_FIELD), limit, selector=selectors()),
        st.builds(Recovery, when, st.just(RecoveryKind.WAIT), limit, wait_s=st.floats(0.1, 60)),
        st.builds(Recovery, when, st.just(RecoveryKind.RELAUNCH), limit, package=words()),
    )


def matches() -> st.SearchStrategy[StepMatch]:
    return st.one_of(
        st.builds(StepMatch, episode=words(), index=st.integers(0, 99)),
        st.builds(StepMatch, name=words(), episode=st.none() | words()),
        st.builds(StepMatch, action=st.sampled_from(sorted(ACTION_TYPES)), target=st.none() | selectors()),
    )


@st.composite
def step_rules(draw: st.DrawFn, rule_id: str = "r") -> StepRule:
    source = draw(st.sampled_from(RuleSource))
    return StepRule(
        rule_id=rule_id,
        step=draw(matches()),
        pre=tuple(draw(st.lists(rule_facts(screen_tests()), max_size=2))),
        outcomes=draw(outcomes()),
        volatile=tuple(draw(st.lists(st.builds(VolatileSlot, addresses(), patterns()), max_size=2))),
        parameters=tuple(
            draw(
                st.lists(st.builds(ParameterSlot, addresses(), texts().map("{}${{user}}".format)), max_size=1)
            )
        ),
        recoveries=tuple(draw(st.lists(recoveries(), max_size=2))),
        tolerance=draw(st.none() | st.sampled_from(Tolerance)),
        source=source,
        accepted_by=draw(words()) if source is RuleSource.ACCEPTED else None,
        support=draw(st.integers(0, 99)),
        confidence=draw(st.none() | st.floats(0, 1)),
        lift=draw(st.none() | st.floats(-1, 1)),
    )


@st.composite
def rule_files(draw: st.DrawFn) -> RuleFile:
    count = draw(st.integers(0, 2))
    return RuleFile(
        package=draw(words()),
        versions=tuple(draw(st.lists(words(), max_size=2))),
        revision=draw(st.integers(1, 99)),
        facts=NAMED,
        contexts=CONTEXTS,
        steps=tuple(draw(step_rules(f"rule-{place}")) for place in range(count)),
    )
