"""The target by its picture: the recorded crop, found once on the screen as it is now."""

from __future__ import annotations

from gui_rec.model.geometry import Rect
from gui_rec.model.step import Target
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import is_whole_png
from gui_rec.ui.matching import node_at
from gui_rec.ui.tree import Node
from gui_rec.vision.template import find

LEAST = 0.9
CONFIDENCE = 0.5
_LARGEST_SHARE = 0.25


def by_crop(target: Target, before: Look, seen: Look) -> list[Node]:
    """The element under the one place that looks like the target; none where there are none or several places, or
    where what lies there says other words.
    """
    place = _place(target, before, seen)
    if place is None or seen.tree is None:
        return []
    node, _ = node_at(seen.tree, place.center)
    if node is None or not _says_no_other(target, node) or not _fits(node.bounds, place):
        return []
    return [node]


def _place(target: Target, before: Look, seen: Look) -> Rect | None:
    a, b, size = before.seen.screenshot, seen.seen.screenshot, seen.seen.size
    if a is None or b is None or size is None or before.seen.size != size:
        return None
    if target.bounds_px.area > _LARGEST_SHARE * size.width_px * size.height_px:
        return None
    if not (is_whole_png(a) and is_whole_png(b)):
        return None
    places = find(a, target.bounds_px, b, LEAST)
    return places[0][0] if len(places) == 1 else None


def _says_no_other(target: Target, node: Node) -> bool:
    said, says = (target.text or "", target.content_desc or ""), (node.text, node.content_desc)
    return not any(said) or not any(says) or said == says


def _fits(bounds: Rect, place: Rect) -> bool:
    """The element is about what was found, not the page behind it."""
    shared = bounds.intersect(place).area
    return shared > 0.5 * max(bounds.area, place.area)
