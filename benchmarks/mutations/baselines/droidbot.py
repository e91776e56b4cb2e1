"""A state string as DroidBot's: a hash of the activity and the set of its views.

A view counts by class, id, text (none above 50 characters), and whether it is enabled, checked and selected.
A set knows neither order nor number, and descriptions are left out.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from gui_rec.model.observation import Observation
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Node

_LONGEST_TEXT = 50


def _signature(node: Node) -> str:
    text = node.text if node.text and len(node.text) <= _LONGEST_TEXT else None
    flags = [
        name
        for name, on in (("enabled", node.enabled), ("checked", node.checked), ("selected", node.selected))
        if on
    ]
    return f"[class]{node.class_name}[resource_id]{node.resource_id or None}[text]{text}[{','.join(flags)}]"


def state_string(seen: Observation) -> str:
    """The hash that names a state."""
    nodes = () if seen.ui_xml is None else parse_hierarchy(seen.ui_xml).walk()
    views = sorted({_signature(node) for node in nodes})
    said = f"{seen.package}/{seen.activity}{{{';'.join(views)}}}"
    return hashlib.md5(said.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


@dataclass(frozen=True)
class DroidBot:
    """Alarm for another state."""

    name: str = "DroidBot-like state"
    threshold: float = 0

    def score(self, recorded: Observation, seen: Observation) -> float:
        return float(state_string(recorded) != state_string(seen))
