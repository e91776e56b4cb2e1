"""Which slots are the step's own effect: those are never taken for something that changes by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gui_rec.replayer.induction.pages import aligned, coverage
from gui_rec.replayer.induction.runs import Run, target_of
from gui_rec.replayer.induction.slots import Lane, SlotValues, flag_words
from gui_rec.replayer.rules.address import Slot
from gui_rec.ui.canonical import CanonicalNode

_SAME_PAGE = 0.5
_NUMBER = re.compile(r"\d{1,15}")


class Effects:
    """The effect of a step, told by each run's own state before it. `runs` are those of one outcome."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._before = [_twins_before(run) for run in runs]
        self._targets = {node for run in runs for node in _target_after(run)}
        self._written = {node for run in runs for node in _written(run)}

    @property
    def same_page(self) -> bool:
        """True where every run stayed on its page, so that before and after can be held against each other."""
        return all(bool(twins) for twins in self._before)

    def before(self, lane: Lane) -> tuple[CanonicalNode | None, ...]:
        """The lane's nodes as they were before the step; None where a run had none or was on another page."""
        pairs = zip(lane.nodes, self._before, strict=True)
        return tuple(None if node is None else twins.get(node) for node, twins in pairs)

    def why(self, slot: SlotValues) -> str | None:
        """Why this slot is the step's effect, in words; None where it is not."""
        nodes = [node for node in slot.lane.nodes if node is not None]
        if slot.kind in (Slot.TEXT, Slot.CROP) and any(node in self._written for node in nodes):
            return "the step writes it"
        if slot.kind in (Slot.STATE, Slot.CROP) and any(node in self._targets for node in nodes):
            return "the step acts on it"
        if slot.kind is Slot.EXISTS:
            return self._why_exists(slot)
        if slot.kind is Slot.CROP:
            return None
        return self._why_changed(slot)

    def _why_exists(self, slot: SlotValues) -> str | None:
        """The target that a run of several removes, or leaves, is what the step is about."""
        return "the step acts on it" if any(node in self._targets for node in slot.lane.nodes) else None

    def _why_changed(self, slot: SlotValues) -> str | None:
        was = [None if node is None else _read(node, slot.kind) for node in self.before(slot.lane)]
        pairs = [(old, new) for old, new in zip(was, slot.values, strict=True) if new is not None]
        if not pairs or any(old is None or old == new for old, new in pairs):
            return None
        if slot.kind is Slot.STATE:
            return "the step switches it in every run"
        if len({old for old, _ in pairs}) == 1:
            return "it is the same before and other after the step in every run"
        deltas = {number_delta(old or "", new or "") for old, new in pairs}
        if len(deltas) == 1 and None not in deltas:
            return f"the step changes it by {next(iter(deltas)):+d} in every run"
        return None


def number_delta(old: str, new: str) -> int | None:
    """By how much the only whole number of a text changed; None where the rest changed, too, or nothing did."""
    first, second = _NUMBER.findall(old), _NUMBER.findall(new)
    if len(first) != 1 or len(second) != 1 or _NUMBER.sub("#", old) != _NUMBER.sub("#", new):
        return None
    return int(second[0]) - int(first[0]) or None


def _read(node: CanonicalNode, kind: Slot) -> str:
    if kind is Slot.STATE:
        return flag_words(node)
    return node.desc if kind is Slot.DESC else node.text


def _twins_before(run: Run) -> dict[CanonicalNode, CanonicalNode]:
    """Post-state node -> its twin before the step; {} where the step led to another page."""
    if run.pre is None or run.pre.place != run.post.place or coverage(run.pre, run.post) < _SAME_PAGE:
        return {}
    return aligned(run.pre, run.post).to_before


def _target_after(run: Run) -> list[CanonicalNode]:
    target = target_of(run)
    if target is None:
        return []
    return [new for new, old in _twins_before(run).items() if old is target]


def _written(run: Run) -> list[CanonicalNode]:
    """The text fields that the step wrote into: the one it names or that has the focus, or that holds its text."""
    if run.typed is None:
        return []
    named = _target_after(run)
    return [
        node
        for node in run.post.nodes()
        if node.node.is_editable and (node in named or node.node.focused or run.typed in node.node.text)
    ]
