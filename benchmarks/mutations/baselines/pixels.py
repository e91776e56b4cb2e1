"""Pixel comparison as Playwright's `toHaveScreenshot` does it: pixelmatch with threshold 0.2, no pixel may differ.

Pictures of different sizes are different. Anti-aliased pixels do not count (pixelmatch's default).
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image
from pybind11_pixelmatch import Options, pixelmatch

from gui_rec.model.observation import Observation

THRESHOLD = 0.2


@lru_cache(maxsize=4)
def _rgba(png: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(png)) as image:
        return np.ascontiguousarray(np.asarray(image.convert("RGBA")))


def differing(first: np.ndarray, second: np.ndarray) -> int:
    """How many pixels of two RGBA pictures of one size differ."""
    options = Options()
    options.threshold = THRESHOLD
    return int(pixelmatch(first, second, options=options))


@dataclass(frozen=True)
class Pixels:
    """Alarm at the first pixel."""

    name: str = "Playwright default"
    threshold: float = 0

    def score(self, recorded: Observation, seen: Observation) -> float:
        first, second = _rgba(recorded.screenshot or b""), _rgba(seen.screenshot or b"")
        return float("inf") if first.shape != second.shape else float(differing(first, second))
