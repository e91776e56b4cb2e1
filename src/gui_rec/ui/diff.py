"""What changed between two hierarchies, in edits that a person can read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gui_rec.model.geometry import Rect
from gui_rec.ui.align import Alignment, Roots, align
from gui_rec.ui.canonical import CanonicalNode, canonical, tail_of, walk
from gui_rec.ui.renamed import with_ids_of
from gui_rec.ui.sequence import rising
from gui_rec.ui.state_key import same_state
from gui_rec.ui.tree import Tree
from gui_rec.ui.words import says_error

_LISTS = frozenset(("RecyclerView", "ListView", "ScrollView", "NestedScrollView", "GridView", "ViewPager2"))
_MAX_LABEL_CHARS = 60
_STATES = (("checked", "not checked"), ("selected", "not selected"), ("enabled", "disabled"))


class EditKind(StrEnum):
    """What an edit is about."""

    TEXT = "text"
    DESC = "desc"
    STATE = "state"
    ID = "id"
    ROLE = "role"
    INSERT = "insert"
    DELETE = "delete"
    ORDER = "order"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Edit:
    """One difference.

    `path` and `bounds` (px) are the node's in the later tree, or in the earlier one for a deletion.
    `before` and `after` hold the values that differ (for a subtree: its first text). `label` is the line
    for a person. `hard` edits contradict a recorded state by themselves; soft ones may be scrolling, a
    badge, a renamed id.
    """

    kind: EditKind
    path: str
    label: str
    before: str | None
    after: str | None
    bounds: Rect | None
    hard: bool


def diff(before: Tree, after: Tree) -> list[Edit]:
    """The edits from `before` to `after`, in document order of the kinds' groups; [] for equal states."""
    old, new = canonical(before), canonical(after)
    if same_state(before, after):
        return []
    new = with_ids_of(old, new)
    alignment = align(old, new)
    edits = [edit for node in walk(new) for edit in _slot_edits(node, alignment)]
    edits += [
        _delete(node, alignment)
        for node in walk(old)
        if _is_top(node, alignment.to_after, alignment.parents_before)
    ]
    edits += [
        _insert(node, alignment)
        for node in walk(new)
        if _is_top(node, alignment.to_before, alignment.parents_after)
    ]
    edits += _orders(old, new, alignment)
    return edits


def _slot_edits(node: CanonicalNode, alignment: Alignment) -> Iterator[Edit]:
    old = alignment.to_before.get(node)
    if old is None:
        return
    name = _name(node, alignment)
    firm = not _is_badge(node)
    for kind, was, now, hard in (
        (EditKind.TEXT, old.text, node.text, firm),
        (EditKind.DESC, old.desc, node.desc, firm and _badges(old) == _badges(node)),
        (EditKind.STATE, _state(old, node), _state(node, old), True),
        (EditKind.ID, old.rid, tail_of(node.node.resource_id), False),
        (EditKind.ROLE, old.role, node.role, False),
    ):
        if was != now:
            label = f"{kind} of {name}: {_quoted(was)} -> {_quoted(now)}"
            yield Edit(kind, node.node.path, label, was, now, node.node.bounds, hard)
    if _moved(old, node, alignment):
        label = f"{name} moved to another place in the tree"
        yield Edit(
            EditKind.MOVE, node.node.path, label, old.node.path, node.node.path, node.node.bounds, False
        )


def _moved(old: CanonicalNode, new: CanonicalNode, alignment: Alignment) -> bool:
    above_old, above_new = alignment.parents_before.get(old), alignment.parents_after.get(new)
    if above_old is None or above_new is None:
        return above_old is not above_new
    return alignment.to_after.get(above_old) is not above_new


def _is_top(
    node: CanonicalNode,
    paired: dict[CanonicalNode, CanonicalNode],
    parents: dict[CanonicalNode, CanonicalNode],
) -> bool:
    """True for an unpaired node whose parent is paired or absent: one edit stands for its subtree."""
    above = parents.get(node)
    return node not in paired and (above is None or above in paired)


def _delete(node: CanonicalNode, alignment: Alignment) -> Edit:
    lost = [part for part in walk((node,)) if part not in alignment.to_after]
    matters = any(part.text or _is_interactive(part) for part in lost)
    hard = (
        matters
        and not _is_badge(node)
        and not _left_by_scrolling(node, alignment.to_after, alignment.parents_before)
    )
    said = _first_text(node)
    label = f"{_name(node, None)} is gone" + (f": {_quoted(said)}" if said else "")
    return Edit(EditKind.DELETE, node.node.path, label, said, None, node.node.bounds, hard)


def _insert(node: CanonicalNode, alignment: Alignment) -> Edit:
    gained = [part for part in walk((node,)) if part not in alignment.to_before]
    is_error = any(
        says_error(part.text or part.desc) or "error" in part.rid.lower() for part in gained if part.text
    )
    above = alignment.parents_after.get(node)
    is_row = above is not None and (above.node.scrollable or _is_one_of_many(node, above))
    came = _is_news(node, alignment)
    said = _first_text(node)
    label = f"{_name(node, None)} is new" + (f": {_quoted(said)}" if said else "")
    hard = is_error or (is_row and not came)
    return Edit(EditKind.INSERT, node.node.path, label, None, said, node.node.bounds, hard)


def _is_news(node: CanonicalNode, alignment: Alignment) -> bool:
    """True for a row that came to an edge of a list, of which no other row is the same."""
    if not _left_by_scrolling(node, alignment.to_before, alignment.parents_after, even_short=True):
        return False
    above = alignment.parents_after.get(node)
    said = _words(node)
    return above is None or not any(
        other is not node and said and _words(other) == said for other in above.children
    )


def _says_the_same(one: CanonicalNode, other: CanonicalNode) -> bool:
    said = _words(one)
    return bool(said) and said == _words(other)


def _words(node: CanonicalNode) -> list[tuple[str, str, str]]:
    return [(part.rid, part.text, part.desc) for part in walk((node,)) if part.text or part.desc]


def _is_one_of_many(node: CanonicalNode, above: CanonicalNode) -> bool:
    """True beside a sibling of its own id and role: a row of a list too short to scroll."""
    named = bool(node.rid) and not _is_badge(node)
    return named and any(
        other is not node and (other.rid, other.role) == (node.rid, node.role) for other in above.children
    )


def _left_by_scrolling(
    node: CanonicalNode,
    paired: dict[CanonicalNode, CanonicalNode],
    parents: dict[CanonicalNode, CanonicalNode],
    *,
    even_short: bool = False,
) -> bool:
    """True for a row at an edge of a list whose other rows all moved by one same distance.

    What a clipped row at an edge still says may fit any row, so rows that say the same tell the distance. A list is
    what can be scrolled, or with `even_short` what could be if it held more.
    """
    row, above = node, parents.get(node)
    while above is not None and not (is_list(above) if even_short else above.node.scrollable):
        row, above = above, parents.get(above)
    if above is None:
        return False
    rows = above.children
    kept = [place for place, other in enumerate(rows) if other in paired]
    kept = [place for place in kept if _says_the_same(rows[place], paired[rows[place]])] or kept
    if not kept or kept[0] < rows.index(row) < kept[-1]:
        return False
    shifts = {_shift(rows[place], paired[rows[place]]) for place in kept}
    return len(shifts) == 1 and shifts != {(0, 0)}


def is_list(node: CanonicalNode) -> bool:
    """True for what scrolls, or would if it held more."""
    return node.node.scrollable or node.role in _LISTS


def _shift(one: CanonicalNode, other: CanonicalNode) -> tuple[int, int]:
    """How far the centre line that a clipped edge leaves alone went: the larger shift of either edge."""
    first, second = one.node.bounds, other.node.bounds
    across = max(second.left - first.left, second.right - first.right, key=abs)
    down = max(second.top - first.top, second.bottom - first.bottom, key=abs)
    return (across, down)


def _orders(old: Roots, new: Roots, alignment: Alignment) -> list[Edit]:
    """One edit for each list whose common rows changed places."""
    lists: list[tuple[CanonicalNode | None, Roots]] = [(None, new)]
    lists += [(node, node.children) for node in walk(new) if node in alignment.to_before]
    out = []
    for owner, rows in lists:
        siblings = old if owner is None else alignment.to_before[owner].children
        places = {row: place for place, row in enumerate(siblings)}
        common = [row for row in rows if alignment.to_before.get(row) in places]
        order = [places[alignment.to_before[row]] for row in common]
        still = set(rising(order))
        displaced = [row for place, row in enumerate(common) if place not in still]
        if displaced:
            out.append(_order(owner, displaced, alignment))
    return out


def _order(owner: CanonicalNode | None, displaced: list[CanonicalNode], alignment: Alignment) -> Edit:
    where = "the screen" if owner is None else _name(owner, alignment)
    said = ", ".join(_quoted(_first_text(row) or row.rid or row.role) for row in displaced[:5])
    path = displaced[0].node.path if owner is None else owner.node.path
    bounds = displaced[0].node.bounds if owner is None else owner.node.bounds
    before = " ".join(alignment.to_before[row].node.path for row in displaced)
    after = " ".join(row.node.path for row in displaced)
    return Edit(EditKind.ORDER, path, f"order in {where} changed: {said}", before, after, bounds, True)


def _name(node: CanonicalNode, alignment: Alignment | None) -> str:
    """`price 'Total'`: the id or role, with the caption before it that both trees share."""
    name = node.rid or node.role
    caption = None if alignment is None else _caption(node, alignment)
    return f"{name} {_quoted(caption)}" if caption else name


def _caption(node: CanonicalNode, alignment: Alignment) -> str | None:
    """The nearest text before `node` among its siblings that did not change; None where there is none."""
    above = alignment.parents_after.get(node)
    if above is None:
        return node.desc or None
    place = above.children.index(node)
    for sibling in reversed(above.children[:place]):
        old = alignment.to_before.get(sibling)
        if sibling.text and old is not None and old.text == sibling.text:
            return sibling.text
    return node.desc or None


def _state(node: CanonicalNode, other: CanonicalNode) -> str:
    """The flags of `node` that `other` has otherwise, in words."""
    words = [
        yes if mine else no
        for mine, theirs, (yes, no) in zip(node.flags, other.flags, _STATES, strict=True)
        if mine != theirs
    ]
    return ", ".join(words)


def _first_text(node: CanonicalNode) -> str | None:
    return next((part.text or part.desc for part in walk((node,)) if part.text or part.desc), None)


def _is_interactive(node: CanonicalNode) -> bool:
    source = node.node
    return source.clickable or source.long_clickable or source.checkable or source.is_editable


def _is_badge(node: CanonicalNode) -> bool:
    return "badge" in node.rid.lower() or "badge" in node.role.lower()


def _badges(node: CanonicalNode) -> list[str]:
    """What the badges on it say: its description often says the same in words."""
    return [part.text for part in walk((node,)) if part is not node and _is_badge(part)]


def _quoted(text: str | None) -> str:
    text = text or ""
    return repr(text if len(text) <= _MAX_LABEL_CHARS else text[: _MAX_LABEL_CHARS - 1] + "…")
