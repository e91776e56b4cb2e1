"""Where notifications are shown: icons in the status bar, a banner below it, the shade."""

from __future__ import annotations

from collections.abc import Iterable

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Focus, Window
from gui_rec.vision.masks import system_bars

_BAR_SHARE = 0.05
_BANNER_SHARE = 0.25
_SHADES = ("NotificationShade", "StatusBarExpanded", "HeadsUp")


def notification_rects(windows: Iterable[Window], focus: Focus, size: ScreenSize) -> list[Rect]:
    """The places in px on a screen of `size`.

    A shade that has the focus is open and covers what it covers. One that is visible without the focus
    shows a banner, which is less than a quarter of the screen, though its window spans the whole.
    """
    shown = tuple(windows)
    bars = [mask.rect for mask in system_bars(shown, size) if mask.reason == "status_bar"]
    rects = bars or [_top(size, _BAR_SHARE)]
    shades = [w for w in shown if (w.title or "").startswith(_SHADES)]
    if (focus.title or "").startswith(_SHADES):
        return [Rect(0, 0, size.width_px, size.height_px)]
    if shades or any((w.title or "").startswith("StatusBar") and _is_tall(w, size) for w in shown):
        rects = [*rects, _top(size, _BANNER_SHARE)]
    return rects


def _top(size: ScreenSize, share: float) -> Rect:
    return Rect(0, 0, size.width_px, round(share * size.height_px))


def _is_tall(window: Window, size: ScreenSize) -> bool:
    """Before Android 11 the banner stands in the status bar's window, which grows for it."""
    return window.bounds is not None and window.bounds.height > _BAR_SHARE * 2 * size.height_px
