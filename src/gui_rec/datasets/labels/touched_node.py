"""`touched_node` (R5): the smallest node around the touched place that takes a touch, as a JSON object."""

from __future__ import annotations

import json
from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled
from gui_rec.datasets.labels.in_target import clickable_at


class TouchedNode:
    """One value a step that touched such a node; the bounds are px of the screen before it."""

    name = "touched_node"
    meaning = "the smallest node around the touched place that takes a touch, as a JSON object"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for step in episode.steps:
            node = clickable_at(step)
            if node is not None:
                said = {
                    "path": node.path,
                    "resource_id": node.resource_id or None,
                    "class_name": node.class_name,
                    "bounds_px": node.bounds.as_tuple(),
                }
                yield Labelled(step.index, json.dumps(said, ensure_ascii=False), "rule:touched_node", 1.0)


LABELLER = TouchedNode()
