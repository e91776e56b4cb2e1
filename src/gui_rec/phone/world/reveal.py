"""A field that takes the cursor comes into sight: the view that scrolls around it moves as far as is needed."""

from __future__ import annotations

from gui_rec.phone.world.layout import Placed
from gui_rec.phone.world.scene import build_scene
from gui_rec.phone.world.state import World

_MARGIN_DP = 8


def reveal_focus(world: World) -> None:
    """Scroll so that the focused field lies wholly above the keyboard, when it does not."""
    scene = build_scene(world)
    found = _path_to_focus(scene.windows[0].root)
    scrolling = [placed for placed in found[:-1] if placed.view.scrolls]
    if not scrolling:
        return
    frame, field = scrolling[-1], found[-1]
    new = min(max(0, frame.offset + _missing(frame, field, scene.px(_MARGIN_DP))), frame.range_px)
    if new != frame.offset:
        world.top.scroll[frame.view.id] = new
        world.changed()


def _missing(frame: Placed, field: Placed, margin: int) -> int:
    """How many px the content must go up (below 0: down) for the field to be seen, its upper edge first."""
    above = field.bounds.top - frame.bounds.top
    below = field.bounds.bottom - frame.bounds.bottom
    if above < 0:
        return above - margin
    return min(below + margin, above) if below > 0 else 0


def _path_to_focus(placed: Placed) -> list[Placed]:
    """From the root to the focused view; empty when nothing has the focus."""
    if placed.focused:
        return [placed]
    for child in placed.children:
        found = _path_to_focus(child)
        if found:
            return [placed, *found]
    return []
