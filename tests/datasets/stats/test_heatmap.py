from __future__ import annotations

import io

import numpy as np
from PIL import Image

from gui_rec.datasets.stats.heatmap import CELL_PX, heatmap_png
from gui_rec.datasets.stats.tally import GRID


def _picture(heat: np.ndarray) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(heatmap_png(heat))).convert("RGB")).astype(int)


def test_a_touched_cell_is_brighter_the_more_often_it_was_touched() -> None:
    heat = np.zeros((GRID[1], GRID[0]), dtype=np.int64)
    heat[3, 5], heat[7, 9] = 1, 1000
    picture = _picture(heat)
    assert picture.shape == (GRID[1] * CELL_PX, GRID[0] * CELL_PX, 3)
    none, once, often = (
        picture[row * CELL_PX + 1, column * CELL_PX + 1].sum() for row, column in ((0, 0), (3, 5), (7, 9))
    )
    assert none < once < often


def test_a_map_of_nothing_is_dark() -> None:
    picture = _picture(np.zeros((2, 2), dtype=np.int64))
    assert (picture == picture[0, 0]).all()
