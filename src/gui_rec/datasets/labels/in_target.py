"""`in_target` (R5): the place that was touched lies in an enabled, visible node that a touch could mean.

A container that takes no touch itself is the ground between nodes: a point on nothing else is off target. A
hierarchy that says next to nothing (a game, a canvas) cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer
from gui_rec.datasets.labels.looks import tree_of
from gui_rec.model.actions import DoubleTap, LongPress, Tap, Type, target_point
from gui_rec.model.geometry import to_px
from gui_rec.model.step import Step
from gui_rec.ui.matching import node_at
from gui_rec.ui.tree import Node, Tree

_FEWEST_NODES = 3
_AIMED = (Tap, DoubleTap, LongPress, Type)


class InTarget:
    """One value a step that touches one place."""

    name = "in_target"
    meaning = "the touched place lies in an enabled, visible node that a touch could mean"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for step in episode.steps:
            if isinstance(step.action, _AIMED) and target_point(step.action) is not None:
                yield answer(step.index, hits_target(step), "rule:in_target", 0.95)


def hits_target(step: Step) -> bool | None:
    """None where the hierarchy cannot tell."""
    tree, node = touched(step)
    if tree is None or tree.informative_count < _FEWEST_NODES:
        return None
    if node is None:
        return False
    chain = _upwards(tree, node)
    takes = next((one for one in chain if _takes_touch(one)), None)
    if takes is not None:
        return takes.enabled
    return node.enabled and not node.children


def touched(step: Step) -> tuple[Tree | None, Node | None]:
    """The hierarchy before the step, and the node under the touched place."""
    tree, size, point = tree_of(step.pre), step.pre.size, target_point(step.action)
    if tree is None or size is None or point is None:
        return None, None
    return tree, node_at(tree, to_px(point, size))[0]


def clickable_at(step: Step) -> Node | None:
    """The smallest node at the touched place, itself or around what was hit, that takes a touch."""
    tree, node = touched(step)
    if tree is None or node is None:
        return None
    return next((one for one in _upwards(tree, node) if _takes_touch(one)), None)


def _upwards(tree: Tree, node: Node) -> list[Node]:
    parents, chain = tree.parents(), [node]
    while chain[-1] in parents:
        chain.append(parents[chain[-1]])
    return chain


def _takes_touch(node: Node) -> bool:
    return node.clickable or node.long_clickable or node.checkable or node.is_editable


LABELLER = InTarget()
