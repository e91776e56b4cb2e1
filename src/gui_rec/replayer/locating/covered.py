"""Whether another window lies over a point of the page."""

from __future__ import annotations

from gui_rec.model.geometry import PxPoint
from gui_rec.model.observation import Window
from gui_rec.replayer.looks import Look

# Windows that take touches. Others (rounded corners, edges for gestures, a blue light filter) let them through.
_TAKES_TOUCHES = frozenset(
    {
        "INPUT_METHOD",
        "NOTIFICATION_SHADE",
        "SYSTEM_ALERT",
        "SYSTEM_ERROR",
        "SYSTEM_DIALOG",
        "PHONE",
        "PRIORITY_PHONE",
        "APPLICATION_OVERLAY",
        "VOLUME_OVERLAY",
    }
)
_WHOLE_SCREEN = 0.9


def covering(look: Look, point: PxPoint) -> Window | None:
    """The window of somebody else that a finger at `point` (px) would meet; None where it meets the page.

    One as large as the screen is none: it has the focus, which other checks see, or lets touches through.
    """
    size = look.seen.size
    if size is None:
        return None
    whole = _WHOLE_SCREEN * size.width_px * size.height_px
    for window in look.seen.facts.windows:
        if window.package is not None and window.package == look.seen.package:
            return None
        bounds = window.bounds
        if window.type not in _TAKES_TOUCHES or bounds is None or bounds.area >= whole:
            continue
        if bounds.contains(point):
            return window
    return None
