"""Matching as LlamaTouch's evaluator does it, with a bag of words in place of its sentence embedding.

The screens match where the cosine of their simplified HTML is above 0.85, and the essential element of the
recorded screen (here the target of the next step) is on the seen one with 14 equal attributes. An element
that says nothing matches by an `average_hash` of its crop that differs in at most one bit. The activity is
compared by `in`. A hierarchy that is absent matches, as it does there.
"""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from dataclasses import dataclass

import imagehash
from PIL import Image

from gui_rec.model.observation import Observation
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Node, Tree

_LEAST_COSINE = 0.85
_MOST_BITS = 1
_WORD = re.compile(r"\w+")
_TAGS = {
    "EditText": "input",
    "Button": "button",
    "ImageView": "img",
    "CheckBox": "checkbox",
    "Switch": "switch",
}


def simplified(tree: Tree) -> str:
    """The screen as HTML of its leaves and of what can be pressed."""
    return "\n".join(_element(node) for node in tree.walk() if not node.children or node.clickable)


def _element(node: Node) -> str:
    tag = _TAGS.get(node.class_name.rpartition(".")[2], "p")
    return f'<{tag} id="{node.resource_id.rpartition("/")[2]}" alt="{node.content_desc}">{node.text}</{tag}>'


def cosine(first: str, second: str) -> float:
    """Of the two bags of words."""
    one, other = Counter(_WORD.findall(first.lower())), Counter(_WORD.findall(second.lower()))
    length = math.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return sum(one[word] * other[word] for word in one) / length if length else 0.0


def _attributes(node: Node) -> tuple[object, ...]:
    return (
        node.class_name, node.resource_id, node.text, node.content_desc, node.package, node.checkable, node.checked,
        node.clickable, node.enabled, node.focusable, node.scrollable, node.long_clickable, node.password, node.selected,
    )  # fmt: skip


def _crop(png: bytes, node: Node) -> imagehash.ImageHash:
    with Image.open(io.BytesIO(png)) as image:
        return imagehash.average_hash(image.convert("RGB").crop(node.bounds.as_tuple()))


@dataclass(frozen=True)
class LlamaTouch:
    """1 for an alarm, 0 for none."""

    name: str = "LlamaTouch-like"
    threshold: float = 0

    def score(self, recorded: Observation, seen: Observation) -> float:
        if recorded.ui_xml is None or seen.ui_xml is None:
            return 0.0
        if (recorded.activity or "") not in (seen.activity or ""):
            return 1.0
        before, after = parse_hierarchy(recorded.ui_xml), parse_hierarchy(seen.ui_xml)
        if cosine(simplified(before), simplified(after)) <= _LEAST_COSINE:
            return 1.0
        return float(not all(self._has(node, recorded, seen, after) for node in _essential(before)))

    def _has(self, wanted: Node, recorded: Observation, seen: Observation, tree: Tree) -> bool:
        nodes = [node for node in tree.walk() if not node.bounds.is_empty]
        if wanted.text or wanted.content_desc:
            return any(_attributes(node) == _attributes(wanted) for node in nodes)
        if recorded.screenshot is None or seen.screenshot is None:
            return True
        mine = _crop(recorded.screenshot, wanted)
        alike = (node for node in nodes if node.class_name == wanted.class_name and not node.children)
        return any(mine - _crop(seen.screenshot, node) <= _MOST_BITS for node in alike)


def _essential(tree: Tree) -> list[Node]:
    """Fields and what can be ticked: the elements that tasks are about."""
    return [node for node in tree.walk() if node.is_editable or node.checkable]
