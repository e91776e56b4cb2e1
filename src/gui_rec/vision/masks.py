"""Rectangles of a screenshot that must not be seen or compared."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Window
from gui_rec.vision.png import check_structure, decode

FILL = (0, 0, 0, 255)

_STATUS_BAR = ("statusbar", "status bar", "status_bar")
_NAVIGATION_BAR = ("navigationbar", "navigation bar", "navigation_bar", "taskbar")
_LARGEST_SHARE = 0.25  # a bar is a strip; a pulled-down shade under the same name is none


@dataclass(frozen=True, slots=True)
class Mask:
    """A rectangle in px of the screenshot, and why it is masked (`status_bar`, a rule's id)."""

    rect: Rect
    reason: str


def apply(png: bytes, rects: Iterable[Rect]) -> bytes:
    """`png` with `rects` (px) filled black, encoded again; what lies outside the picture is cut off.

    Without a rectangle that meets the picture the bytes come back as they are. Raises ImageError for bytes
    that are not one whole PNG, InputError for an inverted rectangle.
    """
    size = check_structure(png)
    boxes = [box for rect in rects if (box := clipped(rect, size)) is not None]
    if not boxes:
        return png
    image = decode(png)
    if image.mode not in ("RGB", "RGBA"):
        image = image.convert("RGBA")
    for box in boxes:
        image.paste(FILL[: len(image.getbands())], box)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def clipped(rect: Rect, size: ScreenSize) -> tuple[int, int, int, int] | None:
    """The part of `rect` on a picture of `size` as (left, top, right, bottom) px; None where there is none."""
    if rect.width < 0 or rect.height < 0:
        raise InputError(f"mask: expected left <= right and top <= bottom, got {rect.as_tuple()}")
    seen = rect.intersect(Rect(0, 0, size.width_px, size.height_px))
    return None if seen.is_empty else seen.as_tuple()


def system_bars(windows: Iterable[Window], size: ScreenSize) -> tuple[Mask, ...]:
    """The status and navigation bars among `windows`, clipped to a screen of `size`.

    A bar is known by its title or type (`StatusBar`, `NavigationBar0`, `Taskbar`); one that covers more than
    a quarter of the screen is a shade that was pulled down and is no bar.
    """
    found = []
    for window in windows:
        name = f"{window.title or ''} {window.type or ''}".lower()
        is_status = any(word in name for word in _STATUS_BAR)
        if window.bounds is None or not (is_status or any(word in name for word in _NAVIGATION_BAR)):
            continue
        box = clipped(window.bounds, size)
        if box is not None and Rect(*box).area <= _LARGEST_SHARE * size.width_px * size.height_px:
            found.append(Mask(Rect(*box), "status_bar" if is_status else "navigation_bar"))
    return tuple(found)
