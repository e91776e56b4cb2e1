"""Whether two screenshots show the same, apart from places that do not count."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from PIL import Image

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Observation, Window
from gui_rec.vision.masks import system_bars

_FORMATS = ("PNG", "JPEG", "WEBP")  # the last two in imported sets
_TOAST = "TOAST"
_SHADOW_SHARE = 0.02  # 8 dp of a phone that is 400 dp wide


_DIFFERENT_SIZE = Rect(0, 0, 1 << 15, 1 << 15)


def same_pixels(a: bytes | None, b: bytes | None, ignoring: Iterable[Rect] = ()) -> bool:
    """True when both PNGs have one size and equal pixels outside `ignoring` (px rectangles).

    Equal bytes are equal without decoding, which is the common case on a screen at rest. Two absent
    pictures are equal, an absent and a present one are not.
    """
    return difference(a, b, ignoring) is None


def difference(a: bytes | None, b: bytes | None, ignoring: Iterable[Rect] = ()) -> Rect | None:
    """The smallest rectangle around all differing pixels, in px; None for equal pictures.

    Where only one is there or can be decoded, or their sizes differ, it is larger than any screen.
    """
    if a == b:
        return None
    if a is None or b is None:
        return _DIFFERENT_SIZE
    first, second = _decode(a), _decode(b)
    if first is None or second is None or first.shape != second.shape:
        return _DIFFERENT_SIZE
    differs = first != second
    for rect in ignoring:
        differs[max(0, rect.top) : max(0, rect.bottom), max(0, rect.left) : max(0, rect.right)] = False
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not rows.size:
        return None
    return Rect(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


# A poll compares every picture with the one before, so each is wanted at least twice.
@lru_cache(maxsize=3)
def _decode(png: bytes) -> np.ndarray | None:
    """One number a pixel, so that comparing is one pass; None for a recorded picture that is damaged."""
    try:
        with Image.open(io.BytesIO(png), formats=_FORMATS) as image:
            rgba = np.ascontiguousarray(image.convert("RGBA"))
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, zlib.error):
        return None
    pixels = rgba.view(np.uint32)[:, :, 0]
    pixels.setflags(write=False)
    return pixels


def bars_of(windows: Iterable[Window], size: ScreenSize | None = None) -> tuple[Rect, ...]:
    """Bounds of the status and navigation bars, whose clock and icons change by themselves.

    A shade that is pulled down under a bar's name is none, so the screen's `size` counts; without it the windows'
    own reach does.
    """
    shown = tuple(window for window in windows if window.bounds is not None)
    size = size or _reach(shown)
    return () if size is None else tuple(mask.rect for mask in system_bars(shown, size))


def _reach(windows: Iterable[Window]) -> ScreenSize | None:
    ends = [(window.bounds.right, window.bounds.bottom) for window in windows if window.bounds is not None]
    rights, bottoms = [right for right, _ in ends if right > 0], [bottom for _, bottom in ends if bottom > 0]
    return ScreenSize(max(rights), max(bottoms)) if rights and bottoms else None


def toasts_of(windows: Iterable[Window]) -> tuple[Rect, ...]:
    """Bounds of the toasts: short messages over the page for some seconds, which no hierarchy of it holds."""
    return tuple(window.bounds for window in windows if window.bounds is not None and _is_toast(window))


def _is_toast(window: Window) -> bool:
    return window.type == _TOAST or window.title == "Toast"


def toasts_in(*observations: Observation | None) -> tuple[Rect, ...]:
    """Where the toasts that the observations saw lie, with their shadows."""
    return tuple(
        _with_shadow(bounds, seen)
        for seen in observations
        if seen is not None
        for bounds in toasts_of(seen.facts.windows)
    )


def _with_shadow(bounds: Rect, seen: Observation) -> Rect:
    """A shadow is drawn outside of a window's frame (AOSP WindowManager.LayoutParams.surfaceInsets)."""
    size = seen.size
    margin = 0 if size is None else round(_SHADOW_SHARE * min(size.width_px, size.height_px))
    return Rect(bounds.left - margin, bounds.top - margin, bounds.right + margin, bounds.bottom + margin)


def bars_in(observation: Observation | None) -> tuple[Rect, ...]:
    """The bars an observation saw; none without one."""
    return () if observation is None else bars_of(observation.facts.windows, observation.size)


def heads_up(observation: Observation) -> tuple[Rect, ...]:
    """Bounds of notifications' banners in px: they lie over the page without having the focus."""
    facts = observation.facts
    if (facts.title or "").startswith("NotificationShade"):
        return ()
    shades = (window for window in facts.windows if _is_shade(window))
    return tuple(window.bounds for window in shades if window.bounds is not None)


def _is_shade(window: Window) -> bool:
    return window.type == "NOTIFICATION_SHADE" or window.title == "NotificationShade"
