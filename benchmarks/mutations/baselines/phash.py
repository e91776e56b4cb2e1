"""A threshold on the distance of perceptual hashes: what most scripts do.

The hash is imagehash's `phash` of the whole picture, 8 x 8 bits. The folk threshold is 10; a tuned one is
fitted to the development apps.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache

import imagehash
from PIL import Image

from gui_rec.model.observation import Observation

FOLK_THRESHOLD = 10


@lru_cache(maxsize=4)
def _hash(png: bytes) -> imagehash.ImageHash:
    return imagehash.phash(Image.open(io.BytesIO(png)).convert("RGB"))


@dataclass(frozen=True)
class Phash:
    """Alarm above so many differing bits of 64."""

    name: str = "phash8 > 10"
    threshold: float = FOLK_THRESHOLD

    def score(self, recorded: Observation, seen: Observation) -> float:
        return float(_hash(recorded.screenshot or b"") - _hash(seen.screenshot or b""))
