"""By what the nodes of a page can be named, counted once."""

from __future__ import annotations

from collections import Counter

from gui_rec.model.selector import Selector
from gui_rec.ui.tree import Node, Tree


class Names:
    """How many nodes that could be seen have each id, text and description."""

    def __init__(self, tree: Tree) -> None:
        nodes = [node for node in tree.walk() if node.is_hittable]
        self.rids = Counter(node.resource_id for node in nodes)
        self.texts = Counter(node.text for node in nodes)
        self.descs = Counter(node.content_desc for node in nodes)

    def count(self, selector: Selector) -> int:
        """How many nodes match a selector of an id, a text or a description alone."""
        if selector.resource_id is not None:
            return self.rids[selector.resource_id]
        if selector.text is not None:
            return self.texts[selector.text]
        return self.descs[selector.content_desc or ""]

    def alone(self, node: Node) -> Selector | None:
        """The id, the description or the text that only this node has; None where it has no such name.

        What is typed into a field is no name for it.
        """
        if node.resource_id and self.rids[node.resource_id] == 1:
            return Selector(resource_id=node.resource_id)
        if node.content_desc and self.descs[node.content_desc] == 1:
            return Selector(content_desc=node.content_desc)
        is_typed = node.is_editable or node.password
        return Selector(text=node.text) if node.text and not is_typed and self.texts[node.text] == 1 else None
