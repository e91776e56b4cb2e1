"""Where actions aimed, as a picture: one cell of the grid is a square, dark where nothing was touched."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

CELL_PX = 8
_STOPS = np.array(
    [(13, 13, 36), (84, 27, 109), (188, 55, 84), (249, 142, 9), (252, 255, 164)], dtype=np.float64
)
"""From none to most; five stops of a scale that gets brighter all the way."""


def heatmap_png(heat: np.ndarray) -> bytes:
    """`heat` (rows x columns of counts) as a PNG of `CELL_PX` a cell. Counts are shown by their logarithm, so that one
    much-used button does not hide all others.
    """
    level = np.log1p(heat.astype(np.float64))
    most = level.max()
    level = level / most if most > 0 else level
    at = level * (len(_STOPS) - 1)
    low = np.minimum(at.astype(int), len(_STOPS) - 2)
    share = (at - low)[..., None]
    colours = _STOPS[low] * (1 - share) + _STOPS[low + 1] * share
    cells = np.repeat(np.repeat(colours.round().astype(np.uint8), CELL_PX, axis=0), CELL_PX, axis=1)
    out = io.BytesIO()
    Image.fromarray(cells, "RGB").save(out, "PNG")
    return out.getvalue()
