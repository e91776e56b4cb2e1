"""What could be said of a step's outcome, in the closed grammar of facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from gui_rec.model.selector import Selector
from gui_rec.replayer.induction.effects import Effects, number_delta
from gui_rec.replayer.induction.findings import Finding
from gui_rec.replayer.induction.names import Names
from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.runs import Inputs, Run
from gui_rec.replayer.induction.slots import Lane
from gui_rec.replayer.rules.address import Level, Slot
from gui_rec.replayer.rules.facts import (
    Appears,
    Changes,
    CheckedIs,
    CountChanges,
    CountIs,
    Disappears,
    Exists,
    FactTest,
    Focused,
    NoDialog,
    NoError,
    RowContains,
    TextIs,
)
from gui_rec.replayer.rules.model import inputs_in
from gui_rec.ui.canonical import CanonicalNode
from gui_rec.ui.wanted import Relation, Wanted

_MOST = 160
"""A page of thousands of nodes is told from others by far fewer facts."""
_LONGEST = 200


class Candidates:
    """The facts that hold on the centre of an outcome and rest on nothing that varies or is only an input's value."""

    def __init__(
        self,
        runs: Sequence[Run],
        centre: int,
        lanes: Sequence[Lane],
        effects: Effects,
        findings: Sequence[Finding],
    ) -> None:
        self._runs, self._run, self._effects = runs, runs[centre], effects
        self._lanes = [lane for lane in lanes if lane.nodes[centre] is not None]
        self._centre = centre
        self._findings = findings
        self._names = Names(self._run.post.tree)
        self._names_before = None if self._run.pre is None else Names(self._run.pre.tree)

    def all(self) -> list[FactTest]:
        """Facts about the change first, then about the inputs, then about the screen; each once, 160 at most."""
        sources = (
            self._deltas(),
            self._from_inputs(),
            self._place(),
            self._states(),
            self._texts(),
            self._counts(),
        )
        found: dict[FactTest, None] = {}
        for fact in chain.from_iterable(sources):
            if len(found) == _MOST:
                break
            found[fact] = None
        return list(found)

    def _node(self, lane: Lane) -> CanonicalNode:
        node = lane.nodes[self._centre]
        assert node is not None, "lanes without a node at the centre are left out"
        return node

    def _stands(self, lane: Lane, kind: Slot) -> bool:
        """True where no finding is about this slot, or about whether the node is there at all."""
        return not any(_is_about(finding, lane.chain, kind) for finding in self._findings)

    def _named(self, lane: Lane) -> Selector | None:
        """A selector of this node alone that says nothing which varies; None where it has no such name."""
        selector = self._names.alone(self._node(lane).node)
        if selector is None:
            return None
        if selector.text is not None and not self._stands(lane, Slot.TEXT):
            return None
        return None if selector.content_desc is not None and not self._stands(lane, Slot.DESC) else selector

    def _shown(self, lane: Lane) -> Selector | None:
        """By what one sees that the node is there: its words, else its id."""
        node = self._node(lane)
        if node.node.is_editable or node.node.password:
            return None
        if _is_plain(node.text) and self._stands(lane, Slot.TEXT):
            return Selector(text=node.node.text)
        if _is_plain(node.desc) and self._stands(lane, Slot.DESC):
            return Selector(content_desc=node.node.content_desc)
        rid = node.node.resource_id
        return Selector(resource_id=rid) if rid and self._stands(lane, Slot.EXISTS) else None

    def _deltas(self) -> Iterator[FactTest]:
        before, was = self._run.pre, self._names_before
        if before is None or was is None:
            return
        changes = list(self._changes())
        yield from (change for change in changes if change.by is not None)
        yield from self._count_changes(was)
        for lane in self._lanes:
            shown = self._shown(lane)
            if shown is not None and not was.count(shown):
                yield Appears(shown)
        yield from changes
        for selector in _words_of(before):
            if not self._names.count(selector):
                yield Disappears(selector)

    def _changes(self) -> Iterator[Changes]:
        for lane in self._lanes:
            named = self._named(lane)
            pairs = list(zip(self._effects.before(lane), lane.nodes, strict=True))
            if (
                named is None
                or named.text is not None
                or any(old is None or new is None for old, new in pairs)
            ):
                continue
            said = [(old.text, new.text) for old, new in pairs if old is not None and new is not None]
            if any(old == new for old, new in said) or self._node(lane).node.password:
                continue
            deltas = {number_delta(old, new) for old, new in said}
            by = deltas.pop() if len(deltas) == 1 else None
            if by is not None or self._stands(lane, Slot.TEXT):
                yield Changes(named, by)

    def _count_changes(self, was: Names) -> Iterator[FactTest]:
        for selector in self._listed():
            by = self._names.count(selector) - was.count(selector)
            if by and self._effects.same_page:
                yield CountChanges(selector, by)

    def _listed(self) -> Iterator[Selector]:
        """The ids that several nodes share, unless their number varies."""
        counts = Counter(self._node(lane).node.resource_id for lane in self._lanes)
        firm = {self._node(lane).node.resource_id for lane in self._lanes if self._stands(lane, Slot.EXISTS)}
        for rid, count in counts.items():
            if rid and count > 1 and rid in firm:
                yield Selector(resource_id=rid)

    def _from_inputs(self) -> Iterator[FactTest]:
        for name, value in self._run.inputs.items():
            if not value:
                continue
            for lane in self._lanes:
                node, named = self._node(lane), self._named(lane)
                if node.text == value and named is not None and named.text is None:
                    yield TextIs(named, Wanted(Relation.EQUALS, f"${{{name}}}"))
                if node.node.scrollable and named is not None and _holds_text(node, value):
                    yield RowContains(named, f"${{{name}}}")

    def _place(self) -> Iterator[FactTest]:
        package, activity = self._run.post.place
        if package:
            yield Focused(package, activity or None)
        yield NoDialog()
        yield NoError()

    def _states(self) -> Iterator[FactTest]:
        for lane in self._lanes:
            node = self._node(lane)
            named = self._named(lane) if node.node.checkable and self._stands(lane, Slot.STATE) else None
            if named is not None:
                yield CheckedIs(named, node.checked)

    def _texts(self) -> Iterator[FactTest]:
        for lane in self._lanes:
            node = self._node(lane)
            named = self._named(lane) if _is_plain(node.text) and self._stands(lane, Slot.TEXT) else None
            is_secret = node.node.password or _is_input(node.text, self._run.inputs)
            if named is not None and named.text is None and not is_secret:
                yield TextIs(named, Wanted(Relation.EQUALS, node.node.text))
            shown = self._shown(lane)
            if shown is not None and not _is_input(node.text or node.desc, self._run.inputs):
                yield Exists(shown)

    def _counts(self) -> Iterator[FactTest]:
        for selector in self._listed():
            yield CountIs(selector, self._names.count(selector))


def _is_about(finding: Finding, chain: tuple[Level, ...], kind: Slot) -> bool:
    address = finding.address
    if finding.kind is Slot.EXISTS:
        return address.covers(chain[: len(address.levels)], Slot.EXISTS)
    return address.covers(chain, kind)


def _is_plain(text: str) -> bool:
    """True for words to tell a screen by: not too many, and none that stand for something withheld."""
    return 0 < len(text) <= _LONGEST and not inputs_in(text)


def _is_input(text: str, inputs: Inputs) -> bool:
    return any(value and value in text for value in inputs.values())


def _words_of(page: Page) -> Iterator[Selector]:
    """What a page says that is no value of a field."""
    for node in page.nodes():
        if _is_plain(node.text) and not node.node.is_editable and not node.node.password:
            yield Selector(text=node.node.text)


def _holds_text(node: CanonicalNode, value: str) -> bool:
    stack = list(node.children)
    while stack:
        below = stack.pop()
        if below.text == value:
            return True
        stack.extend(below.children)
    return False
