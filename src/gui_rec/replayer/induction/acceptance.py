"""A difference that a replay showed, turned into a rule by a person who says that it is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from gui_rec.errors import InputError, UsageError
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.induction.findings import Finding, Reading, findings_of
from gui_rec.replayer.induction.kinds import pattern_of
from gui_rec.replayer.induction.outcome import Other, learn_outcome
from gui_rec.replayer.induction.runs import Inputs, Run, rule_id_of, runs_of
from gui_rec.replayer.induction.scores import prior
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.model import Outcome, RuleFile, RuleSource, StepMatch, StepRule, VolatileSlot

ACCEPTABLE = frozenset({Code.STATE_MISMATCH, Code.VISUAL_ONLY_DIFF, Code.ACTIVITY_MISMATCH})
"""What a person may call right. Trouble (a crash, a dialog, another app) and what nobody could judge never is."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A step as recorded and as replayed, and how it was judged. `others` are the recording's other states."""

    episode_id: str
    recorded: Step = field(repr=False)
    replayed: Step = field(repr=False)
    verdict: Verdict
    code: Code
    others: tuple[Step, ...] = field(repr=False, default=())
    inputs: Inputs = field(repr=False, default_factory=dict)

    @property
    def match(self) -> StepMatch:
        """What a rule for this step is for."""
        return StepMatch(episode=self.episode_id, index=self.recorded.index)

    def runs(self) -> list[Run]:
        """The recorded and the replayed transition. Raises InputError where either says nothing."""
        return runs_of((self.recorded, self.replayed), (self.inputs, self.inputs))


def differences(shown: Shown) -> list[Finding]:
    """Every slot in which the replayed state differs from the recorded one, the step's own effects among them."""
    found, _, _ = findings_of(shown.runs(), 0)
    return [finding for finding in found if finding.reading is not Reading.PARAMETER]


def accept_slots(rules: RuleFile, shown: Shown, addresses: Sequence[SlotAddress], by: str) -> RuleFile:
    """`rules` with these differing slots marked as changing by themselves, by the word of the person `by`.

    Raises UsageError for trouble, for a slot that does not differ, and for one that is the step's own effect.
    """
    refuse_trouble(shown)
    found = {finding.address: finding for finding in differences(shown)}
    slots = tuple(_slot(found, address) for address in addresses)
    return _with(rules, _rule(rules, shown, by, volatile=slots))


def accept_outcome(rules: RuleFile, shown: Shown, by: str) -> RuleFile:
    """`rules` with the replayed state as one more allowed outcome, by the word of the person `by`.

    Raises UsageError for trouble, InputError where the state has nothing to know it by.
    """
    refuse_trouble(shown)
    run = shown.runs()[1]
    states = [shown.recorded, *shown.others]
    others = [other for other in map(Other.of, states) if other is not None]
    learnt = learn_outcome(
        f"accepted {_accepted_before(rules, shown) + 1}",
        prior(1, 2, 2),
        [run],
        others,
        recorded=None,
        by_facts=True,
    )
    if not any(fact.mandatory for fact in learnt.outcome.facts):
        raise InputError(
            f"step {shown.recorded.index}: nothing on the screen tells it from the app's other states; "
            "accept the slots that differ instead"
        )
    mine = (learnt.outcome,) if _has_outcomes(rules, shown) else (_as_recorded(shown), learnt.outcome)
    return _with(rules, _rule(rules, shown, by, outcomes=mine))


def refuse_trouble(shown: Shown) -> None:
    """Raise UsageError for what is no difference that a person may call right."""
    if shown.verdict.successful:
        raise UsageError(
            f"step {shown.recorded.index}: was judged {shown.verdict}; there is nothing to accept"
        )
    if shown.verdict is Verdict.UNKNOWN or shown.code not in ACCEPTABLE:
        known = ", ".join(sorted(code.value for code in ACCEPTABLE))
        raise UsageError(
            f"step {shown.recorded.index}: {shown.verdict} {shown.code} is trouble, not a difference; "
            f"only {known} can be accepted"
        )


def _slot(found: dict[SlotAddress, Finding], address: SlotAddress) -> VolatileSlot:
    finding = found.get(address)
    if finding is None:
        listed = ", ".join(map(str, found)) or "none"
        raise UsageError(f"{address}: does not differ in this step; those that do: {listed}")
    if finding.reading is Reading.EFFECT:
        raise UsageError(f"{address}: is the step's own effect ({finding.reason}) and cannot be excused")
    return VolatileSlot(address, pattern_of(finding))


def _rule(
    rules: RuleFile,
    shown: Shown,
    by: str,
    *,
    outcomes: tuple[Outcome, ...] = (),
    volatile: tuple[VolatileSlot, ...] = (),
) -> StepRule:
    if not by.strip():
        raise UsageError("accept: expected the name of the person who accepts it, got none")
    return StepRule(
        rule_id=_free_id(rules, shown),
        step=shown.match,
        outcomes=outcomes,
        volatile=volatile,
        source=RuleSource.ACCEPTED,
        accepted_by=by.strip(),
    )


def _as_recorded(shown: Shown) -> Outcome:
    """The recorded state itself, which stays allowed."""
    package, activity = shown.runs()[0].post.place
    return Outcome("recorded", prior(1, 2, 2), package=package or None, activity=activity or None)


def _has_outcomes(rules: RuleFile, shown: Shown) -> bool:
    return any(rule.step == shown.match and rule.outcomes for rule in rules.steps)


def _accepted_before(rules: RuleFile, shown: Shown) -> int:
    return sum(rule.step == shown.match and rule.source is RuleSource.ACCEPTED for rule in rules.steps)


def _free_id(rules: RuleFile, shown: Shown) -> str:
    stem, taken = rule_id_of(shown.episode_id, shown.recorded.index), {rule.rule_id for rule in rules.steps}
    return next(name for name in (f"{stem}-accepted-{number}" for number in count(1)) if name not in taken)


def _with(rules: RuleFile, rule: StepRule) -> RuleFile:
    return replace(rules, revision=rules.revision + 1, steps=(*rules.steps, rule))
