"""The target by a label beside it: the first text field below 'User name'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gui_rec.model.geometry import Rect
from gui_rec.model.selector import Relation
from gui_rec.model.step import Target
from gui_rec.replayer.looks import Look
from gui_rec.ui.canonical import role_of
from gui_rec.ui.matching import lies
from gui_rec.ui.tree import Node

_RELATIONS = (Relation.BELOW, Relation.RIGHT_OF, Relation.LEFT_OF, Relation.ABOVE)


def by_anchor(target: Target, before: Look, seen: Look) -> list[Node]:
    """The elements that lie first beside the label which the target lay first beside; several where two do.

    The label is the nearest text that stands once on either screen. What says other words than the target did is
    not it, unless it is a text field.
    """
    mine = None if before.tree is None else before.tree.at(target.path)
    if mine is None or not mine.is_hittable:
        return []
    for label, relation in _labels(mine, before, seen):
        (there,) = _saying(seen, label.text)
        found = _first(seen, mine, relation, there)
        if found:
            return [node for node in found if _may_be(mine, node)]
    return []


def _labels(mine: Node, before: Look, seen: Look) -> Iterator[tuple[Node, Relation]]:
    """Texts of both screens, each with the side of it on which the target is the first of its kind; nearest first."""
    counts, now = _counts(before), _counts(seen)
    beside = []
    for label in before.nodes():
        if not _is_label(label) or counts[label.text] != 1 or now[label.text] != 1 or _within(mine, label):
            continue
        for relation in _RELATIONS:
            if _first(before, mine, relation, label) == [mine]:
                beside.append((_distance(relation, mine.bounds, label.bounds), label.path, label, relation))
    yield from ((label, relation) for _, _, label, relation in sorted(beside, key=lambda entry: entry[:2]))


def _first(look: Look, mine: Node, relation: Relation, label: Node) -> list[Node]:
    """The nearest elements of the target's kind on that side of the label."""
    role = role_of(mine.class_name)
    near = [
        (_distance(relation, node.bounds, label.bounds), node)
        for node in look.nodes()
        if node.is_hittable and role_of(node.class_name) == role and lies(relation, node.bounds, label.bounds)
    ]
    least = min((distance for distance, _ in near), default=0)
    return [node for distance, node in near if distance == least]


def _distance(relation: Relation, bounds: Rect, label: Rect) -> int:
    gaps = {
        Relation.BELOW: bounds.top - label.bottom,
        Relation.ABOVE: label.top - bounds.bottom,
        Relation.RIGHT_OF: bounds.left - label.right,
        Relation.LEFT_OF: label.left - bounds.right,
    }
    return gaps[relation]


def _is_label(node: Node) -> bool:
    return bool(node.text) and node.is_hittable and not node.is_editable


def _within(mine: Node, label: Node) -> bool:
    """True where one is a part of the other: a button's own words are no label beside it."""
    return f"{label.path}/".startswith(f"{mine.path}/") or f"{mine.path}/".startswith(f"{label.path}/")


def _counts(look: Look) -> Counter[str]:
    return Counter(node.text for node in look.nodes() if _is_label(node))


def _saying(look: Look, text: str) -> list[Node]:
    return [node for node in look.nodes() if _is_label(node) and node.text == text]


def _may_be(mine: Node, node: Node) -> bool:
    said, says = (mine.text, mine.content_desc), (node.text, node.content_desc)
    return mine.is_editable or not any(said) or not any(says) or said == says
