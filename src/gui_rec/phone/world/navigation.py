"""Where the navigation bar lies and where its buttons are, px of the screen as it is held.

On a phone (less than 600 dp on its shorter side) that is held across, the bar stays at the edge that is its lower one
when it is upright, and so do its buttons: at the right after a turn to the left, else at the left (AOSP,
`DisplayPolicy.navigationBarPosition`). On larger screens it is always below.
"""

from __future__ import annotations

from itertools import pairwise

from gui_rec.model.geometry import Rect, ScreenSize

NAVIGATION_DP = 48
BUTTONS = ("BACK", "HOME", "APP_SWITCH")
_MOVES_BELOW_DP = 600
_TO_THE_RIGHT = 3


def navigation_bar(size: ScreenSize, rotation: int, density_dpi: int) -> Rect:
    """The bar of a screen of this size."""
    thick_px = round(NAVIGATION_DP * density_dpi / 160)
    width, height = size.width_px, size.height_px
    if width <= height or height * 160 / density_dpi >= _MOVES_BELOW_DP:
        return Rect(0, height - thick_px, width, height)
    if rotation == _TO_THE_RIGHT:
        return Rect(0, 0, thick_px, height)
    return Rect(width - thick_px, 0, width, height)


def beside(bar: Rect, size: ScreenSize) -> Rect:
    """What the bar leaves of the screen."""
    if bar.width > bar.height:
        return Rect(0, 0, size.width_px, bar.top)
    return Rect(0 if bar.left else bar.right, 0, bar.left or size.width_px, size.height_px)


def buttons(bar: Rect, *, rtl: bool) -> dict[str, Rect]:
    """The place of each of BUTTONS; only a bar below runs the other way in a right-to-left language."""
    if bar.width > bar.height:
        cuts = [bar.width * n // 3 for n in range(4)]
        places = [Rect(begin, bar.top, end, bar.bottom) for begin, end in pairwise(cuts)]
        return dict(zip(BUTTONS, reversed(places) if rtl else places, strict=True))
    cuts = [bar.height * n // 3 for n in range(4)]
    places = [Rect(bar.left, begin, bar.right, end) for begin, end in pairwise(cuts)]
    return dict(zip(BUTTONS, reversed(places) if bar.left else places, strict=True))
