"""What two pictures do not share, outside the places that do not count."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.testing.builders import png
from gui_rec.vision.residue import SAME, residue

SIZE = ScreenSize(200, 400)
PLAIN = png(SIZE)
SMALL = Rect(45, 45, 61, 61)
"""A dot: 256 px of a block of 1600, far too small for a perceptual hash."""
DOTTED = png(SIZE, blocks=[(SMALL, (0, 0, 0))])


def test_equal_pictures_share_everything() -> None:
    assert residue(PLAIN, PLAIN) == SAME
    assert residue(PLAIN, png(SIZE)) == SAME


def test_a_dot_makes_a_block_differ_and_a_mask_takes_it_away() -> None:
    found = residue(PLAIN, DOTTED)
    assert found is not None
    assert found.blocks == 1
    assert found.equal_share == pytest.approx(1 - 256 / 80_000)
    assert found.mse == pytest.approx(250**2 * 256 / 80_000)
    assert residue(PLAIN, DOTTED, [SMALL]) == SAME


def test_noise_below_the_step_is_no_block() -> None:
    found = residue(PLAIN, png(SIZE, (230, 230, 230)))
    assert found is not None
    assert (found.blocks, found.equal_share, found.mse) == (0, 0.0, 400.0)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (PLAIN, None),
        (None, None),
        (PLAIN, png(ScreenSize(200, 401))),
        (PLAIN, PLAIN[: len(PLAIN) // 2]),
        (b"no picture", b"no picture"),
    ],
)
def test_what_cannot_be_compared_says_nothing(a: bytes | None, b: bytes | None) -> None:
    assert residue(a, b) is None


def test_a_picture_that_is_masked_whole_shares_everything() -> None:
    assert residue(PLAIN, DOTTED, [Rect(-5, -5, 500, 500)]) == SAME


def test_pictures_with_alpha_are_compared_too() -> None:
    """A phone's own screenshots are RGBA."""
    with Image.open(io.BytesIO(DOTTED)) as image:
        out = io.BytesIO()
        image.convert("RGBA").save(out, "PNG")
    assert residue(out.getvalue(), PLAIN) == residue(DOTTED, PLAIN)
    assert residue(out.getvalue(), out.getvalue()) == SAME
