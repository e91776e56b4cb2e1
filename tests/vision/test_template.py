"""A piece of a picture is found where it is, however bright, and nowhere else."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gui_rec.model.geometry import Rect
from gui_rec.vision.template import find


def png(pixels: np.ndarray) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(stream, "PNG")
    return stream.getvalue()


def noise(seed: int, height: int, width: int) -> np.ndarray:
    """A piece that looks like no other."""
    rows = np.random.default_rng(seed).integers(0, 256, (height // 4, width // 4))
    return np.kron(rows, np.ones((4, 4)))


def ground() -> np.ndarray:
    return np.full((200, 160), 240.0)


def with_piece(piece: np.ndarray, *corners: tuple[int, int]) -> np.ndarray:
    picture = ground()
    for top, left in corners:
        picture[top : top + piece.shape[0], left : left + piece.shape[1]] = piece
    return picture


PIECE = noise(3, 24, 40)
AT = Rect(20, 40, 60, 64)
RECORDED = png(with_piece(PIECE, (40, 20)))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 176), st.integers(0, 120))
def test_it_is_found_to_the_pixel(top: int, left: int) -> None:
    ((place, score),) = find(RECORDED, AT, png(with_piece(PIECE, (top, left))))
    assert (place.left, place.top, place.width, place.height) == (left, top, 40, 24)
    assert score > 0.99


def test_brightness_and_contrast_do_not_matter() -> None:
    ((place, score),) = find(RECORDED, AT, png(with_piece(PIECE * 0.5 + 20, (100, 80))))
    assert (place.left, place.top) == (80, 100)
    assert score > 0.98


def test_two_places_are_two() -> None:
    assert len(find(RECORDED, AT, png(with_piece(PIECE, (10, 10), (120, 90))))) == 2


@pytest.mark.parametrize(
    "picture", [ground(), with_piece(noise(4, 24, 40), (40, 20)), np.full((10, 10), 9.0)], ids=str
)
def test_what_is_not_there_is_not_found(picture: np.ndarray) -> None:
    assert find(RECORDED, AT, png(picture)) == []


@pytest.mark.parametrize("piece", [Rect(0, 0, 40, 24), Rect(20, 40, 24, 44), Rect(150, 190, 190, 230)])
def test_what_has_no_contrast_is_tiny_or_cut_off_is_never_found(piece: Rect) -> None:
    assert find(RECORDED, piece, RECORDED) == []
