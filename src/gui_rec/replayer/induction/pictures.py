"""Which elements look different from run to run although their hierarchy says the same."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from PIL import Image

from gui_rec.model.geometry import Rect
from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.slots import Lane, SlotValues
from gui_rec.replayer.pictures import is_whole_png
from gui_rec.replayer.rules.address import Slot
from gui_rec.ui.canonical import CanonicalNode

_PIXEL_STEP = 48
_SHARE = 0.02
"""An element looks different when over 2 % of its pixels differ by more than 48 of 255: JPEG noise stays below."""


class Pictures:
    """The pictures of the pages of one outcome; None for a page without a whole one."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pixels = [_pixels(page.seen.screenshot) for page in pages]

    def varying(self, lanes: Sequence[Lane]) -> list[SlotValues]:
        """A crop slot for each leaf that looks different in two runs, and says the same in all that have it."""
        found = []
        for lane in lanes:
            looks = self._looks(lane)
            if len(set(looks) - {None}) > 1:
                found.append(SlotValues(lane, Slot.CROP, looks))
        return found

    def _looks(self, lane: Lane) -> tuple[str | None, ...]:
        """The number of the first run that looks alike, for every run; None where there is nothing to look at."""
        crops = [self._crop(number, node) for number, node in enumerate(lane.nodes)]
        if not lane.is_leaf or not lane.says_one_thing:
            return (None,) * len(crops)
        looks: list[str | None] = []
        for number, crop in enumerate(crops):
            if crop is None:
                looks.append(None)
                continue
            alike = (i for i in range(number) if looks[i] is not None and _alike(crops[i], crop))
            looks.append(str(next(alike, number)))
        return tuple(looks)

    def _crop(self, number: int, node: CanonicalNode | None) -> np.ndarray | None:
        pixels = self._pixels[number]
        if pixels is None or node is None or node.node.focused:
            return None
        crop = _cut(pixels, node.node.bounds)
        return crop if crop.size else None


def _pixels(png: bytes | None) -> np.ndarray | None:
    if png is None or not is_whole_png(png):
        return None
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB")).astype(np.int16)


def _cut(pixels: np.ndarray, rect: Rect) -> np.ndarray:
    return pixels[max(0, rect.top) : max(0, rect.bottom), max(0, rect.left) : max(0, rect.right)]


def _alike(one: np.ndarray | None, other: np.ndarray | None) -> bool:
    """Crops of other sizes say nothing about each other, so they do not tell the runs apart."""
    if one is None or other is None or one.shape != other.shape:
        return True
    differs = (np.abs(one - other) > _PIXEL_STEP).any(axis=2)
    return float(differs.mean()) <= _SHARE
