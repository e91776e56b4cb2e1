"""Which differences of two hierarchies come of nothing but a screen that shows more or less of a list.

A list on a smaller screen lacks the rows that lie beyond its edge, a larger one shows further rows. An element is
taken for such a row only if it lies at the list's end, behind everything that both screens show, and the list of
the screen without it scrolls and has no room left for it there. A row that is gone while its place is free is
gone, and so is one of a list that has nothing to scroll.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gui_rec.replayer.edits import tree_edits
from gui_rec.replayer.elsewhere import LIKE_THERE, Elsewhere
from gui_rec.replayer.looks import Look
from gui_rec.ui.diff import Edit, EditKind
from gui_rec.ui.tree import Node, Tree

_NOTHING: frozenset[Edit] = frozenset()


def is_another_view(recorded: Look, seen: Look, elsewhere: Elsewhere = LIKE_THERE) -> bool:
    """Whether the screen has another size or rotation, or draws its elements larger or smaller."""
    shapes = [(look.seen.size, look.seen.rotation) for look in (recorded, seen)]
    return shapes[0] != shapes[1] or elsewhere.is_laid_out_otherwise


def cut_edits(
    recorded: Look, seen: Look, edits: Sequence[Edit], elsewhere: Elsewhere = LIKE_THERE
) -> frozenset[Edit]:
    """Those of `edits` (recorded -> seen) that another view of the same list explains; none on an equal screen. Pure."""
    is_there = recorded.tree is not None and seen.tree is not None
    if not is_there or not is_another_view(recorded, seen, elsewhere):
        return _NOTHING
    assert recorded.tree is not None
    assert seen.tree is not None
    gone = [edit for edit in edits if edit.kind is EditKind.DELETE]
    new = [edit for edit in edits if edit.kind is EditKind.INSERT]
    ratio = elsewhere.unit_ratio
    return frozenset(
        (
            *_cut(recorded.tree, seen.tree, gone, new, ratio),
            *_cut(seen.tree, recorded.tree, new, gone, 1 / ratio),
        )
    )


def beyond_the_edge(recorded: Look, seen: Look, elsewhere: Elsewhere = LIKE_THERE) -> tuple[str, ...]:
    """Paths in `seen` of what the recorded screen would show, were its lists as long."""
    edits = tree_edits(recorded, seen)
    cut = cut_edits(recorded, seen, edits, elsewhere)
    return tuple(edit.path for edit in edits if edit.kind is EditKind.INSERT and edit in cut)


def is_below(path: str, tops: Sequence[str]) -> bool:
    """Whether a node lies in one of the subtrees that begin at `tops`."""
    return any(path == top or path.startswith(f"{top}/") for top in tops)


def _cut(
    has: Tree, lacks: Tree, edits: Sequence[Edit], others: Sequence[Edit], ratio: float
) -> Iterator[Edit]:
    """The edits at the ends of a list of `has`; a px of `has` is `ratio` px of `lacks`.

    `others` are what `lacks` has in its turn: a row in the place of another one is no row beyond the edge.
    """
    absent = tuple(edit.path for edit in edits)
    instead = tuple(edit.path for edit in others)
    parents = has.parents()
    for edit in edits:
        node = has.at(edit.path)
        found = None if node is None else list_around(node, parents, has, lacks)
        if node is None or found is None:
            continue
        above, twin = found
        kept = [leaf for leaf in _inside(above) if not is_below(leaf.path, absent)]
        if not kept:
            continue  # nothing of the list is on both screens
        height_px = _whole_height(node, kept) * ratio
        is_last = all(leaf.bounds.top < node.bounds.top for leaf in kept)
        is_first = all(leaf.bounds.bottom > node.bounds.bottom for leaf in kept)
        is_cut_below = is_last and _room_below(twin, instead) < height_px
        is_cut_above = is_first and _room_above(twin, instead) < height_px
        if is_cut_below or is_cut_above or ((is_last or is_first) and _is_a_strip(node, above)):
            yield edit


def _is_a_strip(node: Node, above: Node) -> bool:
    """The edge of a row of which the list shows so little that it says nothing: nobody can tell which row it is."""
    touches = node.bounds.bottom >= above.bounds.bottom or node.bounds.top <= above.bounds.top
    return touches and not any(part.text or part.content_desc for part in node.walk())


def list_around(node: Node, parents: dict[Node, Node], has: Tree, lacks: Tree) -> tuple[Node, Node] | None:
    """The nearest list around `node`, and the same one of the other screen, which has more than it shows."""
    above = parents.get(node)
    while above is not None:
        twin = twin_of(above, has, lacks)
        if twin is not None and twin.scrollable:
            return above, twin
        above = parents.get(above)
    return None


def twin_of(node: Node, has: Tree, lacks: Tree) -> Node | None:
    """The same element on the other screen: by its id, else by its kind and number."""
    if node.resource_id:
        named = [other for other in lacks.walk() if other.resource_id == node.resource_id]
        return named[0] if len(named) == 1 else None
    ours = [other for other in has.walk() if other.class_name == node.class_name]
    theirs = [other for other in lacks.walk() if other.class_name == node.class_name]
    return theirs[ours.index(node)] if len(ours) == len(theirs) else None


def _inside(above: Node) -> list[Node]:
    """The elements in the list that say something or can be touched."""
    return [part for part in above.walk() if part is not above and not part.bounds.is_empty and _counts(part)]


def _counts(node: Node) -> bool:
    return not node.scrollable and (node.is_informative or node.clickable or node.checkable)


def _whole_height(node: Node, kept: Sequence[Node]) -> int:
    """The height of a row that may be clipped: at least that of its like on both screens."""
    like = sorted(leaf.bounds.height for leaf in kept if leaf.class_name == node.class_name)
    return max(node.bounds.height, like[len(like) // 2] if like else 0)


def _room_below(above: Node, instead: Sequence[str]) -> int:
    """From the last element that both screens show to the list's end, px."""
    bottoms = (part.bounds.bottom for part in _inside(above) if not is_below(part.path, instead))
    return above.bounds.bottom - max(bottoms, default=above.bounds.top)


def _room_above(above: Node, instead: Sequence[str]) -> int:
    tops = (part.bounds.top for part in _inside(above) if not is_below(part.path, instead))
    return min(tops, default=above.bounds.bottom) - above.bounds.top
