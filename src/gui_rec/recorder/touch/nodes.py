"""Which input node is the touch screen.

Phones list fingerprint readers, pens, keypads and second screens beside it, and an emulator eleven equal
nodes of which the lowest drives the display. Each node gets a score and the best one is taken; the
weights follow minitouch's published heuristics. A score is a guess: the first real touch confirms it or
shows another node (`gui_rec.recorder.touch.ears`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from gui_rec.device._api import TouchNode
from gui_rec.errors import ActionUnsupportedError

_SIDE_NAMES = re.compile(
    r"key|_side|_fp|fingerprint|pen\b|digitizer|stylus|sub_|touchpad|trackpad|\bpad\b", re.IGNORECASE
)


def score(node: TouchNode) -> float:
    """How much `node` looks like the touch screen; below 0 it cannot be one."""
    width, height = node.max_x - node.min_x, node.max_y - node.min_y
    if width <= 0 or height <= 0 or not node.finger:
        return -1.0
    points = math.sqrt(width * height) / 100
    if node.direct:
        points += 10_000
    if node.slots:
        points += 1_000 + node.slots
    if node.pen or _SIDE_NAMES.search(node.name):
        points -= 9_000
    return points


def choose(nodes: Sequence[TouchNode]) -> TouchNode:
    """The touch screen among `nodes`; of equals the one with the lowest number.

    Raises ActionUnsupportedError when there is none.
    """
    usable = [node for node in nodes if score(node) >= 0]
    if not usable:
        seen = ", ".join(node.path for node in nodes) or "none"
        raise ActionUnsupportedError(
            f"touch recording: expected a touch panel among the input nodes, got {seen}"
        )
    return min(usable, key=lambda node: (-score(node), _number(node.path), node.path))


def _number(path: str) -> int:
    match = re.search(r"(\d+)$", path)
    return int(match[1]) if match else 1 << 30
