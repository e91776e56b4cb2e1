"""What two pictures of one size do not have in common, beside the places that do not count.

A pixel differs where one of its channels differs by more than 48 of 255, which leaves JPEG noise and
anti-aliasing out. A block of 40 x 40 px differs where more than 5 % of its pixels do.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops

from gui_rec.model.geometry import Rect

PIXEL_STEP = 48
BLOCK_PX = 40
BLOCK_SHARE = 0.05

Differs = NDArray[np.bool_]
_FORMATS = ("PNG", "JPEG", "WEBP")  # the last two in imported sets


@dataclass(frozen=True, slots=True)
class Residue:
    """How far two pictures differ outside the masks.

    `blocks` counts the blocks that differ; `equal_share` is the share of equal grey pixels and `mse` the mean
    squared difference of the grey levels 0..255, both over the pixels that count.
    """

    blocks: int
    equal_share: float
    mse: float


SAME = Residue(0, 1.0, 0.0)


def residue(a: bytes | None, b: bytes | None, masks: Iterable[Rect] = ()) -> Residue | None:
    """Compare two encoded pictures outside `masks` (px); None where one is absent or damaged, or their sizes differ."""
    if a is None or b is None:
        return None
    if a == b:
        return SAME if _picture(a) is not None else None
    first, second = _picture(a), _picture(b)
    if first is None or second is None or first.size != second.size:
        return None
    counts = np.ones((first.height, first.width), dtype=np.bool_)
    for rect in masks:
        clear(counts, rect)
    differs = differing(first, second) & counts
    steps = np.asarray(first.convert("L"), dtype=np.int16) - np.asarray(second.convert("L"), dtype=np.int16)
    kept = steps[counts].astype(np.int32)
    if not kept.size:
        return SAME
    return Residue(blocks(differs), float((kept == 0).mean()), float((kept * kept).mean()))


def differing(first: Image.Image, second: Image.Image) -> Differs:
    """Which pixels of two RGBA pictures of one size differ in a colour, as (height, width).

    What is transparent is not looked at, a screenshot has nothing such.
    """
    difference = ImageChops.difference(first, second)
    differs = np.zeros((first.height, first.width), np.bool_)
    box = difference.getbbox(alpha_only=False)
    if box is not None:
        red, green, blue, _ = difference.crop(box).split()
        most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        differs[box[1] : box[3], box[0] : box[2]] = np.asarray(most) > PIXEL_STEP
    return differs


def clear(differs: Differs, rect: Rect) -> None:
    """Take what lies in `rect` (px) out of account."""
    differs[max(0, rect.top) : max(0, rect.bottom), max(0, rect.left) : max(0, rect.right)] = False


def blocks(differs: Differs) -> int:
    """How many whole blocks differ."""
    height, width = (side // BLOCK_PX * BLOCK_PX for side in differs.shape)
    if not height or not width:
        return 0
    tiles = differs[:height, :width].reshape(height // BLOCK_PX, BLOCK_PX, width // BLOCK_PX, BLOCK_PX)
    return int((tiles.mean(axis=(1, 3)) > BLOCK_SHARE).sum())


@lru_cache(maxsize=4)
def _picture(data: bytes) -> Image.Image | None:
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            image.load()  # an RGBA picture is given on as it is, and its file is closed here
            return image if image.mode == "RGBA" else image.convert("RGBA")
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, zlib.error):
        return None  # a recording is untrusted: a damaged picture shows nothing
