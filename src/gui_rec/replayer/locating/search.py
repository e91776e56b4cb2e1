"""Looks for a target beyond the edge of its list, by a few swipes there.

These swipes are no action of a recording: they are sent in its list only, at most five, and told in the report.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gui_rec.errors import DeviceError, DeviceLostError, DeviceUnavailableError
from gui_rec.model.actions import Swipe
from gui_rec.model.geometry import PxPoint, Rect, ScreenSize, to_unit
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.replayer.locate import Located, NotLocated
from gui_rec.replayer.looks import Look
from gui_rec.ui.canonical import role_of
from gui_rec.ui.tree import Node

MOST_SWIPES = 5
_DURATION_MS = 500
_NEAR, _FAR = 0.25, 0.75


@dataclass(frozen=True, slots=True)
class Searched:
    """Where it ended: the screen, what was found there, and how many swipes were sent."""

    look: Look
    found: Located | NotLocated
    swipes: int

    @property
    def told(self) -> Located | NotLocated:
        """What was found, with the swipes in its words."""
        if not self.swipes:
            return self.found
        words = f"after {self.swipes} searching swipe{'s' if self.swipes > 1 else ''}"
        if isinstance(self.found, Located):
            return replace(self.found, how=f"{self.found.how}, {words}")
        return replace(self.found, detail=f"{self.found.detail}, {words}")


Locate = Callable[[Look], Located | NotLocated]
Send = Callable[[Swipe, Look], Look]


def search(step: Step, seen: Look, first: NotLocated, locate: Locate, send: Send) -> Searched:
    """Swipe in the target's list until it is found, both ends were reached, or five swipes were sent.

    `locate` looks on a screen, `send` sends one swipe and gives the screen at rest after it. A device that refuses the
    swipe ends the search, with its words in what is told. Raises DeviceLostError, DeviceUnavailableError.
    """
    look, found, swipes = seen, first, 0
    forward = not _was_further_down(step, seen)
    turned = False
    while swipes < MOST_SWIPES and found.code is Code.TARGET_NOT_FOUND:
        container = container_of(step, look)
        if container is None or look.seen.size is None:
            break
        try:
            after = send(_swipe(container.bounds, look.seen.size, forward=forward), look)
        except (DeviceLostError, DeviceUnavailableError):
            raise
        except DeviceError as error:
            refused = replace(found, detail=f"{found.detail}; its list could not be swiped: {error}")
            return Searched(look, refused, swipes)
        swipes += 1
        result = locate(after)
        if isinstance(result, Located) or after.key is None:
            return Searched(after, result, swipes)
        if after.key == look.key:
            if turned:
                return Searched(after, result, swipes)
            forward, turned = not forward, True
        look, found = after, result
    return Searched(look, found, swipes)


def container_of(step: Step, seen: Look) -> Node | None:
    """The list on `seen` that the target was in when it was recorded; None where it was in none, or nobody can say."""
    recorded = Look.of(step.pre).tree
    if recorded is None or step.target is None:
        return None
    parts = step.target.path.split("/")
    above = (recorded.at("/".join(parts[:depth])) for depth in range(len(parts) - 1, 0, -1))
    mine = next((node for node in above if node is not None and node.scrollable), None)
    if mine is None:
        return None
    lists = [node for node in seen.nodes() if node.scrollable and node.is_hittable]
    alike = [
        node
        for node in lists
        if role_of(node.class_name) == role_of(mine.class_name) and node.resource_id == mine.resource_id
    ]
    candidates = alike or lists
    return candidates[0] if len(candidates) == 1 else None


def _was_further_down(step: Step, seen: Look) -> bool:
    """True where the common texts lie higher than in the recording: the list is scrolled too far."""
    tops = {node.text: node.bounds.top for node in Look.of(step.pre).nodes() if node.text}
    moved = [
        node.bounds.top - tops[node.text] for node in seen.nodes() if node.text in tops and node.is_hittable
    ]
    shifts = [shift for shift in moved if shift]
    return bool(shifts) and sum(shifts) < 0


def _swipe(list_px: Rect, size: ScreenSize, *, forward: bool) -> Swipe:
    """A slow stroke in the middle of the list; `forward` brings what lies below."""
    x = (list_px.left + list_px.right) // 2
    low, high = (round(list_px.top + share * list_px.height) for share in (_FAR, _NEAR))
    start, end = (low, high) if forward else (high, low)
    a, b = to_unit(PxPoint(x, start), size), to_unit(PxPoint(x, end), size)
    return Swipe(a.x, a.y, b.x, b.y, duration_ms=_DURATION_MS)
