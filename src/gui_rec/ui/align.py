"""Which node of one canonical tree is which of another.

Whole subtrees that are unique and equal on both sides are matched first, then children of matched parents
by equality, by text, by overlap of content and last by position; positions are trusted only outside scroll
containers or where the place within the matched parent is the same, since a row that scrolled in must not
be taken for the one that scrolled out.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

from gui_rec.model.geometry import Rect
from gui_rec.ui.canonical import CanonicalNode, walk
from gui_rec.ui.sequence import common
from gui_rec.ui.state_key import digests

Roots = tuple[CanonicalNode, ...]
Key = Callable[[CanonicalNode], Hashable]
Word = tuple[str, str]

_MIN_OVERLAP = 0.3
_SURE_OVERLAP = 0.5
_SAME_PLACE_IOU = 0.9
_MAX_USES_OF_A_WORD = 20


@dataclass(slots=True)
class Alignment:
    """Pairs of nodes, and each side's parents (roots have none)."""

    to_after: dict[CanonicalNode, CanonicalNode] = field(default_factory=dict)
    to_before: dict[CanonicalNode, CanonicalNode] = field(default_factory=dict)
    parents_before: dict[CanonicalNode, CanonicalNode] = field(default_factory=dict)
    parents_after: dict[CanonicalNode, CanonicalNode] = field(default_factory=dict)

    def pair(self, before: CanonicalNode, after: CanonicalNode) -> None:
        self.to_after[before] = after
        self.to_before[after] = before


def align(before: Roots, after: Roots) -> Alignment:
    """The alignment of two canonical forests; no node is in more than one pair."""
    return _Aligner(before, after).run()


def parents_of(roots: Roots) -> dict[CanonicalNode, CanonicalNode]:
    """Child -> parent."""
    return {child: node for node in walk(roots) for child in node.children}


class _Aligner:
    def __init__(self, before: Roots, after: Roots) -> None:
        self._before, self._after = before, after
        self._whole = {
            node: levels[2] for roots in (before, after) for node, levels in digests(roots).items()
        }
        self._result = Alignment(parents_before=parents_of(before), parents_after=parents_of(after))
        self._queue: deque[tuple[Roots, Roots, bool, Rect | None, Rect | None]] = deque()

    def run(self) -> Alignment:
        self._pair_unique(self._whole.__getitem__, whole=True)
        self._queue.append((self._before, self._after, False, None, None))
        self._drain()
        self._pair_unique(lambda node: _said(node) if node.text or node.desc else None)
        self._drain()
        self._pair_unique(
            lambda node: (node.role, node.rid) if node.rid and not self._scrolls(node) else None
        )
        self._drain()
        return self._result

    def _drain(self) -> None:
        while self._queue:
            self._children(*self._queue.popleft())

    def _children(
        self,
        before: Roots,
        after: Roots,
        scrolls: bool,
        origin_before: Rect | None,
        origin_after: Rect | None,
    ) -> None:
        self._by_sequence(before, after, self._whole.__getitem__, scrolls, whole=True)
        self._by_sequence(
            before, after, lambda node: _said(node) if node.text or node.desc else None, scrolls
        )
        self._by_content(before, after, scrolls)
        if scrolls:
            self._by_place(before, after, origin_before, origin_after)
        else:
            for key in (
                _slot,
                lambda node: node.role,
                lambda node: (node.text, node.desc) if node.text else None,
            ):
                self._by_sequence(before, after, key, scrolls)

    def _free(
        self, nodes: Iterable[CanonicalNode], side: dict[CanonicalNode, CanonicalNode]
    ) -> list[CanonicalNode]:
        return [node for node in nodes if node not in side]

    def _by_sequence(
        self, before: Roots, after: Roots, key: Key, scrolls: bool, *, whole: bool = False
    ) -> None:
        left = [node for node in self._free(before, self._result.to_after) if key(node) is not None]
        right = [node for node in self._free(after, self._result.to_before) if key(node) is not None]
        for i, j in common([key(node) for node in left], [key(node) for node in right]):
            if whole:
                self._pair_whole(left[i], right[j])
            else:
                self._pair(left[i], right[j], scrolls)

    def _by_content(self, before: Roots, after: Roots, scrolls: bool) -> None:
        left, right = _telling_words(before, after, 1 if scrolls else _MAX_USES_OF_A_WORD)
        users: dict[Word, list[CanonicalNode]] = defaultdict(list)
        for node in self._free(after, self._result.to_before):
            for word in right[node]:
                users[word].append(node)
        scored = []
        for place, node in enumerate(self._free(before, self._result.to_after)):
            near = dict.fromkeys(other for word in sorted(left[node]) for other in users[word])
            for rank, other in enumerate(near):
                overlap = len(left[node] & right[other]) / len(left[node] | right[other])
                if overlap >= _MIN_OVERLAP and other.role == node.role:
                    scored.append((-overlap, place, rank, node, other))
        for score, _, _, node, other in sorted(scored, key=lambda entry: entry[:3]):
            if node in self._result.to_after or other in self._result.to_before:
                continue
            if not scrolls or -score >= _SURE_OVERLAP or not self._crosses(before, after, node, other):
                self._pair(node, other, scrolls)

    def _crosses(self, before: Roots, after: Roots, node: CanonicalNode, other: CanonicalNode) -> bool:
        """True where this pair would change places with a pair of the same list.

        A row that leaves at one end and one that comes in at the other cross all rows that stay.
        """
        places = {row: place for place, row in enumerate(after)}
        here, there = before.index(node), places[other]
        kept = (
            (place, places[self._result.to_after[row]])
            for place, row in enumerate(before)
            if self._result.to_after.get(row) in places
        )
        return any((old < here) != (new < there) for old, new in kept)

    def _by_place(
        self, before: Roots, after: Roots, origin_before: Rect | None, origin_after: Rect | None
    ) -> None:
        left = self._free(before, self._result.to_after)
        right: dict[tuple[str, str], list[tuple[CanonicalNode, Rect]]] = defaultdict(list)
        for other in self._free(after, self._result.to_before):
            right[_slot(other)].append((other, _within(other, origin_after)))
        slots = Counter(map(_slot, left))
        for node in left:
            mine, rivals = _within(node, origin_before), right[_slot(node)]
            is_only = bool(node.rid) and slots[_slot(node)] == len(rivals) == 1
            for other, theirs in rivals:
                is_here = _iou(mine, theirs) > _SAME_PLACE_IOU or (is_only and _same_corner(mine, theirs))
                is_free = is_here and other not in self._result.to_before
                if is_free and not self._crosses(before, after, node, other):
                    self._pair(node, other, scrolls=True)
                    break

    def _pair_unique(self, key: Key, *, whole: bool = False) -> None:
        """Pair free nodes whose key no other node of their whole side has."""
        left, right = walk(self._before), walk(self._after)
        counts_left, counts_right = Counter(map(key, left)), Counter(map(key, right))
        where = {key(node): node for node in right}
        for node in left:
            name = key(node)
            if name is None or counts_left[name] != 1 or counts_right[name] != 1:
                continue
            other = where[name]
            if node in self._result.to_after or other in self._result.to_before:
                continue
            if whole:
                self._pair_whole(node, other)
            else:
                self._pair(node, other, scrolls=self._scrolls(node))

    def _pair_whole(self, before: CanonicalNode, after: CanonicalNode) -> None:
        """Two equal subtrees, node by node; what is paired already stays."""
        for one, other in zip(walk((before,)), walk((after,)), strict=True):
            if one not in self._result.to_after and other not in self._result.to_before:
                self._result.pair(one, other)

    def _pair(self, before: CanonicalNode, after: CanonicalNode, scrolls: bool) -> None:
        self._result.pair(before, after)
        self._descend(before, after, scrolls)

    def _descend(self, before: CanonicalNode, after: CanonicalNode, scrolls: bool) -> None:
        inside = scrolls or before.node.scrollable or after.node.scrollable
        if before.children or after.children:
            self._queue.append(
                (before.children, after.children, inside, before.node.bounds, after.node.bounds)
            )

    def _scrolls(self, node: CanonicalNode) -> bool:
        """True inside a scroll container, on either side."""
        for parents in (self._result.parents_before, self._result.parents_after):
            above = parents.get(node)
            while above is not None:
                if above.node.scrollable:
                    return True
                above = parents.get(above)
        return False


def _slot(node: CanonicalNode) -> tuple[str, str]:
    return (node.role, node.rid)


def _said(node: CanonicalNode) -> tuple[str, str, str, str]:
    return (node.role, node.rid, node.text, node.desc)


def _telling_words(
    before: Roots, after: Roots, most_uses: int
) -> tuple[dict[CanonicalNode, frozenset[Word]], dict[CanonicalNode, frozenset[Word]]]:
    """Each node's words without those that more than `most_uses` siblings of one side say.

    What every row of a list says is no sign that two rows are one.
    """
    sides = [{node: _words(node) for node in nodes} for nodes in (before, after)]
    counts = [Counter(word for words in side.values() for word in words) for side in sides]
    usual = {word for count in counts for word, uses in count.items() if uses > most_uses}
    left, right = ({node: words - usual for node, words in side.items()} for side in sides)
    return left, right


def _words(node: CanonicalNode) -> frozenset[Word]:
    """What is said in a subtree: (id, text or description)."""
    return frozenset((part.rid, part.text or part.desc) for part in walk((node,)) if part.text or part.desc)


def _within(node: CanonicalNode, origin: Rect | None) -> Rect:
    bounds = node.node.bounds
    if origin is None:
        return bounds
    return Rect(
        bounds.left - origin.left,
        bounds.top - origin.top,
        bounds.right - origin.left,
        bounds.bottom - origin.top,
    )


def _same_corner(first: Rect, second: Rect) -> bool:
    return (first.left, first.top) == (second.left, second.top)


def _iou(first: Rect, second: Rect) -> float:
    shared = first.intersect(second).area
    union = first.area + second.area - shared
    return shared / union if union else 0.0
