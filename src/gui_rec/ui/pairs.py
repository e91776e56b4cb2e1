"""Which element of one hierarchy is which of another."""

from __future__ import annotations

from gui_rec.ui.align import align
from gui_rec.ui.canonical import CanonicalNode, canonical, walk
from gui_rec.ui.state_key import same_state
from gui_rec.ui.tree import Tree

Pairs = tuple[tuple[CanonicalNode, CanonicalNode], ...]


def pairs(before: Tree, after: Tree) -> Pairs:
    """The elements that both trees have, in the order of `after`; all of them where the states are equal."""
    old, new = canonical(before), canonical(after)
    if same_state(before, after):
        return tuple(zip(walk(old), walk(new), strict=True))
    to_before = align(old, new).to_before
    return tuple((to_before[node], node) for node in walk(new) if node in to_before)
