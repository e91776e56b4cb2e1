"""A screenshot as 8-bit grey, and its exact integer area reduction."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
import PIL.Image
from numpy.typing import NDArray

from gui_rec.errors import ImageError
from gui_rec.vision.png import check_structure, decode

Grey: TypeAlias = NDArray[np.uint8]

_BACKDROP = (0, 0, 0, 255)
_SIXTEEN_BIT = ("I;16", "I;16B", "I;16L", "I")
_MAX_ROWS_UINT16 = 257  # 257 * 255 is the last sum of bytes that 16 bits hold
_LOW_BYTES = np.uint64(0x00FF00FF00FF00FF)


def load_grey(png: bytes) -> Grey:
    """Luma of the picture as (height, width) bytes; alpha over black, 16-bit samples scaled to 8.

    Raises ImageError for bytes that are not one whole PNG.
    """
    check_structure(png)
    return to_grey(decode(png))


def to_grey(image: PIL.Image.Image) -> Grey:
    """Luma of a decoded picture (ITU-R 601, as Pillow's `L`)."""
    if image.mode in _SIXTEEN_BIT:
        return (np.asarray(image).astype(np.uint32) >> 8).astype(np.uint8)
    if image.mode not in ("L", "RGB") or "transparency" in image.info:
        image = opaque(image)
    return np.asarray(image.convert("L"))


def opaque(image: PIL.Image.Image) -> PIL.Image.Image:
    """The picture over black, as RGBA: colours hidden under alpha must not count."""
    if image.mode != "RGBA":
        image = image.convert("RGBA")
    if int(np.asarray(image.getchannel("A")).min()) == 255:
        return image
    return PIL.Image.alpha_composite(PIL.Image.new("RGBA", image.size, _BACKDROP), image)


def mean_std(grey: Grey) -> tuple[float, float]:
    """Mean and standard deviation of the grey levels 0..255, from an exact histogram."""
    counts = PIL.Image.fromarray(np.ascontiguousarray(grey)).histogram()
    total = sum(counts)
    mean = sum(level * count for level, count in enumerate(counts)) / total
    variance = sum((level - mean) ** 2 * count for level, count in enumerate(counts)) / total
    return mean, math.sqrt(variance)


def area_reduce(grey: Grey, side: int) -> Grey:
    """`grey` as side x side means of equal areas, rounded half up, in whole numbers only.

    The cell i of n covers pixels [i*size//n, (i+1)*size//n) of an axis (at least one), so that no
    resampling of an image library has a say in the result.
    """
    height, width = grey.shape
    if height == 0 or width == 0:
        raise ImageError("screencap_failed", "picture: expected pixels to reduce, got none after the crop")
    row_starts, row_counts = _cells(height, side)
    column_starts, column_counts = _cells(width, side)
    rows = _row_sums(grey, row_starts, int(row_counts.max()))
    sums = np.add.reduceat(rows, column_starts, axis=1, dtype=np.int64)
    counts = np.outer(row_counts, column_counts)
    return ((2 * sums + counts) // (2 * counts)).astype(np.uint8)


def _cells(size: int, side: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    edges = np.arange(side + 1, dtype=np.int64) * size // side
    return edges[:-1], np.maximum(np.diff(edges), 1)


def _row_sums(grey: Grey, starts: NDArray[np.int64], most_rows: int) -> NDArray[np.unsignedinteger[Any]]:
    """Sums of `grey` over the rows of each cell, per column.

    Four 16-bit sums ride in one 64-bit word: five times as fast as numpy's widening addition.
    """
    width = grey.shape[1]
    if most_rows > _MAX_ROWS_UINT16:
        return np.add.reduceat(grey, starts, axis=0, dtype=np.uint32)
    if width % 8:
        grey = np.pad(grey, ((0, 0), (0, 8 - width % 8)))
    words = np.ascontiguousarray(grey).view("<u8")
    out = np.empty((len(starts), grey.shape[1]), np.dtype("<u2"))
    out[:, 0::2] = np.add.reduceat(words & _LOW_BYTES, starts, axis=0).view("<u2")
    out[:, 1::2] = np.add.reduceat((words >> np.uint64(8)) & _LOW_BYTES, starts, axis=0).view("<u2")
    return out[:, :width]
