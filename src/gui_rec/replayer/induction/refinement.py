"""A verdict that a person calls wrong changes the slot that misled it, and nothing else.

As Ape refines its model of an app only where that model led it astray: a slot that hid a difference is no longer
excused, a slot that raised a false alarm is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gui_rec.errors import UsageError
from gui_rec.model.verdict import Verdict
from gui_rec.replayer.induction.acceptance import Shown, accept_slots, differences
from gui_rec.replayer.induction.findings import Finding, Reading
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.book import rules_for
from gui_rec.replayer.rules.model import RuleFile, StepRule, VolatileSlot


@dataclass(frozen=True, slots=True)
class Refined:
    """The rules of the next revision, with the slots that are excused from now on, or no longer."""

    rules: RuleFile
    marked: tuple[SlotAddress, ...] = ()
    unmarked: tuple[SlotAddress, ...] = ()


def refine(rules: RuleFile, shown: Shown, *, truth: Verdict, by: str) -> Refined:
    """`rules` after the person `by` said that the step was really a `match` or a `mismatch`.

    Raises UsageError where the verdict agrees with the person, where no slot misled it, or where only the step's own
    effect could be excused.
    """
    if truth not in (Verdict.MATCH, Verdict.MISMATCH):
        raise UsageError(f"refine: expected match or mismatch as the truth, got {truth}")
    if shown.verdict.successful == truth.successful:
        raise UsageError(f"step {shown.recorded.index}: was judged {shown.verdict}; the rules were not wrong")
    return _marked(rules, shown, by) if truth.successful else _unmarked(rules, shown)


def _marked(rules: RuleFile, shown: Shown, by: str) -> Refined:
    excused = {slot.address for _, slot in _slots(rules, shown)}
    raised = [
        finding.address
        for finding in differences(shown)
        if finding.reading is not Reading.EFFECT and not _is_excused(finding, excused)
    ]
    if not raised:
        raise UsageError(
            f"step {shown.recorded.index}: no slot raised the alarm that may be excused; "
            "allow the whole state: gui-rec replay accept --as outcome"
        )
    return Refined(accept_slots(rules, shown, raised, by), marked=tuple(raised))


def _unmarked(rules: RuleFile, shown: Shown) -> Refined:
    found = differences(shown)
    hid = {
        (rule.rule_id, slot.address)
        for rule, slot in _slots(rules, shown)
        if any(_is_excused(finding, {slot.address}) for finding in found)
    }
    if not hid:
        raise UsageError(f"step {shown.recorded.index}: no slot of these rules hid a difference")
    steps = tuple(_without(rule, hid) for rule in rules.steps)
    kept = tuple(rule for rule in steps if not _is_empty(rule))
    addresses = tuple(dict.fromkeys(address for _, address in sorted(hid, key=str)))
    return Refined(replace(rules, revision=rules.revision + 1, steps=kept), unmarked=addresses)


def _slots(rules: RuleFile, shown: Shown) -> list[tuple[StepRule, VolatileSlot]]:
    files = rules_for((rules,), shown.recorded, shown.episode_id)
    return [(rule, slot) for file in files for rule in file.steps for slot in rule.volatile]


def _is_excused(finding: Finding, addresses: set[SlotAddress]) -> bool:
    return any(address.covers(finding.chain, finding.kind) for address in addresses)


def _without(rule: StepRule, hid: set[tuple[str, SlotAddress]]) -> StepRule:
    kept = tuple(slot for slot in rule.volatile if (rule.rule_id, slot.address) not in hid)
    return rule if kept == rule.volatile else replace(rule, volatile=kept)


def _is_empty(rule: StepRule) -> bool:
    """True for a rule of which nothing is left."""
    return not (
        rule.pre
        or rule.outcomes
        or rule.volatile
        or rule.parameters
        or rule.recoveries
        or rule.tolerance is not None
    )
