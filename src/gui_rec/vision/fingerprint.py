"""Perceptual fingerprints of screenshots, the same on every machine and with every Pillow.

imagehash resizes with Pillow, whose resampling changed the bits of portrait screens between majors. Here
the picture is reduced to 32x32 by exact integer area means first, so that imagehash resizes nothing; the
algorithm id `phash8/area1` names the hash, its size and the version of the reducer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import imagehash
import numpy as np
import PIL.Image

from gui_rec.errors import InputError
from gui_rec.model.geometry import ScreenSize
from gui_rec.vision.grey import Grey, area_reduce, load_grey, mean_std

ALGORITHM = "phash8/area1"

_HASH_SIZE = 8
_HIGH_FREQUENCY_FACTOR = 4
_FLAT_STD = 15.0
_BLACK_MEAN = 8.0
_BLACK_STD = 1.0
_FORM = re.compile(r"([\w./-]+):([0-9a-f]{1,256})")


@dataclass(frozen=True, slots=True)
class Look:
    """What one decode of a screenshot tells. `size` is the whole picture's, the rest is of the crop."""

    size: ScreenSize
    fingerprint: str
    is_flat: bool
    is_black: bool


def look(png: bytes, crop: tuple[int, int] = (0, 0)) -> Look:
    """All measures of `png` from one decode; `crop` cuts (top, bottom) px off first, the system bars.

    Raises ImageError for bytes that are not one whole PNG, InputError for a crop that leaves nothing.
    """
    whole = load_grey(png)
    grey = _cropped(whole, crop)
    mean, std = mean_std(grey)
    return Look(
        size=ScreenSize(whole.shape[1], whole.shape[0]),
        fingerprint=_phash(grey),
        is_flat=std < _FLAT_STD,
        is_black=mean < _BLACK_MEAN and std < _BLACK_STD,
    )


def fingerprint(png: bytes, crop: tuple[int, int] = (0, 0)) -> str:
    """`phash8/area1:<16 hex digits>` of the picture without `crop` = (top, bottom) px. Raises ImageError.

    Of a flat picture (see `is_flat`) it says nothing: rounding decides its bits.
    """
    return _phash(_cropped(load_grey(png), crop))


def distance(a: str, b: str) -> int | None:
    """Differing bits of two fingerprints, 0..64; None where their algorithms or lengths differ.

    Raises InputError for a text that is not `algorithm:hex`.
    """
    (algorithm, digits), (other_algorithm, other_digits) = _parse(a), _parse(b)
    if algorithm != other_algorithm or len(digits) != len(other_digits):
        return None
    return (int(digits, 16) ^ int(other_digits, 16)).bit_count()


def is_flat(png: bytes, crop: tuple[int, int] = (0, 0)) -> bool:
    """True where the grey levels spread less than 15 (standard deviation): blank, a spinner, a small logo."""
    return mean_std(_cropped(load_grey(png), crop))[1] < _FLAT_STD


def is_black(png: bytes, crop: tuple[int, int] = (0, 0)) -> bool:
    """True for a black picture (mean < 8, std < 1): a secure window or a screen that is off."""
    mean, std = mean_std(_cropped(load_grey(png), crop))
    return mean < _BLACK_MEAN and std < _BLACK_STD


def _cropped(grey: Grey, crop: tuple[int, int]) -> Grey:
    top, bottom = crop
    height = grey.shape[0]
    if top < 0 or bottom < 0 or top + bottom >= height:
        raise InputError(f"crop: expected (top, bottom) px that leave rows of {height}, got {crop}")
    return grey[top : height - bottom]


def _phash(grey: Grey) -> str:
    small = area_reduce(grey, _HASH_SIZE * _HIGH_FREQUENCY_FACTOR)
    bits = imagehash.phash(
        PIL.Image.fromarray(np.ascontiguousarray(small)), _HASH_SIZE, _HIGH_FREQUENCY_FACTOR
    )
    return f"{ALGORITHM}:{bits}"


def _parse(text: str) -> tuple[str, str]:
    match = _FORM.fullmatch(text)
    if match is None:
        raise InputError(f"fingerprint: expected algorithm:hex, got {text[:80]!r}")
    return match[1], match[2]
