"""Where the on-screen keyboard shows what is being typed: its keys, their previews and its suggestions."""

from __future__ import annotations

from collections.abc import Iterable

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Window
from gui_rec.ui.tree import Node

_LARGEST_SHARE = 0.6
_PREVIEW_SHARE = 0.2  # a key's preview stands above it, for the first row above the keyboard
_TITLE = "InputMethod"


def keyboard_rects(
    windows: Iterable[Window], size: ScreenSize, field: Node | None, *, previews: bool = True
) -> list[Rect]:
    """The keyboard's places in px on a screen of `size`, with room for the `previews` of its keys.

    A phone's keyboard window may span the whole screen; then, and where its bounds are not told, it is
    everything below the middle and below the `field` that is typed into, whichever is higher up.
    """
    shown = [w for w in windows if w.type == "INPUT_METHOD" or (w.title or "").startswith(_TITLE)]
    found = [w.bounds for w in shown if w.bounds is not None and not w.bounds.is_empty]
    if not found or any(bounds.height > _LARGEST_SHARE * size.height_px for bounds in found):
        return [_below(size, field)]
    above = _PREVIEW_SHARE if previews else 0.0
    return [Rect(b.left, max(0, b.top - round(above * b.height)), b.right, size.height_px) for b in found]


def _below(size: ScreenSize, field: Node | None) -> Rect:
    top = size.height_px // 2
    if field is not None and 0 < field.bounds.bottom < top and size.width_px > size.height_px:
        top = field.bounds.bottom  # a wide screen is a low one: the keyboard takes more than half of it
    return Rect(0, top, size.width_px, size.height_px)
