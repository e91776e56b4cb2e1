"""What the rules become after an upgrade of the app, proposed for a person to review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from typing import TypeVar

from gui_rec.errors import InputError
from gui_rec.replayer.induction.asking import asked_of
from gui_rec.replayer.induction.episodes import TaskRun, learn_file
from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.runs import Run, runs_of
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.model import (
    MOST_FACTS,
    Outcome,
    ParameterSlot,
    RuleFile,
    StepRule,
    VolatileSlot,
)
from gui_rec.replayer.rules.words import fact_words
from gui_rec.replayer.rules.write import to_yaml

S = TypeVar("S", VolatileSlot, ParameterSlot)


@dataclass(frozen=True, slots=True)
class Failing:
    """Something of a rule that does not hold on the new version: `words` say what, `instead` what takes its place."""

    rule_id: str
    words: str
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """The rules as they would be, what failed of the old ones, and the rules that the new runs say nothing about."""

    old: RuleFile
    new: RuleFile
    failing: tuple[Failing, ...]
    untouched: tuple[str, ...]

    def difference(self, name: str) -> str:
        """The change of the YAML text as a unified difference; "" where nothing changes but the revision."""
        before, after = to_yaml(self.old), to_yaml(self.new)
        lines = unified_diff(before.splitlines(), after.splitlines(), name, f"{name} (proposed)", lineterm="")
        return "\n".join(lines)


def propose(rules: RuleFile, runs: Sequence[TaskRun], *, any_version: bool = False) -> Proposal:
    """The next revision of `rules` by successful runs of the same task on a new version of the app.

    A rule for a recorded step is held against the new runs' step of the same index. Facts and slots that still hold
    are kept, those that do not give way to what the new runs show, and new ones are added; names, contexts,
    recoveries and tolerances of a person's hand stay. Raises InputError where the runs are of another app or do
    something else.
    """
    fresh = learn_file(runs, any_version=any_version, fewest=1).rules
    if fresh.package != rules.package:
        raise InputError(f"rules: expected runs of {rules.package}, got runs of {fresh.package}")
    update = _Update(rules, fresh, runs)
    steps = update.steps()
    known = {context.name for context in rules.contexts}
    new = replace(
        rules,
        versions=fresh.versions,
        revision=rules.revision + 1,
        contexts=(*rules.contexts, *(each for each in fresh.contexts if each.name not in known)),
        steps=steps,
    )
    return Proposal(rules, new, tuple(update.failing), tuple(update.untouched))


class _Update:
    """The rules one after another; the first rule with outcomes of a step takes in what is new there."""

    def __init__(self, rules: RuleFile, fresh: RuleFile, runs: Sequence[TaskRun]) -> None:
        self._rules, self._runs = rules, runs
        self._fresh = {rule.step.index: rule for rule in fresh.steps}
        self._named = {fact.name: fact for fact in rules.facts}
        self.failing: list[Failing] = []
        self.untouched: list[str] = []

    def steps(self) -> tuple[StepRule, ...]:
        """The rules of the next revision, with those of steps that had none at the end."""
        old = tuple(self._step(rule) for rule in self._rules.steps)
        return (*old, *self._fresh.values())

    def _step(self, rule: StepRule) -> StepRule:
        runs = self._runs_of(rule.step.index)
        if not runs:
            self.untouched.append(rule.rule_id)
            return rule
        # A step's rule that says nothing of outcomes (an accepted slot) only loses what is gone.
        fresh = self._fresh.pop(rule.step.index, None) if rule.outcomes else None
        return replace(
            rule,
            step=replace(rule.step, episode=self._runs[0].episode_id),
            outcomes=self._outcomes(rule, fresh, runs),
            volatile=self._slots(rule, rule.volatile, () if fresh is None else fresh.volatile, runs),
            parameters=self._slots(rule, rule.parameters, () if fresh is None else fresh.parameters, runs),
        )

    def _runs_of(self, index: int | None) -> list[Run]:
        if index is None or index not in {step.index for step in self._runs[0].steps}:
            return []
        steps = [next(step for step in run.steps if step.index == index) for run in self._runs]
        if any(Page.of(step.post) is None for step in steps):
            return []
        return runs_of(steps, [run.inputs for run in self._runs])

    def _outcomes(self, rule: StepRule, fresh: StepRule | None, runs: Sequence[Run]) -> tuple[Outcome, ...]:
        """The first outcome, which the recording shows, is held against the new runs; the others stand."""
        if fresh is None or not fresh.outcomes:
            return rule.outcomes
        first, new = rule.outcomes[0], fresh.outcomes[0]
        asked = [asked_of(run, self._named) for run in runs if run.post.place == _place(new)]
        gone = [fact for fact in first.facts if any(holds(fact.test) is False for holds in asked)]
        kept = [fact for fact in first.facts if fact not in gone]
        tests = {fact.test for fact in kept}
        instead = [fact for fact in new.facts if fact.test not in tests] if gone or not kept else []
        for fact in gone:
            self._fails(rule, fact_words(fact), [fact_words(each) for each in instead])
        if (first.package, first.activity) != (new.package, new.activity):
            self._fails(
                rule, f"focus on {first.package}/{first.activity}", [f"focus on {new.package}/{new.activity}"]
            )
        changed = replace(
            first, package=new.package, activity=new.activity, facts=tuple([*kept, *instead][:MOST_FACTS])
        )
        names = {outcome.name for outcome in rule.outcomes}
        more = tuple(outcome for outcome in fresh.outcomes[1:] if outcome.name not in names)
        return (changed, *rule.outcomes[1:], *more)

    def _slots(
        self, rule: StepRule, old: Sequence[S], fresh: Sequence[S], runs: Sequence[Run]
    ) -> tuple[S, ...]:
        """The slots that the new version still has, and those that vary there for the first time."""
        pages = [page for run in runs for page in (run.pre, run.post) if page is not None]
        found = {slot.address: slot for slot in old}
        for address in [address for address in found if not any(_is_on(address, page) for page in pages)]:
            del found[address]
            self._fails(rule, f"{address} is nowhere on the page", ())
        return tuple(({slot.address: slot for slot in fresh} | found).values())

    def _fails(self, rule: StepRule, words: str, instead: Sequence[str]) -> None:
        self.failing.append(Failing(rule.rule_id, words, tuple(instead)))


def _place(outcome: Outcome) -> tuple[str, str]:
    return (outcome.package or "", outcome.activity or "")


def _is_on(address: SlotAddress, page: Page) -> bool:
    return any(address.covers(chain, address.slot) for chain in page.chains.values())
