"""The table of baselines, each with the figures that an earlier measurement found for its kind."""

from __future__ import annotations

from mutations.baselines._api import Baseline, Published
from mutations.baselines.droidbot import DroidBot
from mutations.baselines.llamatouch import LlamaTouch
from mutations.baselines.phash import Phash
from mutations.baselines.pixels import Pixels
from mutations.baselines.raw_xml import RawXml

BASELINES: tuple[tuple[Baseline, Published | None], ...] = (
    (Phash(), Published(0.652, 0.484, 0.556, "phash8 > 10, whole picture")),
    (Pixels(), Published(0.518, 0.935, 0.667, "Playwright default")),
    (RawXml(), Published(0.844, 0.871, 0.857, "raw XML equality")),
    (DroidBot(), Published(0.857, 0.774, 0.814, "DroidBot state string")),
    (LlamaTouch(), Published(1.0, 0.516, 0.681, "LlamaTouch-like, bag of words")),
)
"""Published figures: ten rendered screens with 64 pairs that nothing was fitted to."""
