"""Where two screenshots differ: a residue of blocks."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from gui_rec.errors import InputError
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.vision.grey import opaque
from gui_rec.vision.masks import clipped
from gui_rec.vision.png import check_structure, decode

BLOCK_PX = 40
MIN_LEVEL = 48
MIN_SHARE = 0.015

Pixels = NDArray[np.uint8]


def residue(
    before: bytes,
    after: bytes,
    ignore: Iterable[Rect] = (),
    *,
    block_px: int = BLOCK_PX,
    min_level: int = MIN_LEVEL,
    min_share: float = MIN_SHARE,
) -> list[Rect]:
    """The blocks of `block_px` in which two PNGs of one size differ, in reading order, in px.

    A block differs when more than `min_share` of its pixels differ by more than `min_level` of 255 in a
    channel, which lossy encoding does not reach. Pixels inside `ignore` (px) never count. Raises ImageError
    for bytes that are not whole PNGs and InputError for pictures of different sizes.
    """
    if before == after:
        check_structure(before)
        return []
    changed = changed_pixels(before, after, min_level)
    height, width = changed.shape
    for rect in ignore:
        box = clipped(rect, ScreenSize(width, height))
        if box is not None:
            changed[box[1] : box[3], box[0] : box[2]] = False
    tops, lefts = np.arange(0, height, block_px), np.arange(0, width, block_px)
    counts = np.add.reduceat(np.add.reduceat(changed, tops, axis=0, dtype=np.int64), lefts, axis=1)
    heights, widths = np.diff([*tops, height]), np.diff([*lefts, width])
    hits = np.argwhere(counts > min_share * np.outer(heights, widths))
    return [_block(int(lefts[x]), int(tops[y]), int(widths[x]), int(heights[y])) for y, x in hits]


def changed_pixels(before: bytes, after: bytes, min_level: int = MIN_LEVEL) -> NDArray[np.bool_]:
    """(height, width) of True where some channel differs by more than `min_level`. Errors as `residue`."""
    first, second = _pixels(before), _pixels(after)
    if first.shape != second.shape:
        raise InputError(
            f"pictures: expected one size, got {first.shape[1]}x{first.shape[0]} and "
            f"{second.shape[1]}x{second.shape[0]}; compare only screenshots of one size"
        )
    difference = np.maximum(first, second) - np.minimum(first, second)
    return np.asarray((difference > min_level).any(axis=2), dtype=np.bool_)


def _block(left: int, top: int, width: int, height: int) -> Rect:
    return Rect(left, top, left + width, top + height)


def _pixels(png: bytes) -> Pixels:
    check_structure(png)
    image = decode(png)
    return np.asarray(image if image.mode == "RGB" else opaque(image).convert("RGB"))
