"""A recorded screen brought to what it may be: volatile slots take what is seen, parameter slots what was given.

What is left after that is compared as ever, so a volatile place excuses its own value and nothing else, and
that only while the value keeps its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from gui_rec.model.observation import Facts
from gui_rec.replayer.looks import Look, same_state
from gui_rec.replayer.rules.address import Level, Slot, SlotAddress, chains_in
from gui_rec.replayer.rules.asking import filled
from gui_rec.replayer.rules.model import ParameterSlot, StepRule, VolatileSlot
from gui_rec.ui.align import Alignment, align
from gui_rec.ui.canonical import CanonicalNode, canonical
from gui_rec.ui.facts import facts_of
from gui_rec.ui.renamed import ids_as_in
from gui_rec.ui.state_key import state_key
from gui_rec.ui.tree import Node, Tree
from gui_rec.ui.twins import Twins, twins

Chain: TypeAlias = tuple[Level, ...]
Changes: TypeAlias = dict[str, str | bool]
_STATES = ("checked", "selected", "enabled")


@dataclass(frozen=True, slots=True)
class SlotFinding:
    """One slot that a rule speaks of and that differs. `kept` says whether the rule excuses it."""

    rule_id: str
    address: str
    recorded: str
    seen: str
    expected: str
    kept: bool

    def as_record(self) -> dict[str, object]:
        """For the evidence."""
        return {
            "rule": self.rule_id,
            "slot": self.address,
            "recorded": self.recorded,
            "seen": self.seen,
            "expected": self.expected,
            "kept": self.kept,
        }


@dataclass(frozen=True, slots=True)
class Levelled:
    """`look` is the recorded screen as it may be. `reworded` are the paths of seen elements whose picture may
    differ with their value; `by_itself` those of elements that may be there or not.
    """

    look: Look
    reworded: frozenset[str] = frozenset()
    by_itself: frozenset[str] = frozenset()
    findings: tuple[SlotFinding, ...] = ()


def levelled(recorded: Look, seen: Look, rules: Sequence[StepRule], inputs: Mapping[str, str]) -> Levelled:
    """`recorded` brought as near to `seen` as the slots of `rules` allow."""
    speaks = any(rule.volatile or rule.parameters for rule in rules)
    if recorded.tree is None or seen.tree is None or not speaks:
        return Levelled(recorded)
    work = _Levelling(canonical(recorded.tree), canonical(seen.tree), rules, inputs)
    work.run()
    look = recorded
    if work.changes or work.dropped:
        look = _with_tree(recorded, rebuilt(recorded.tree, work.changes, work.dropped))
    return Levelled(
        look, frozenset(work.reworded), frozenset(work.by_itself), tuple(dict.fromkeys(work.findings))
    )


@dataclass(slots=True)
class _Levelling:
    recorded: tuple[CanonicalNode, ...]
    seen: tuple[CanonicalNode, ...]
    rules: Sequence[StepRule]
    inputs: Mapping[str, str]
    changes: dict[Node, Changes] = field(default_factory=dict)
    dropped: set[Node] = field(default_factory=set)
    reworded: set[str] = field(default_factory=set)
    by_itself: set[str] = field(default_factory=set)
    findings: list[SlotFinding] = field(default_factory=list)

    def run(self) -> None:
        alignment = align(self.recorded, self.seen)
        before, after = chains_in(self.recorded), chains_in(self.seen)
        here = twins(self.recorded, self.seen, alignment)
        met = {*alignment.to_before, *here.values()}
        for node, twin in _pairs(alignment, here, before, after):
            self._pair(node, before[node], twin, after.get(twin) if twin is not None else None)
        for node, chain in after.items():
            if node not in met and self._may_be_absent(chain):
                self.by_itself.add(node.node.path)

    def _pair(
        self, node: CanonicalNode, chain: Chain, twin: CanonicalNode | None, other: Chain | None
    ) -> None:
        if twin is None or other is None:
            if self._may_be_absent(chain):
                self.dropped.add(node.node)
            return
        for rule, volatile in self._volatile():
            if _covers(volatile.address, chain, other):
                self._let_vary(rule, volatile, node, twin)
        for rule, parameter in self._parameters():
            if _covers(parameter.address, chain, other):
                self._put_in(rule, parameter, node, twin)

    def _may_be_absent(self, chain: Chain) -> bool:
        return any(volatile.address.covers(chain, Slot.EXISTS) for _, volatile in self._volatile())

    def _let_vary(
        self, rule: StepRule, volatile: VolatileSlot, node: CanonicalNode, twin: CanonicalNode
    ) -> None:
        slot = volatile.address.slot
        self.reworded.add(twin.node.path)
        if slot is Slot.STATE:
            if node.flags != twin.flags:
                self._change(node, {name: getattr(twin.node, name) for name in _STATES})
                self._found(rule, volatile.address, str(node.flags), str(twin.flags), "any state", kept=True)
        elif slot in (Slot.TEXT, Slot.DESC) and not node.node.password:
            was, now = _value(node, slot), _value(twin, slot)
            if was != now:
                kept = volatile.pattern.keeps(was, now)
                self._found(rule, volatile.address, was, now, volatile.pattern.kind.value, kept=kept)
                if kept:
                    self._change(node, {_field(slot): _raw(twin, slot)})

    def _put_in(
        self, rule: StepRule, parameter: ParameterSlot, node: CanonicalNode, twin: CanonicalNode
    ) -> None:
        slot = parameter.address.slot
        texts, is_known = filled(parameter.equals, self.inputs)
        if slot not in (Slot.TEXT, Slot.DESC):
            return
        was, now = _raw(node, slot), _raw(twin, slot)
        if not is_known and now not in texts:
            return  # nothing was given: what is recorded stays expected
        expected = now if now in texts else texts[0]
        self.reworded.add(twin.node.path)
        if expected != was:
            self._found(rule, parameter.address, was, now, parameter.equals, kept=now in texts)
            self._change(node, {_field(slot): expected})

    def _found(
        self, rule: StepRule, address: SlotAddress, was: str, now: str, expected: str, *, kept: bool
    ) -> None:
        self.findings.append(SlotFinding(rule.rule_id, str(address), was, now, expected, kept))

    def _change(self, node: CanonicalNode, changes: Changes) -> None:
        self.changes[node.node] = {**self.changes.get(node.node, {}), **changes}

    def _volatile(self) -> Iterator[tuple[StepRule, VolatileSlot]]:
        return ((rule, slot) for rule in self.rules for slot in rule.volatile)

    def _parameters(self) -> Iterator[tuple[StepRule, ParameterSlot]]:
        return ((rule, slot) for rule in self.rules for slot in rule.parameters)


def _pairs(
    alignment: Alignment,
    here: Twins,
    before: Mapping[CanonicalNode, Chain],
    after: Mapping[CanonicalNode, Chain],
) -> Iterator[tuple[CanonicalNode, CanonicalNode | None]]:
    """Every recorded node with the seen one of the same place in its row, or that is the same elsewhere, or that stands
    at the same place and is nobody else.
    """
    taken = set(here.values())
    free = {
        chain: node for node, chain in after.items() if node not in alignment.to_before and node not in taken
    }
    for node, chain in before.items():
        twin = here.get(node, alignment.to_after.get(node))
        if node not in here and twin in taken:
            twin = None
        yield node, free.get(chain) if twin is None else twin


def _covers(address: SlotAddress, chain: Chain, other: Chain) -> bool:
    return address.covers(chain, address.slot) or address.covers(other, address.slot)


def _value(node: CanonicalNode, slot: Slot) -> str:
    return node.text if slot is Slot.TEXT else node.desc


def _raw(node: CanonicalNode, slot: Slot) -> str:
    return node.node.text if slot is Slot.TEXT else node.node.content_desc


def _field(slot: Slot) -> str:
    return "text" if slot is Slot.TEXT else "content_desc"


def rebuilt(tree: Tree, changes: Mapping[Node, Changes], dropped: Iterable[Node]) -> Tree:
    """`tree` with nodes changed and subtrees left out; paths count anew."""
    gone = set(dropped)
    paths: dict[Node, str] = {}
    roots = [root for root in tree.roots if root not in gone]
    stack = [(root, str(place)) for place, root in enumerate(roots)]
    while stack:
        node, path = stack.pop()
        paths[node] = path
        kept = [child for child in node.children if child not in gone]
        stack.extend((child, f"{path}/{place}") for place, child in enumerate(kept))
    built: dict[Node, Node] = {}
    for node in reversed(list(tree.walk())):
        if node in paths:
            children = tuple(built[child] for child in node.children if child in paths)
            built[node] = _renewed(node, children, paths[node], changes.get(node, {}))
    return replace(
        tree,
        roots=tuple(built[root] for root in roots),
        windows=tuple(
            window for root, window in zip(tree.roots, tree.windows, strict=False) if root not in gone
        ),
    )


def _renewed(node: Node, children: tuple[Node, ...], path: str, changes: Changes) -> Node:
    if not changes and path == node.path and children == node.children:
        return node
    return replace(node, children=children, path=path, **changes)  # type: ignore[arg-type]


def named_as(recorded: Look, seen: Look) -> Look:
    """`seen` with the recording's ids where another build of the app has them otherwise: facts ask by the old ones."""
    if recorded.tree is None or seen.tree is None or same_state(recorded, seen):
        return seen
    names = ids_as_in(recorded.tree, seen.tree)
    changes: dict[Node, Changes] = {node: {"resource_id": name} for node, name in names.items()}
    return _with_tree(seen, rebuilt(seen.tree, changes, ())) if changes else seen


def _with_tree(look: Look, tree: Tree) -> Look:
    """The look with another hierarchy; key, title, dialog and error text follow it."""
    assert look.tree is not None
    seen = look.seen
    was = facts_of(look.tree, seen.facts.windows, seen.facts.keyboard)
    now = facts_of(tree, seen.facts.windows, seen.facts.keyboard)
    key = None
    if seen.state_key is not None:
        key = state_key(tree, package=seen.package, activity=seen.activity)
    return Look(replace(seen, state_key=key, facts=_following(seen.facts, was, now)), tree)


def _following(stored: Facts, was: Facts, now: Facts) -> Facts:
    """Stored facts that came of the old hierarchy come of the new one; others stay."""
    return replace(
        stored,
        title=now.title if stored.title == was.title else stored.title,
        dialog=now.dialog if stored.dialog == was.dialog else stored.dialog,
        error_text=now.error_text if stored.error_text == was.error_text else stored.error_text,
    )
