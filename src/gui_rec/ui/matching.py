"""Finding nodes by selectors, and the node under a point."""

from __future__ import annotations

from collections.abc import Callable

from gui_rec.model.geometry import PxPoint, Rect
from gui_rec.model.selector import Relation, Selector
from gui_rec.ui.pattern import compiled
from gui_rec.ui.tree import Node, Tree

Test = Callable[[Node], bool]


def find_all(tree: Tree, selector: Selector, *, unseen: bool = False) -> list[Node]:
    """The nodes that match `selector`, in document order; callers decide what none or several mean.

    Only nodes that could be seen count: visible, with some area; with `unseen` all do. `text_matches` must match the whole text.
    `near` holds where its selector names one node alone; without that anchor nothing matches. `index`
    picks one of the matches. Raises InputError for a `text_matches` that is not understood.
    """
    tests = _tests(tree, selector)
    if tests is None:
        return []
    found = [
        node for node in tree.walk() if (unseen or node.is_hittable) and all(test(node) for test in tests)
    ]
    return found if selector.index is None else found[selector.index : selector.index + 1]


def node_at(tree: Tree, px: PxPoint) -> tuple[Node | None, int]:
    """The node a finger at `px` means, and how many nodes lie there.

    It is the smallest one under the point, enabled ones first, then the deepest, then the later one. In a
    tree of windows the topmost window that has a node there decides.
    """
    candidates = [root for root in tree.roots if _has_node_at(root, px)]
    if tree.windows:
        candidates = candidates[:1]
    hits = [
        node for root in candidates for node in root.walk() if node.is_hittable and node.bounds.contains(px)
    ]
    if not hits:
        return None, 0
    depth = {node: node.path.count("/") for node in hits}
    # `min` keeps the first of equals, and later nodes are drawn over earlier ones.
    best = min(reversed(hits), key=lambda node: (not node.enabled, node.bounds.area, -depth[node]))
    return best, len(hits)


def _has_node_at(root: Node, px: PxPoint) -> bool:
    return any(node.is_hittable and node.bounds.contains(px) for node in root.walk())


def _tests(tree: Tree, selector: Selector) -> list[Test] | None:
    """What `selector` asks of a node; None where its anchor is not one node."""
    tests = [*_equalities(selector), *_texts(selector)]
    if selector.near is not None:
        relation, inner = selector.near
        anchors = find_all(tree, inner)
        if len(anchors) != 1:
            return None
        tests.append(_relation_test(relation, anchors[0]))
    return tests


_EQUAL_KEYS = (
    "text", "content_desc", "resource_id", "class_name", "checked", "enabled", "focused", "clickable",
)  # fmt: skip


def _equalities(selector: Selector) -> list[Test]:
    wanted = {key: getattr(selector, key) for key in _EQUAL_KEYS}
    wanted["package"] = selector.package_name
    given = [(key, value) for key, value in wanted.items() if value is not None]
    return [lambda node: all(getattr(node, key) == value for key, value in given)]


def _texts(selector: Selector) -> list[Test]:
    tests: list[Test] = []
    if selector.text_contains is not None:
        part = selector.text_contains
        tests.append(lambda node: part in node.text)
    if selector.content_desc_contains is not None:
        desc_part = selector.content_desc_contains
        tests.append(lambda node: desc_part in node.content_desc)
    if selector.text_matches is not None:
        pattern = compiled(selector.text_matches)
        tests.append(lambda node: pattern.matches(node.text))
    return tests


def _relation_test(relation: Relation, anchor: Node) -> Test:
    if relation is Relation.INSIDE:
        prefix = anchor.path + "/"
        return lambda node: node.path.startswith(prefix)
    return lambda node: node is not anchor and lies(relation, node.bounds, anchor.bounds)


def lies(relation: Relation, bounds: Rect, anchor: Rect) -> bool:
    """Whether `bounds` lie wholly on that side of `anchor` and overlap it along the other axis."""
    shares_columns = bounds.left < anchor.right and anchor.left < bounds.right
    shares_rows = bounds.top < anchor.bottom and anchor.top < bounds.bottom
    if relation is Relation.BELOW:
        return shares_columns and bounds.top >= anchor.bottom
    if relation is Relation.ABOVE:
        return shares_columns and bounds.bottom <= anchor.top
    if relation is Relation.RIGHT_OF:
        return shares_rows and bounds.left >= anchor.right
    if relation is Relation.LEFT_OF:
        return shares_rows and bounds.right <= anchor.left
    return False
