"""An observation together with what its hierarchy and its picture say."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from gui_rec.capture.target import focused_node
from gui_rec.errors import HierarchyError
from gui_rec.model.flags import MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation, StateKey
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Node, Tree

USABLE_NODES = 3
"""A screen whose hierarchy has fewer nodes with a text, description or id is opaque: pixels only."""


@lru_cache(maxsize=64)
def _tree_of(xml: str) -> Tree | None:
    try:
        return parse_hierarchy(xml)
    except HierarchyError:
        return None


@lru_cache(maxsize=8)
def _informative(tree: Tree) -> int:
    return tree.informative_count


@dataclass(frozen=True, slots=True)
class Place:
    """An element of the seen screen that differs, in words, and its bounds in px."""

    label: str
    bounds: Rect


@dataclass(frozen=True, slots=True)
class Look:
    """An observation as a check sees it. `tree` is None where no hierarchy could be read."""

    seen: Observation
    tree: Tree | None = field(repr=False, default=None)

    @classmethod
    def of(cls, observation: Observation) -> Look:
        """Parse the observation's hierarchy; a damaged one counts as absent."""
        return cls(observation, None if observation.ui_xml is None else _tree_of(observation.ui_xml))

    @property
    def key(self) -> StateKey | None:
        return self.seen.state_key

    @property
    def informative(self) -> int:
        """Nodes of some area that carry a text, description or id."""
        return 0 if self.tree is None else _informative(self.tree)

    @property
    def is_opaque(self) -> bool:
        """True when the hierarchy is absent or says next to nothing."""
        return self.informative < USABLE_NODES

    @property
    def is_withheld(self) -> bool:
        """True for a screen of which only the app is known, since a mask rule withholds all of that app."""
        hidden = any(
            item.column == "ui_xml" and item.reason is MissingReason.MASKED for item in self.seen.missing
        )
        return hidden and not self.seen.is_usable

    def nodes(self) -> tuple[Node, ...]:
        """All nodes in document order; none without a hierarchy."""
        return () if self.tree is None else tuple(self.tree.walk())

    def texts(self) -> tuple[str, ...]:
        """Texts and descriptions of the nodes that have an area."""
        visible = (node for node in self.nodes() if not node.bounds.is_empty)
        return tuple(text for node in visible for text in (node.text, node.content_desc) if text)


def focused(look: Look) -> Node | None:
    """The element with the input focus: a text field before others, since lists and pages claim it too."""
    return None if look.tree is None else focused_node(look.tree)


def attention(look: Look) -> tuple[bool | None, str | None]:
    """Whether the keyboard is up, and which element has the input focus: what a tap on a field changes
    although the state key stays the same.
    """
    node = focused(look)
    return look.seen.facts.keyboard, None if node is None else node.resource_id or node.path


def only_attention_moves(before: Look, after: Look) -> bool:
    """True for a transition that moves focus or keyboard and changes nothing else."""
    return same_state(before, after) and attention(before) != attention(after)


def same_state(a: Look, b: Look) -> bool:
    """True when both have a key and the keys are equal; two unknown states are never the same."""
    return a.key is not None and a.key == b.key
