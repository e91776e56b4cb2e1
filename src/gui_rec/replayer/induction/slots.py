"""What the same slot says in every run of an outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from gui_rec.replayer.induction.pages import Page, aligned
from gui_rec.replayer.rules.address import Level, Slot
from gui_rec.ui.canonical import CanonicalNode
from gui_rec.ui.twins import Twins, twins


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """One node of an outcome through all its runs; None where a run has no such node. `chain` is its place on the
    medoid's page, or on the page of the first run that has it.
    """

    chain: tuple[Level, ...]
    nodes: tuple[CanonicalNode | None, ...]

    def first(self) -> CanonicalNode:
        """The node of the first run that has one."""
        return next(node for node in self.nodes if node is not None)

    @property
    def is_leaf(self) -> bool:
        """True where no run has anything below it."""
        return all(node is None or not node.children for node in self.nodes)

    @property
    def says_one_thing(self) -> bool:
        """True where text, description and flags are the same in every run that has it."""
        said = {(node.text, node.desc, node.flags) for node in self.nodes if node is not None}
        return len(said) == 1


@dataclass(frozen=True, slots=True)
class SlotValues:
    """One slot with what every run says there: None where the node is absent."""

    lane: Lane = field(repr=False)
    kind: Slot
    values: tuple[str | None, ...]

    @property
    def varies(self) -> bool:
        """True when two runs say different things."""
        return len({value for value in self.values if value is not None}) > 1


def lanes_of(pages: Sequence[Page], centre: int) -> list[Lane]:
    """Every node of the page at `centre` with its twins, then the tops of what only other pages have."""
    others = [None if page is pages[centre] else twins_of(pages[centre], page) for page in pages]
    lanes = [
        Lane(
            pages[centre].chains[node], tuple(node if pairs is None else pairs.get(node) for pairs in others)
        )
        for node in pages[centre].nodes()
    ]
    return lanes + _only_elsewhere(pages, others)


def twins_of(page: Page, other: Page) -> Twins:
    """Each node's twin on the other page; those without one are left out."""
    return twins(page.roots, other.roots, aligned(page, other))


def _only_elsewhere(pages: Sequence[Page], others: Sequence[Twins | None]) -> list[Lane]:
    """A lane for each subtree that the centre has not, by its place on its own page."""
    found: dict[tuple[Level, ...], list[CanonicalNode | None]] = {}
    for number, (page, pairs) in enumerate(zip(pages, others, strict=True)):
        if pairs is not None:
            known = set(pairs.values())
            for node in page.nodes():
                above = page.parents.get(node)
                if node not in known and (above is None or above in known):
                    found.setdefault(page.chains[node], [None] * len(pages))[number] = node
    return [Lane(chain, tuple(nodes)) for chain, nodes in found.items()]


def slots_of(lane: Lane) -> Iterator[SlotValues]:
    """The slots of a lane that a hierarchy shows."""
    present = tuple("there" if node is not None else "absent" for node in lane.nodes)
    yield SlotValues(lane, Slot.EXISTS, present)
    yield SlotValues(lane, Slot.TEXT, _values(lane, lambda node: node.text))
    yield SlotValues(lane, Slot.DESC, _values(lane, lambda node: node.desc))
    yield SlotValues(lane, Slot.STATE, _values(lane, flag_words))


def _values(lane: Lane, read: Callable[[CanonicalNode], str]) -> tuple[str | None, ...]:
    return tuple(None if node is None else read(node) for node in lane.nodes)


def flag_words(node: CanonicalNode) -> str:
    """The flags of a node in words: `checked, enabled`; "" for none."""
    names = ("checked", "selected", "enabled")
    return ", ".join(name for name, on in zip(names, node.flags, strict=True) if on)
