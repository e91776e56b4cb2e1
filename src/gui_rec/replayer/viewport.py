"""Which differences of two hierarchies come of nothing but a screen that shows more or less of a list.

A list on a smaller screen lacks the rows that lie beyond its edge, a larger one shows further rows. An element is
taken for such a row only if it lies at the list's end, behind everything that both screens show, and the list of
the screen without it scrolls and has no room left for it there. A row that is gone while its place is free is
gone, and so is one of a list that has nothing to scroll.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from gui_rec.replayer.looks import Look
from gui_rec.ui.diff import Edit, EditKind
from gui_rec.ui.tree import Node, Tree

_NOTHING: frozenset[Edit] = frozenset()


def cut_edits(recorded: Look, seen: Look, edits: Sequence[Edit], unit_ratio: float = 1.0) -> frozenset[Edit]:
    """Those of `edits` (recorded -> seen) that another view of the same list explains.

    `unit_ratio` is how many px of `seen` a recorded px of an element is. Pure.
    """
    if recorded.tree is None or seen.tree is None:
        return _NOTHING
    gone = [edit for edit in edits if edit.kind is EditKind.DELETE]
    new = [edit for edit in edits if edit.kind is EditKind.INSERT]
    return frozenset(
        (
            *_cut(recorded.tree, seen.tree, gone, unit_ratio),
            *_cut(seen.tree, recorded.tree, new, 1 / unit_ratio),
        )
    )


def _cut(has: Tree, lacks: Tree, edits: Sequence[Edit], ratio: float) -> Iterator[Edit]:
    """The edits at the ends of a list of `has`; px of `lacks` are `ratio` px of `has`."""
    absent = tuple(edit.path for edit in edits)
    parents = has.parents()
    for edit in edits:
        node = has.at(edit.path)
        found = None if node is None else _list_around(node, parents, has, lacks)
        if node is None or found is None:
            continue
        above, twin = found
        leaves = _inside(above)
        tail = _run(reversed(leaves), absent)
        head = _run(leaves, absent)
        own = _leaves(node)
        if len(tail) == len(leaves):
            continue  # nothing of the list is on both screens
        height_px = node.bounds.height * ratio
        is_below = tail.issuperset(own) and _room_below(twin) < height_px
        is_above = head.issuperset(own) and _room_above(twin) < height_px
        if is_below or is_above:
            yield edit


def _list_around(node: Node, parents: dict[Node, Node], has: Tree, lacks: Tree) -> tuple[Node, Node] | None:
    """The nearest list around `node`, and the same one of the other screen, which has more than it shows."""
    above = parents.get(node)
    while above is not None:
        twin = _twin(above, has, lacks)
        if twin is not None and twin.scrollable:
            return above, twin
        above = parents.get(above)
    return None


def _twin(node: Node, has: Tree, lacks: Tree) -> Node | None:
    """The same element on the other screen: by its id, else by its kind and number."""
    if node.resource_id:
        named = [other for other in lacks.walk() if other.resource_id == node.resource_id]
        return named[0] if len(named) == 1 else None
    ours = [other for other in has.walk() if other.class_name == node.class_name]
    theirs = [other for other in lacks.walk() if other.class_name == node.class_name]
    return theirs[ours.index(node)] if len(ours) == len(theirs) else None


def _leaves(node: Node) -> list[Node]:
    """The elements below (or the node itself) that say something or can be touched, in document order."""
    return [part for part in node.walk() if not part.bounds.is_empty and _counts(part)]


def _inside(above: Node) -> list[Node]:
    return [part for part in _leaves(above) if part is not above]


def _counts(node: Node) -> bool:
    return not node.scrollable and (node.is_informative or node.clickable or node.checkable)


def _run(leaves: Iterable[Node], absent: Sequence[str]) -> set[Node]:
    """The leaves from one end up to the first that the other screen has, too."""
    return set(takewhile(lambda leaf: _is_below(leaf.path, absent), leaves))


def _is_below(path: str, absent: Sequence[str]) -> bool:
    return any(path == top or path.startswith(f"{top}/") for top in absent)


def _room_below(above: Node) -> int:
    return above.bounds.bottom - max(
        (part.bounds.bottom for part in _inside(above)), default=above.bounds.top
    )


def _room_above(above: Node) -> int:
    return min((part.bounds.top for part in _inside(above)), default=above.bounds.bottom) - above.bounds.top
