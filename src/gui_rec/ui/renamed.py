"""Resource ids that another build of an app has otherwise, as after shortening them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

from gui_rec.ui.align import Roots, align
from gui_rec.ui.canonical import CanonicalNode, canonical, walk
from gui_rec.ui.tree import Node, Tree

_MOST_SHARED = 0.5
_LEAST_TEXTS = 0.8
_LEAST_AGREEING = 0.8
_LEAST_IDS = 2


def with_ids_of(before: Roots, after: Roots) -> Roots:
    """`after` with the ids that `before` has for the same elements, where most ids differ and most texts do not.

    Otherwise `after` itself. The nodes' sources keep their own ids.
    """
    if not _are_renamed(before, after):
        return after
    names = _names(before, after)
    return tuple(_mapped(root, names) for root in after)


def _are_renamed(before: Roots, after: Roots) -> bool:
    ids, others = ({node.rid for node in walk(side) if node.rid} for side in (before, after))
    if min(len(ids), len(others)) < _LEAST_IDS or len(ids & others) > _MOST_SHARED * min(
        len(ids), len(others)
    ):
        return False
    texts, seen = (Counter(node.text for node in walk(side) if node.text) for side in (before, after))
    return (texts & seen).total() > _LEAST_TEXTS * max(texts.total(), seen.total(), 1)


def _names(before: Roots, after: Roots) -> dict[str, str]:
    """New id -> old id, as far as the elements without their ids agree on it, and no two on one."""
    old, new = (tuple(_mapped(root, {}) for root in side) for side in (before, after))
    own = {node.node: node.rid for side in (before, after) for node in walk(side)}
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for node, other in align(old, new).to_after.items():
        mine, theirs = own[node.node], own[other.node]
        if theirs:
            votes[theirs][mine] += 1
    names: dict[str, str] = {}
    for name, counted in votes.items():
        best, times = counted.most_common(1)[0]
        if best and times >= _LEAST_AGREEING * counted.total() and best not in names.values():
            names[name] = best
    return names


def _mapped(root: CanonicalNode, names: dict[str, str]) -> CanonicalNode:
    """The subtree with ids by the table; without one where the table has none and is empty."""
    done: dict[CanonicalNode, CanonicalNode] = {}
    for node in reversed(walk((root,))):
        rid = names.get(node.rid, node.rid) if names else ""
        done[node] = replace(node, rid=rid, children=tuple(done[child] for child in node.children))
    return done[root]


def ids_as_in(before: Tree, after: Tree) -> dict[Node, str]:
    """The whole id that each renamed element of `after` has in `before`; none where nothing was renamed."""
    old, new = canonical(before), canonical(after)
    if not _are_renamed(old, new):
        return {}
    names = _names(old, new)
    whole = {node.rid: node.node.resource_id for node in walk(old) if node.rid}
    return {node.node: whole[names[node.rid]] for node in walk(new) if node.rid in names}
