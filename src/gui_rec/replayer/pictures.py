"""What screenshots say by themselves; an unreadable one says nothing."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from gui_rec.capture.pixels import bars_in, same_pixels, toasts_of
from gui_rec.capture.pixels import heads_up as heads_up
from gui_rec.errors import ImageError, InputError
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.vision.fingerprint import distance, is_black, is_flat
from gui_rec.vision.png import check_png


@lru_cache(maxsize=8)
def is_black_picture(png: bytes | None) -> bool:
    """True for a whole PNG that is black all over."""
    return png is not None and is_whole_png(png) and is_black(png)


@lru_cache(maxsize=8)
def is_flat_picture(png: bytes | None) -> bool:
    """True for a whole PNG of next to no contrast."""
    return png is not None and is_whole_png(png) and is_flat(png)


def is_flat_page(observation: Observation) -> bool:
    """As `is_flat_picture`, of what lies between the status bar and the keyboard, a toast or the navigation bar."""
    png, size = observation.screenshot, observation.size
    if png is None or size is None or not is_whole_png(png):
        return is_flat_picture(png)
    middle = size.height_px // 2
    over = (*bars(observation), *toasts(observation))
    top = max((rect.bottom for rect in over if rect.bottom <= middle), default=0)
    edges = [rect.top for rect in over if rect.top >= middle]
    keyboard = keyboard_top(observation)
    bottom = min([*edges, *([] if keyboard is None else [keyboard])], default=size.height_px)
    crop = (max(0, top), max(0, size.height_px - bottom))
    return is_flat_picture(png) if sum(crop) >= size.height_px else _is_flat_inside(png, crop)


@lru_cache(maxsize=8)
def _is_flat_inside(png: bytes, crop: tuple[int, int]) -> bool:
    try:
        return is_flat(png, crop)
    except InputError:
        return is_flat(png)  # the picture is smaller than the screen it is said to be of


def equal_pixels(a: bytes, b: bytes, ignoring: Iterable[Rect]) -> bool:
    """Equal outside `ignoring`; a damaged picture equals none."""
    return is_whole_png(a) and is_whole_png(b) and same_pixels(a, b, ignoring)


def bars(observation: Observation) -> tuple[Rect, ...]:
    """Bounds of the status and navigation bars in px."""
    return bars_in(observation)


def toasts(observation: Observation) -> tuple[Rect, ...]:
    """Bounds of the toasts in px: they lie over the page for some seconds, and no hierarchy has them."""
    return toasts_of(observation.facts.windows)


def keyboard_top(observation: Observation) -> int | None:
    """Where the keyboard begins, in px from above; None where it is down or nobody tells."""
    facts = observation.facts
    if not facts.keyboard:
        return None
    keyboards = (window.bounds for window in facts.windows if window.type == "INPUT_METHOD")
    return next((bounds.top for bounds in keyboards if bounds is not None), None)


def equal_inside(a: bytes, b: bytes, place: Rect) -> bool:
    """Whether two whole pictures of one size are equal within `place`."""
    if not (is_whole_png(a) and is_whole_png(b)):
        return False
    box = (max(0, place.left), max(0, place.top), max(0, place.right), max(0, place.bottom))
    with Image.open(io.BytesIO(a)) as first, Image.open(io.BytesIO(b)) as second:
        if first.size != second.size:
            return False
        return first.convert("RGB").crop(box).tobytes() == second.convert("RGB").crop(box).tobytes()


def hash_distance(a: str | None, b: str | None) -> int | None:
    """Bits between two fingerprints; None where either is absent, damaged, or of another kind."""
    if a is None or b is None:
        return None
    try:
        return distance(a, b)
    except InputError:
        return None  # a recording is untrusted; a fingerprint that is none says nothing


@lru_cache(maxsize=8)
def is_whole_png(png: bytes) -> bool:
    """True for a PNG that decodes to its end."""
    try:
        check_png(png)
    except ImageError:
        return False
    return True
