"""Rules in words: what a person reads in a table, in a failed step's line, in the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gui_rec.model.action_fields import selector_to_fields
from gui_rec.model.selector import Selector
from gui_rec.replayer.rules import facts
from gui_rec.replayer.rules.facts import Fact, FactTest
from gui_rec.replayer.rules.model import (
    ParameterSlot,
    Recovery,
    RecoveryKind,
    StepMatch,
    VolatileSlot,
)
from gui_rec.replayer.rules.patterns import PatternKind


def test_words(test: FactTest) -> str:
    """`text of resourceId 'app:id/user' equals 'ada'`"""
    return _WORDS[type(test)](test)


def fact_words(fact: Fact) -> str:
    """The same with what the fact weighs."""
    words = test_words(fact.test)
    return words if fact.weight is None else f"{words} (soft {fact.weight:g})"


def selector_words(selector: Selector) -> str:
    """`resourceId 'app:id/user', text 'Ada'`"""
    return ", ".join(f"{key} {value!r}" for key, value in selector_to_fields(selector).items())


def match_words(match: StepMatch) -> str:
    """What a rule is for."""
    parts = []
    if match.index is not None:
        parts.append(f"step {match.index} of {match.episode}")
    elif match.episode is not None:
        parts.append(f"a step of {match.episode}")
    if match.name is not None:
        parts.append(f"block {match.name!r}")
    if match.action is not None:
        parts.append(match.action)
    if match.target is not None:
        parts.append(f"on {selector_words(match.target)}")
    return ", ".join(parts)


def volatile_words(slot: VolatileSlot) -> str:
    pattern = slot.pattern
    if pattern.kind is PatternKind.ENUM:
        return f"{slot.address} is one of {', '.join(map(repr, pattern.values))}"
    return f"{slot.address} may be {'anything' if pattern.kind is PatternKind.ANY else f'any {pattern.kind.value}'}"


def parameter_words(slot: ParameterSlot) -> str:
    return f"{slot.address} shows {slot.equals!r}"


def recovery_words(recovery: Recovery) -> str:
    """`on PERMISSION_DIALOG dismiss with text 'Deny', at most 1 time`"""
    match recovery.kind:
        case RecoveryKind.DISMISS:
            how = "BACK" if recovery.selector is None else selector_words(recovery.selector)
            what = f"dismiss with {how}"
        case RecoveryKind.CLEAR_FIELD:
            assert recovery.selector is not None
            what = f"clear {selector_words(recovery.selector)}"
        case RecoveryKind.WAIT:
            what = f"wait {recovery.wait_s:g} s"
        case RecoveryKind.RELAUNCH:
            what = f"relaunch {recovery.package}"
    times = "1 time" if recovery.limit == 1 else f"{recovery.limit} times"
    return f"on {', '.join(code.value for code in recovery.when)} {what}, at most {times}"


def _focused(test: facts.Focused) -> str:
    return "focus on " + "/".join(filter(None, (test.package, test.activity)))


def _changes(test: facts.Changes) -> str:
    by = "" if test.by is None else f" by {test.by:+d}"
    return f"text of {selector_words(test.selector)} changes{by}"


_WORDS: Mapping[type, Callable[..., str]] = {
    facts.Focused: _focused,
    facts.Exists: lambda test: f"{selector_words(test.selector)} is {'there' if test.present else 'absent'}",
    facts.TextIs: lambda test: f"text of {selector_words(test.selector)} {test.wanted.words}",
    facts.CheckedIs: lambda test: (
        f"{selector_words(test.selector)} is {'checked' if test.checked else 'not checked'}"
    ),
    facts.CountIs: lambda test: f"{test.count} of {selector_words(test.selector)}",
    facts.CountChanges: lambda test: f"number of {selector_words(test.selector)} changes by {test.by:+d}",
    facts.Appears: lambda test: f"{selector_words(test.selector)} appears",
    facts.Disappears: lambda test: f"{selector_words(test.selector)} disappears",
    facts.Changes: _changes,
    facts.NoDialog: lambda _: "no dialog",
    facts.NoError: lambda _: "no error",
    facts.RowContains: lambda test: f"a row of {selector_words(test.selector)} contains {test.text!r}",
    facts.NamedIs: lambda test: f"fact {test.name} {test.wanted.words}",
    facts.NamedChanges: lambda test: f"fact {test.name} changes by {test.by:+d}",
    facts.ToastContains: lambda test: f"a toast contains {test.text!r}",
}
