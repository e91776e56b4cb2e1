"""Views with the letters that the owner wants: `font_scale` of the system's settings."""

from __future__ import annotations

from dataclasses import replace

from gui_rec.phone.world.views import View

LEAST, MOST = 0.5, 3.0


def read_font_scale(value: str | None) -> float:
    """The setting as a number; 1 for none, and for what Android itself would not take."""
    try:
        scale = 1.0 if value is None else float(value)
    except ValueError:
        return 1.0
    return scale if LEAST <= scale <= MOST else 1.0


def lettered(view: View, scale: float) -> View:
    """`view` and all below it with every text `scale` times as large; lengths in dp stay as they are."""
    if scale == 1.0:
        return view
    children = tuple(lettered(child, scale) for child in view.children)
    return replace(view, look=replace(view.look, size=round(view.look.size * scale)), children=children)
