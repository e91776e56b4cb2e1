"""The element that the recorded target has become, by aligning both hierarchies."""

from __future__ import annotations

from gui_rec.model.step import Target
from gui_rec.replayer.looks import Look
from gui_rec.ui.align import align
from gui_rec.ui.canonical import CanonicalNode, canonical, walk
from gui_rec.ui.tree import Node

_ROW_OVERLAP = 0.5


def aligned(target: Target, before: Look, seen: Look) -> list[Node]:
    """The target's counterpart; none where the alignment has none, or only one that shares neither id nor words.

    An element without id and words is taken for its counterpart by place alone, if that says nothing either. In a
    list an id is no sign, since every row has it, and a place is none, since it scrolls: the row must say the same.
    """
    if before.tree is None or seen.tree is None:
        return []
    old, new = canonical(before.tree), canonical(seen.tree)
    mine = next((node for node in walk(old) if node.node.path == target.path), None)
    other = None if mine is None else align(old, new).to_after.get(mine)
    if mine is None or other is None or other.role != mine.role:
        return []
    row, other_row = row_of(before, mine.node), row_of(seen, other.node)
    if row is None or other_row is None:
        return [other.node] if _is_alike(mine, other) else []
    return [other.node] if same_row(mine.node, row, other.node, other_row) else []


def row_of(look: Look, node: Node) -> Node | None:
    """The row of the nearest list around `node` that it is in; None outside of lists."""
    if look.tree is None:
        return None
    parts = node.path.split("/")
    chain = [look.tree.at("/".join(parts[:depth])) for depth in range(1, len(parts) + 1)]
    for depth in range(len(chain) - 2, -1, -1):
        above = chain[depth]
        if above is not None and above.scrollable:
            # A ScrollView's one child holds all there is; its parts are the rows.
            is_holder = len(above.children) == 1 and depth + 2 < len(chain)
            return chain[depth + 2] if is_holder else chain[depth + 1]
    return None


def same_row(mine: Node, row: Node, other: Node, other_row: Node) -> bool:
    """Whether two elements of rows are one: by their words, else by those of their rows."""
    said, says = (mine.text, mine.content_desc), (other.text, other.content_desc)
    if any(said) or any(says):
        return said == says or (mine.is_editable and _overlap(row, other_row) >= _ROW_OVERLAP)
    return _overlap(row, other_row) >= _ROW_OVERLAP


def _overlap(row: Node, other: Node) -> float:
    """Share of the words that both rows say; two rows without words are alike."""
    words, others = _words(row), _words(other)
    both = words | others
    return len(words & others) / len(both) if both else 1.0


def _words(row: Node) -> frozenset[str]:
    return frozenset(
        text for node in row.walk() if not node.is_editable for text in (node.text, node.content_desc) if text
    )


def _is_alike(mine: CanonicalNode, other: CanonicalNode) -> bool:
    said, says = (mine.text, mine.desc), (other.text, other.desc)
    if mine.rid:
        return mine.rid == other.rid or (any(said) and said == says)
    if any(said):
        return said == says
    return not other.rid and not any(says)
