"""The resize that Qwen-style image processors do before a model sees a picture.

Algorithm and figures: `smart_resize` of Hugging Face transformers (Qwen2-VL's image processor) and QwenLM's
qwen-vl-utils: sides become multiples of `factor` near the original, the area is kept within limits, and Python's
rounding (halves to even) decides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.model.geometry import ScreenSize

_MAX_RATIO = 200


@dataclass(frozen=True, slots=True)
class Resize:
    """A processor's settings: the sides' `factor` in px, the area's limits in px."""

    factor: int
    min_area_px: int
    max_area_px: int

    def __post_init__(self) -> None:
        if not (self.factor >= 1 and 1 <= self.min_area_px <= self.max_area_px):
            raise InputError(f"resize: expected factor and limits of 1 or more in order, got {self}")

    def of(self, size: ScreenSize) -> ScreenSize:
        """The size of the resized picture. Raises InputError for sides that are more than 200 times apart."""
        sides = (size.width_px, size.height_px)
        if max(sides) > _MAX_RATIO * min(sides):
            raise InputError(f"resize: expected sides at most {_MAX_RATIO} times apart, got {size}")
        width, height = (max(self.factor, round(side / self.factor) * self.factor) for side in sides)
        if width * height > self.max_area_px:
            scale = math.sqrt(sides[0] * sides[1] / self.max_area_px)
            width, height = (
                max(self.factor, math.floor(side / scale / self.factor) * self.factor) for side in sides
            )
        elif width * height < self.min_area_px:
            scale = math.sqrt(self.min_area_px / (sides[0] * sides[1]))
            width, height = (math.ceil(side * scale / self.factor) * self.factor for side in sides)
        return ScreenSize(width, height)


QWEN2_5 = Resize(28, 4 * 28 * 28, 16384 * 28 * 28)
"""Qwen2.5-VL's published processor."""
UI_TARS = Resize(28, 100 * 28 * 28, 16384 * 28 * 28)
"""UI-TARS 1.5's README_coordinates.md."""
QWEN3 = Resize(32, 4 * 32 * 32, 16384 * 32 * 32)
"""Qwen3-VL's published processor."""
SCALECUA_TRAIN = Resize(28, 3136, 2109744)
"""ScaleCUA's Qwen trainer (max_pixels of its training script)."""
