"""Where the soft keyboard takes touches."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.model.geometry import PxPoint, Rect
from gui_rec.model.observation import Facts, Window

_KEYBOARD = "INPUT_METHOD"
_ABOVE = frozenset({"NAVIGATION_BAR", "STATUS_BAR"})


def keyboard_of(facts: Facts) -> Rect | None:
    """The keyboard's place in px of the screen; None where none is shown or its place is not told."""
    if not facts.keyboard:
        return None
    places = [window.bounds for window in facts.windows if window.type == _KEYBOARD and window.bounds]
    return places[0] if places else None


def is_key_touch(keyboard: Rect | None, windows: Sequence[Window], point: PxPoint) -> bool:
    """Whether a finger at `point` meets the keyboard; the bars of the system lie above it."""
    if keyboard is None or not keyboard.contains(point):
        return False
    bars = [window.bounds for window in windows if window.type in _ABOVE and window.bounds]
    return not any(bar.contains(point) for bar in bars)
