"""Which slot of one page is which of another: an alignment held to the rows of lists.

An alignment pairs what says the same, so a number that two rows of a list happen to have in turn is taken for one that
moved. Where a value is not what a place is known by, the row's own slot is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gui_rec.ui.align import Alignment, Roots
from gui_rec.ui.canonical import CanonicalNode

Twins = dict[CanonicalNode, CanonicalNode]
_Place = tuple[str, str, int]


def twins(before: Roots, after: Roots, alignment: Alignment) -> Twins:
    """Each node's twin in the twin of its parent; those without one are left out.

    A twin of another role or id, or outside the parent's twin, gives way to the node there that has the same role, id
    and ordinal among those of both.
    """
    found: Twins = {}
    open_ = [(before, after)]
    while open_:
        pairs = _pairs(*open_.pop(), alignment)
        found |= pairs
        open_ += [(node.children, twin.children) for node, twin in pairs.items()]
    return found


def _pairs(mine: Roots, theirs: Roots, alignment: Alignment) -> Twins:
    """The twins among the children of one pair."""
    home, pairs = set(theirs), {}
    for node in mine:
        twin = alignment.to_after.get(node)
        if twin is not None and twin in home and (twin.role, twin.rid) == (node.role, node.rid):
            pairs[node] = twin
    taken = set(pairs.values())
    free = {place: twin for place, twin in _places(theirs) if twin not in taken}
    for place, node in _places(mine):
        twin = free.get(place)
        # Only what the alignment sent astray: a row that scrolled in is not the one that scrolled out.
        if node not in pairs and twin is not None and _is_astray(node, twin, alignment):
            pairs[node] = twin
    return pairs


def _is_astray(node: CanonicalNode, twin: CanonicalNode, alignment: Alignment) -> bool:
    return node in alignment.to_after or twin in alignment.to_before


def _places(nodes: Roots) -> Iterator[tuple[_Place, CanonicalNode]]:
    counts: Counter[tuple[str, str]] = Counter()
    for node in nodes:
        key = (node.role, node.rid)
        yield (*key, counts[key]), node
        counts[key] += 1
