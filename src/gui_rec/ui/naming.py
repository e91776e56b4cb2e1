"""The shortest selector that names a node alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from gui_rec.model.selector import Relation, Selector
from gui_rec.ui.matching import find_all, lies
from gui_rec.ui.tree import Node, Tree

_MAX_ANCHORS = 8
_SIDES = (Relation.RIGHT_OF, Relation.BELOW, Relation.LEFT_OF, Relation.ABOVE)


def selector_for(tree: Tree, node: Node) -> Selector | None:
    """The first of these that matches `node` and nothing else: id, text, description, pairs of them, class,
    a relation to a labelled neighbour, and last an index among equals.

    What is typed into a field is no name for it, so texts of fields come after everything but the index and
    passwords are never used. None where the node could not be seen (see `find_all`).
    """
    if not node.is_hittable:
        return None
    names = _Names.of(node)
    # Neighbours cost a look at every node; most nodes have a name of their own.
    for selector in chain(names.alone(), _near_ones(tree, node, names), names.typed(node)):
        if find_all(tree, selector) == [node]:
            return selector
    return _by_index(tree, node, names)


@dataclass(frozen=True, slots=True)
class _Names:
    """A node's usable names; None where it has none of the kind."""

    rid: str | None
    text: str | None
    desc: str | None
    cls: str | None

    @classmethod
    def of(cls, node: Node) -> _Names:
        is_typed = node.is_editable or node.password
        return cls(
            rid=node.resource_id or None,
            text=None if is_typed else node.text or None,
            desc=node.content_desc or None,
            cls=node.class_name or None,
        )

    def alone(self) -> Iterator[Selector]:
        rid, text, desc, cls = self.rid, self.text, self.desc, self.cls
        if rid:
            yield Selector(resource_id=rid)
        if text:
            yield Selector(text=text)
        if desc:
            yield Selector(content_desc=desc)
        if rid and text:
            yield Selector(resource_id=rid, text=text)
        if rid and desc:
            yield Selector(resource_id=rid, content_desc=desc)
        if text and desc:
            yield Selector(text=text, content_desc=desc)
        if cls and (rid or text or desc):
            yield Selector(class_name=cls, resource_id=rid, text=text, content_desc=desc)
        if cls:
            yield Selector(class_name=cls)

    def typed(self, node: Node) -> Iterator[Selector]:
        if node.is_editable and not node.password and node.text:
            yield Selector(text=node.text)
            yield Selector(text=node.text, class_name=self.cls, resource_id=self.rid)

    def base(self) -> Selector | None:
        """All stable names together, the most telling one first."""
        if not (self.rid or self.text or self.desc or self.cls):
            return None
        if self.rid:
            return Selector(resource_id=self.rid)
        if self.text or self.desc:
            return Selector(text=self.text, content_desc=self.desc)
        return Selector(class_name=self.cls)


def _near_ones(tree: Tree, node: Node, names: _Names) -> Iterator[Selector]:
    base = names.base()
    if base is None:
        return
    for relation, anchor in (*_ancestors(tree, node), *_neighbours(tree, node)):
        yield Selector(
            text=base.text,
            content_desc=base.content_desc,
            resource_id=base.resource_id,
            class_name=base.class_name,
            near=(relation, anchor),
        )


def _ancestors(tree: Tree, node: Node) -> Iterator[tuple[Relation, Selector]]:
    parts = node.path.split("/")
    for length in range(len(parts) - 1, 0, -1):
        ancestor = tree.at("/".join(parts[:length]))
        if ancestor is not None and (ancestor.resource_id or ancestor.content_desc):
            yield Relation.INSIDE, _label(ancestor)


def _neighbours(tree: Tree, node: Node) -> list[tuple[Relation, Selector]]:
    """Labels beside `node`, the nearest first, that are the only ones of their text."""
    labels = [
        other
        for other in tree.walk()
        if other is not node and other.is_hittable and (other.text or other.content_desc)
        and not (other.is_editable or other.password)
    ]  # fmt: skip
    counts = Counter((other.text, other.content_desc) for other in labels)
    found: list[tuple[int, Relation, Selector]] = []
    for other in labels:
        if counts[(other.text, other.content_desc)] == 1:
            for relation in _SIDES:
                if lies(relation, node.bounds, other.bounds):
                    found.append((_gap(relation, node, other), relation, _text_label(other)))
    found.sort(key=lambda entry: entry[0])
    return [(relation, selector) for _, relation, selector in found[:_MAX_ANCHORS]]


def _gap(relation: Relation, node: Node, other: Node) -> int:
    if relation is Relation.BELOW:
        return node.bounds.top - other.bounds.bottom
    if relation is Relation.ABOVE:
        return other.bounds.top - node.bounds.bottom
    if relation is Relation.RIGHT_OF:
        return node.bounds.left - other.bounds.right
    return other.bounds.left - node.bounds.right


def _label(node: Node) -> Selector:
    return (
        Selector(resource_id=node.resource_id)
        if node.resource_id
        else Selector(content_desc=node.content_desc)
    )


def _text_label(node: Node) -> Selector:
    return Selector(text=node.text) if node.text else Selector(content_desc=node.content_desc)


def _by_index(tree: Tree, node: Node, names: _Names) -> Selector | None:
    base = names.base()
    if base is None:
        return None
    found = find_all(tree, base)
    return Selector(
        text=base.text,
        content_desc=base.content_desc,
        resource_id=base.resource_id,
        class_name=base.class_name,
        index=next(place for place, other in enumerate(found) if other is node),
    )
