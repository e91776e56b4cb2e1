"""The residue of blocks."""

from __future__ import annotations

import numpy as np
import PIL.Image
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screen_pngs import encode, screen, screen_png

from gui_rec.errors import ImageError, InputError
from gui_rec.model.geometry import Rect
from gui_rec.vision.blocks import residue

WHITE = PIL.Image.new("RGB", (270, 600), (255, 255, 255))


def painted(box: tuple[int, int, int, int], colour: tuple[int, int, int] = (0, 0, 0)) -> bytes:
    image = WHITE.copy()
    image.paste(colour, box)
    return encode(image)


def test_equal_pictures_have_none() -> None:
    assert residue(screen_png(1), screen_png(1)) == []
    assert residue(screen_png(1), encode(screen(1).convert("RGB"))) == []


def test_the_blocks_that_differ_are_named_in_reading_order() -> None:
    assert residue(encode(WHITE), painted((45, 85, 75, 115))) == [Rect(40, 80, 80, 120)]
    assert residue(encode(WHITE), painted((30, 0, 50, 20))) == [Rect(0, 0, 40, 40), Rect(40, 0, 80, 40)]


def test_blocks_at_the_edges_are_cut() -> None:
    assert residue(encode(WHITE), painted((265, 595, 270, 600))) == [Rect(240, 560, 270, 600)]
    assert residue(encode(WHITE), painted((0, 0, 270, 600)), block_px=1000) == [Rect(0, 0, 270, 600)]


def test_small_and_faint_changes_do_not_count() -> None:
    assert residue(encode(WHITE), painted((0, 0, 4, 4))) == []
    assert residue(encode(WHITE), painted((0, 0, 40, 40), (220, 220, 220))) == []
    assert residue(encode(WHITE), painted((0, 0, 40, 40), (255, 255, 200))) == [Rect(0, 0, 40, 40)]


def test_ignored_rectangles_do_not_count() -> None:
    changed = painted((0, 0, 270, 80))
    assert residue(encode(WHITE), changed, [Rect(-10, -10, 500, 80)]) == []
    left = residue(encode(WHITE), changed, [Rect(0, 0, 240, 80)])
    assert left == [Rect(240, 0, 270, 40), Rect(240, 40, 270, 80)]


@given(st.integers(0, 229), st.integers(0, 559))
@settings(max_examples=30, deadline=None)
def test_a_changed_square_is_always_covered(left: int, top: int) -> None:
    square = Rect(left, top, left + 40, top + 40)
    blocks = residue(encode(WHITE), painted(square.as_tuple()))
    covered = sum(block.intersect(square).area for block in blocks)
    assert covered >= square.area * 0.9
    assert all(block.intersect(square).area for block in blocks)


def test_hidden_colours_do_not_count() -> None:
    pixels = np.zeros((80, 80, 4), np.uint8)
    other = pixels.copy()
    other[:, :, :3] = 255
    assert residue(encode(PIL.Image.fromarray(pixels)), encode(PIL.Image.fromarray(other))) == []


def test_other_sizes_and_damage_are_refused() -> None:
    with pytest.raises(InputError, match="270x600 and 540x600"):
        residue(screen_png(1), screen_png(1, (540, 600)))
    with pytest.raises(ImageError):
        residue(screen_png(1), screen_png(1)[:-5])
    with pytest.raises(ImageError):
        residue(screen_png(1)[:-5], screen_png(1)[:-5])
