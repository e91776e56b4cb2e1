"""Which node an action aims at, in the hierarchy it was aimed by."""

from __future__ import annotations

from gui_rec.model.actions import Action, Type, target_point
from gui_rec.model.flags import MissingReason
from gui_rec.model.geometry import to_px
from gui_rec.model.observation import Observation
from gui_rec.model.step import Target
from gui_rec.ui.selectors import node_at, selector_for
from gui_rec.ui.tree import Node, Tree


def find_target(
    seen: Observation, tree: Tree | None, action: Action
) -> tuple[Target | None, MissingReason | None]:
    """The node under the action's point, or the focused one for text without a point.

    Without a target the second half says why; both are None for an action that aims at no place.
    """
    point = target_point(action)
    if point is None and not isinstance(action, Type):
        return None, None
    if tree is None or seen.size is None:
        return None, MissingReason.NO_TREE
    if point is None:
        node, count = focused_node(tree), 1
    else:
        node, count = node_at(tree, to_px(point, seen.size))
    if node is None:
        return None, MissingReason.NO_NODE_UNDER_POINT
    return _target(tree, node, count), None


def focused_node(tree: Tree) -> Node | None:
    """The node with the input focus; a text field first, since lists and pages claim focus too."""
    focused = [node for node in tree.walk() if node.focused]
    fields = [node for node in focused if node.is_editable]
    chosen = fields or focused
    return chosen[-1] if chosen else None


def focused_field(tree: Tree | None) -> Node | None:
    """The text field with the input focus; None where something else has it, or nobody tells."""
    node = None if tree is None else focused_node(tree)
    return node if node is not None and (node.is_editable or node.password) else None


def _target(tree: Tree, node: Node, candidates: int) -> Target:
    return Target(
        selector=selector_for(tree, node),
        bounds_px=node.bounds,
        class_name=node.class_name or None,
        resource_id=node.resource_id or None,
        text=node.text or None,
        content_desc=node.content_desc or None,
        path=node.path,
        candidates=candidates,
    )
