"""A rule for one step, out of its runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gui_rec.errors import InputError
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.replayer.induction.before import findings_before
from gui_rec.replayer.induction.contexts import contexts_of
from gui_rec.replayer.induction.findings import Finding, Reading
from gui_rec.replayer.induction.groups import outcome_groups
from gui_rec.replayer.induction.outcome import (
    LearntOutcome,
    Other,
    learn_outcome,
    parameter_slots,
    volatile_slots,
)
from gui_rec.replayer.induction.runs import Inputs, Run, runs_of
from gui_rec.replayer.induction.scores import prior, wilson_lower
from gui_rec.replayer.rules.model import NamedContext, RuleSource, StepMatch, StepRule


@dataclass(frozen=True, slots=True)
class Learnt:
    """A rule with what it was concluded from. `contexts` are the situations that its outcomes name, `before` what
    varied on the screen before the step.
    """

    rule: StepRule
    contexts: tuple[NamedContext, ...]
    outcomes: tuple[LearntOutcome, ...]
    before: tuple[Finding, ...] = ()

    @property
    def unexplained(self) -> tuple[Finding, ...]:
        """What differs between the runs and is not excused: an effect that differs, or what a person must decide."""
        found = (*self.before, *(finding for each in self.outcomes for finding in each.findings))
        return tuple(finding for finding in found if finding.reading in (Reading.EFFECT, Reading.DISPUTED))


def induce(
    runs: Sequence[Step],
    *,
    inputs: Inputs | Sequence[Inputs] = (),
    others: Sequence[Observation | Step] = (),
    match: StepMatch | None = None,
) -> StepRule:
    """The rule that N successful executions of one step show; see `learn`."""
    return learn(runs, inputs=inputs, others=others, match=match).rule


def learn(
    runs: Sequence[Step],
    *,
    inputs: Inputs | Sequence[Inputs] = (),
    others: Sequence[Observation | Step] = (),
    match: StepMatch | None = None,
    recorded: int | None = None,
    rule_id: str = "step",
) -> Learnt:
    """What N successful executions of one step show, with the reasons.

    `runs` are the same step of every run: what was there, what was done, what came of it. `inputs` is what the task
    was given, once for all runs or once a run; `others` are states of the app that this step does not lead to, or the
    steps that lead there (better: a change that another step makes is told from one that it finds made).
    `match` says what the rule is for (by default the kind of action and its target). `recorded` is the place of the
    recording, where all other runs are replays of it. Raises InputError where the runs do not do the same, or where
    a post-state has no usable hierarchy.
    """
    laid = runs_of(runs, _each(inputs, len(runs)))
    rivals = [other for other in map(Other.of, others) if other is not None]
    groups = outcome_groups([run.post for run in laid])
    outcomes = []
    for number, group in enumerate(groups):
        has_recorded = (recorded or 0) in group
        outcomes.append(
            learn_outcome(
                "recorded" if has_recorded else f"other {number + 1}",
                round(prior(len(group), len(laid), len(groups)), 4),
                [laid[place] for place in group],
                rivals,
                recorded=group.index(recorded) if recorded is not None and has_recorded else None,
                by_facts=not has_recorded,
            )
        )
    named, contexts = _in_contexts(outcomes, laid, rule_id)
    after = [finding for each in named for finding in each.findings]
    before = findings_before(laid, after, recorded=recorded)
    rule = _rule(named, before, laid, match or _match(runs[0]), rule_id)
    return Learnt(rule, contexts, tuple(named), tuple(before))


def _in_contexts(
    outcomes: Sequence[LearntOutcome], laid: Sequence[Run], rule_id: str
) -> tuple[list[LearntOutcome], tuple[NamedContext, ...]]:
    """The outcomes with the contexts that tell them apart before the step, where the runs show such."""
    groups = [[laid[number] for number in each.runs] for each in outcomes]
    found = contexts_of(groups, [f"{rule_id} {each.outcome.name}" for each in outcomes])
    named = [
        each if context is None else replace(each, outcome=replace(each.outcome, contexts=(context.name,)))
        for each, context in zip(outcomes, found, strict=True)
    ]
    return named, tuple(context for context in found if context is not None)


def _rule(
    outcomes: Sequence[LearntOutcome],
    before: Sequence[Finding],
    runs: Sequence[Run],
    match: StepMatch,
    rule_id: str,
) -> StepRule:
    found = [*before, *(finding for each in reversed(outcomes) for finding in each.findings)]
    volatile = {slot.address: slot for slot in volatile_slots(found)}
    parameters = {slot.address: slot for slot in parameter_slots(found)}
    return StepRule(
        rule_id=rule_id,
        step=match,
        outcomes=tuple(each.outcome for each in outcomes),
        volatile=tuple(volatile.values()),
        parameters=tuple(parameters.values()),
        source=RuleSource.INDUCED,
        support=len(runs),
        confidence=round(wilson_lower(len(runs), len(runs)), 4),
        lift=min(each.lift for each in outcomes),
    )


def _each(inputs: Inputs | Sequence[Inputs], runs: int) -> Sequence[Inputs]:
    if isinstance(inputs, Mapping):
        return [inputs] * runs
    if inputs and len(inputs) != runs:
        raise InputError(f"inputs: expected one mapping, or one for each of {runs} runs, got {len(inputs)}")
    return inputs or [{}] * runs


def _match(step: Step) -> StepMatch:
    selector = None if step.target is None else step.target.selector
    return StepMatch(action=step.action.type, target=selector)
