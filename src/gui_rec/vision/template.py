"""Where a piece of one picture is found in another: normalised cross-correlation of grey values.

Found on a reduced picture by Fourier transform, then made exact at full size.
"""

from __future__ import annotations

import io
from functools import lru_cache

import numpy as np
from PIL import Image

from gui_rec.model.geometry import Rect

_LEAST_SIDE_PX = 8
_LEAST_CONTRAST = 8.0
_COARSE = 0.75
_REDUCED_SIDE_PX = 12
_MOST = 4


def find(piece_of: bytes, piece: Rect, picture: bytes, least: float = 0.9) -> list[tuple[Rect, float]]:
    """Places in `picture` (px) that look like `piece` of the picture `piece_of`, with their scores, best first.

    A score is 1 for the same up to brightness and contrast. None are found for a piece that is tiny, cut off by the
    picture's edge, or without contrast (it would be found everywhere). Both are whole PNGs.
    """
    source, target = _grey(piece_of), _grey(picture)
    wanted = source[max(0, piece.top) : max(0, piece.bottom), max(0, piece.left) : max(0, piece.right)]
    if wanted.shape != (piece.height, piece.width) or min(wanted.shape) < _LEAST_SIDE_PX:
        return []
    if wanted.std() < _LEAST_CONTRAST or any(a > b for a, b in zip(wanted.shape, target.shape, strict=True)):
        return []
    step = max(1, min(4, min(wanted.shape) // _REDUCED_SIDE_PX))
    found = [_exact(wanted, target, top, left, step) for top, left in _coarse(wanted, target, step)]
    places = {(top, left): score for top, left, score in found if score >= least}
    best = sorted(places.items(), key=lambda entry: (-entry[1], entry[0]))
    return [
        (Rect(left, top, left + piece.width, top + piece.height), round(score, 3))
        for (top, left), score in best
    ]


@lru_cache(maxsize=4)
def _grey(png: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("L")).astype(np.float64)


def _reduced(grey: np.ndarray, step: int) -> np.ndarray:
    height, width = (side // step * step for side in grey.shape)
    blocks = grey[:height, :width].reshape(height // step, step, width // step, step)
    return np.asarray(blocks.mean(axis=(1, 3)))


def _coarse(wanted: np.ndarray, target: np.ndarray, step: int) -> list[tuple[int, int]]:
    """Corners (top, left) at full size of the best few places on the reduced picture."""
    small, piece = _reduced(target, step), _reduced(wanted, step)
    scores = _correlation(small, piece)
    corners = []
    for _ in range(_MOST):
        top, left = np.unravel_index(int(scores.argmax()), scores.shape)
        if scores[top, left] < _COARSE:
            break
        corners.append((int(top) * step, int(left) * step))
        across, down = piece.shape[1] // 2 + 1, piece.shape[0] // 2 + 1
        scores[max(0, top - down) : top + down, max(0, left - across) : left + across] = -1.0
    return corners


def _correlation(picture: np.ndarray, piece: np.ndarray) -> np.ndarray:
    """The score of the piece at each corner where it fits."""
    height, width = piece.shape
    centred = piece - piece.mean()
    spectrum = np.fft.rfft2(picture) * np.conj(np.fft.rfft2(centred, picture.shape))
    products = np.fft.irfft2(spectrum, picture.shape)
    products = products[: picture.shape[0] - height + 1, : picture.shape[1] - width + 1]
    spread = _sums(picture**2, height, width) - _sums(picture, height, width) ** 2 / piece.size
    norm = np.sqrt(np.maximum(spread, 0.0) * (centred**2).sum())
    return np.where(norm > piece.size, products / np.maximum(norm, 1e-9), -1.0)


def _sums(values: np.ndarray, height: int, width: int) -> np.ndarray:
    """The sum of each window of that size."""
    total = np.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    inner = total[height:, width:] - total[:-height, width:]
    return np.asarray(inner - total[height:, :-width] + total[:-height, :-width])


def _exact(wanted: np.ndarray, target: np.ndarray, top: int, left: int, reach: int) -> tuple[int, int, float]:
    """The best corner at full size within `reach` px of one found on the reduced picture."""
    height, width = wanted.shape
    first_top, first_left = max(0, top - reach), max(0, left - reach)
    part = target[first_top : top + height + reach, first_left : left + width + reach]
    if part.shape[0] < height or part.shape[1] < width:
        return top, left, -1.0
    scores = _correlation(part, wanted)
    down, across = np.unravel_index(int(scores.argmax()), scores.shape)
    return first_top + int(down), first_left + int(across), float(scores[down, across])
