"""What varied between the runs of an outcome, and what is concluded from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from gui_rec.replayer.induction.effects import Effects
from gui_rec.replayer.induction.pictures import Pictures
from gui_rec.replayer.induction.runs import Run
from gui_rec.replayer.induction.slots import Lane, SlotValues, lanes_of, slots_of
from gui_rec.replayer.rules.address import Level, Slot, SlotAddress

Chain = tuple[Level, ...]
Place = tuple[Chain, Slot]


class Reading(StrEnum):
    """What a slot is taken for."""

    VOLATILE = "volatile"
    PARAMETER = "parameter"
    EFFECT = "effect"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Finding:
    """A slot, all it said, and what it is taken for.

    `chain` may name a whole column. `parameter` is the input whose value it says. A `disputed` slot differs between
    the recording and every replay in one same way, which is no sign of change by itself.
    """

    chain: Chain
    kind: Slot
    values: tuple[str | None, ...]
    reading: Reading
    reason: str
    parameter: str | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """The different values, in order of appearance."""
        return tuple(dict.fromkeys(value for value in self.values if value is not None))

    @property
    def address(self) -> SlotAddress:
        """Where a rule finds the slot."""
        return SlotAddress(self.chain, self.kind)


def findings_of(
    runs: Sequence[Run], centre: int, *, recorded: int | None = None
) -> tuple[list[Finding], list[Lane], Effects]:
    """The findings of the runs of one outcome, with the lanes and effects they rest on.

    `centre` is the place in `runs` of the medoid. `recorded` is the place of the recording where all other runs are
    replays of it.
    """
    lanes = lanes_of([run.post for run in runs], centre)
    effects = Effects(runs)
    slots = [slot for lane in lanes for slot in slots_of(lane)]
    slots += Pictures([run.post for run in runs]).varying(lanes)
    found = [_finding(slot, runs, effects, recorded) for slot in slots]
    kept = _tops([finding for finding in found if finding is not None])
    firm = [(slot.lane.chain, slot.kind) for slot in slots if effects.why(slot) is not None]
    firm += [(finding.chain, finding.kind) for finding in kept if finding.reading is not Reading.VOLATILE]
    return _columns(kept, firm), lanes, effects


def _finding(slot: SlotValues, runs: Sequence[Run], effects: Effects, recorded: int | None) -> Finding | None:
    def concluded(reading: Reading, reason: str, parameter: str | None = None) -> Finding:
        return Finding(slot.lane.chain, slot.kind, slot.values, reading, reason, parameter)

    parameter = _parameter(slot, runs)
    if parameter is not None:
        return concluded(Reading.PARAMETER, f"it says the input {parameter}", parameter)
    if not slot.varies:
        return None
    effect = effects.why(slot)
    if effect is not None:
        return concluded(Reading.EFFECT, effect)
    if recorded is not None and _differs_only_there(slot.values, recorded):
        return concluded(Reading.DISPUTED, "every replay says one thing, the recording another")
    return concluded(Reading.VOLATILE, "it differs between runs that did the same")


def _tops(findings: Sequence[Finding]) -> list[Finding]:
    """Without those of what is below an element that comes and goes itself."""
    gone = {finding.chain for finding in findings if finding.kind is Slot.EXISTS}
    return [
        finding
        for finding in findings
        if finding.kind is not Slot.EXISTS
        or not any(finding.chain[:depth] in gone for depth in range(1, len(finding.chain)))
    ]


def _parameter(slot: SlotValues, runs: Sequence[Run]) -> str | None:
    """The input whose value the slot says in every run that has it."""
    if slot.kind not in (Slot.TEXT, Slot.DESC):
        return None
    pairs = [(run.inputs, value) for run, value in zip(runs, slot.values, strict=True) if value is not None]
    names = pairs[0][0] if pairs else ()
    return next(
        (name for name in names if all(inputs.get(name) == value != "" for inputs, value in pairs)), None
    )


def _differs_only_there(values: Sequence[str | None], recorded: int) -> bool:
    """True where all but one run agree, and that one is the recording."""
    others = {value for place, value in enumerate(values) if place != recorded and value is not None}
    return len(values) > 2 and len(others) == 1


def _columns(findings: Iterable[Finding], firm: Sequence[Place]) -> list[Finding]:
    """Volatile slots that stand in two rows of one list are the list's whole column.

    Not where the column holds a `firm` place: an effect, an input, or what only the recording says otherwise.
    """
    kept = list(findings)
    for depth in range(max((len(finding.chain) for finding in kept), default=0)):
        kept = _columns_at(kept, -1 - depth, firm)
    return kept


def _columns_at(findings: list[Finding], level: int, firm: Sequence[Place]) -> list[Finding]:
    """`findings` with the columns of lists that are `level` levels above a slot (-1 is the slot's own node)."""
    groups: dict[tuple[SlotAddress, Reading], list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[(_column(finding, level), finding.reading)].append(finding)
    return [finding for group in groups.values() for finding in _joined(group, level, firm)]


def _column(finding: Finding, level: int) -> SlotAddress:
    """The finding's slot in every row of the list at `level`; the slot itself where there is no list.

    Nodes beside each other that have neither an id nor anything below them are no rows: a clock and a price.
    """
    chain = list(finding.chain)
    is_list = -level <= len(chain) and (bool(chain[level].rid) or level != -1)
    if finding.reading is Reading.VOLATILE and is_list:
        chain[level] = replace(chain[level], ordinal=None)
    return SlotAddress(tuple(chain), finding.kind)


def _joined(group: list[Finding], level: int, firm: Sequence[Place]) -> list[Finding]:
    column = _column(group[0], level)
    rows = {finding.chain for finding in group}
    if len(rows) < 2 or any(column.covers(*place) for place in firm):
        return group
    values = tuple(value for finding in group for value in finding.values)
    reason = f"it differs between runs in {len(group)} rows of one list"
    return [replace(group[0], chain=column.levels, values=values, reason=reason)]
