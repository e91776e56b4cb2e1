"""An observation with its canonical tree, and how much of one such page is on another."""

from __future__ import annotations

from dataclasses import dataclass, field

from gui_rec.model.observation import Observation, StateKey
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules.address import Level, chains_of
from gui_rec.ui.align import Alignment, Roots, align, parents_of
from gui_rec.ui.canonical import CanonicalNode, walk
from gui_rec.ui.state_key import full_activity, state_key
from gui_rec.ui.tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One moment as induction sees it. Compares by identity."""

    seen: Observation = field(repr=False)
    tree: Tree = field(repr=False)
    roots: Roots = field(repr=False)
    parents: dict[CanonicalNode, CanonicalNode] = field(repr=False)
    chains: dict[CanonicalNode, tuple[Level, ...]] = field(repr=False)
    key: StateKey

    @classmethod
    def of(cls, observation: Observation) -> Page | None:
        """None where the hierarchy is absent, damaged or says next to nothing."""
        look = Look.of(observation)
        if look.tree is None or look.is_opaque:
            return None
        chains = chains_of(look.tree)
        roots = tuple(node for node, chain in chains.items() if len(chain) == 1)
        key = state_key(look.tree, package=observation.package, activity=observation.activity)
        return cls(observation, look.tree, roots, parents_of(roots), chains, key)

    @property
    def place(self) -> tuple[str, str]:
        """(package, full name of the activity); "" for what nobody told."""
        package = self.seen.package or self.tree.package or ""
        return (package, full_activity(package, self.seen.activity))

    def nodes(self) -> list[CanonicalNode]:
        """All canonical nodes in document order."""
        return walk(self.roots)


def aligned(before: Page, after: Page) -> Alignment:
    """Which node of one page is which of the other."""
    return align(before.roots, after.roots)


def coverage(before: Page, after: Page) -> float:
    """The share of both pages' nodes that have a twin of the same role and id on the other, in [0, 1]."""
    total = len(before.nodes()) + len(after.nodes())
    if not total:
        return 1.0
    pairs = aligned(before, after).to_after.items()
    return 2 * sum((one.role, one.rid) == (other.role, other.rid) for one, other in pairs) / total


def sameness(before: Page, after: Page) -> float:
    """The share of both pages' nodes that have a twin which also says the same, in [0, 1]."""
    total = len(before.nodes()) + len(after.nodes())
    if not total:
        return 1.0
    return (
        2 * sum(_says(one) == _says(other) for one, other in aligned(before, after).to_after.items()) / total
    )


def _says(node: CanonicalNode) -> tuple[object, ...]:
    return (node.role, node.rid, node.text, node.desc, node.flags)
