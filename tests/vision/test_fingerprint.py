"""Fingerprints: stable, honest about algorithms, blind to nothing that imagehash trips over."""

from __future__ import annotations

import json
import random
import struct

import imagehash
import numpy as np
import PIL.Image
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screen_pngs import encode, raw_png, screen, screen_png

from gui_rec.errors import ImageError, InputError
from gui_rec.model.geometry import ScreenSize
from gui_rec.vision.fingerprint import ALGORITHM, distance, fingerprint, is_black, is_flat, look


def plain(colour: tuple[int, int, int], size: tuple[int, int] = (270, 600)) -> bytes:
    return encode(PIL.Image.new("RGB", size, colour))


def test_the_value_is_frozen() -> None:
    """A change here is a new algorithm id, never a new expectation."""
    rng = random.Random(7)
    cells = np.array([[rng.randrange(256) for _ in range(9)] for _ in range(20)])
    grey = np.kron(cells, np.ones((30, 30))).astype(np.uint8)
    assert fingerprint(encode(PIL.Image.fromarray(grey))) == FROZEN


FROZEN = "phash8/area1:930e774361531ea7"


def test_form_and_self_distance() -> None:
    found = fingerprint(screen_png(1))
    assert found.startswith(f"{ALGORITHM}:")
    assert len(found.partition(":")[2]) == 16
    assert distance(found, found) == 0


def test_distance_is_a_plain_int_that_json_takes() -> None:
    apart = distance(fingerprint(screen_png(1)), fingerprint(screen_png(2)))
    assert type(apart) is int
    assert apart > 10
    assert json.loads(json.dumps(apart)) == apart


def test_distances_across_algorithms_are_none() -> None:
    assert distance("phash8/area1:00", "phash8/area2:00") is None
    assert distance("phash8/area1:00ff", "phash8/area1:00fe") == 1
    assert distance("phash8/area1:ff", "phash8/area1:00ff") is None


@pytest.mark.parametrize(
    "text", ["", "00ff", "phash8/area1:", "phash8/area1:xyz", "phash8/area1:00FF", "a:b:c"]
)
def test_texts_that_are_no_fingerprint(text: str) -> None:
    with pytest.raises(InputError, match="algorithm:hex"):
        distance(text, "phash8/area1:00")


@given(st.integers(0, 5), st.integers(60, 300), st.integers(60, 600))
@settings(max_examples=20, deadline=None)
def test_close_to_imagehash_on_any_size(seed: int, width: int, height: int) -> None:
    image = screen(seed, (width, height), rows=6)
    apart = distance(fingerprint(encode(image)), f"{ALGORITHM}:{imagehash.phash(image)}")
    assert apart is not None
    assert apart <= 16


def test_modes_of_one_picture_agree() -> None:
    image = screen(3, mode="RGB")
    found = fingerprint(encode(image))
    assert fingerprint(encode(image.convert("RGBA"))) == found
    for mode, most in (("L", 2), ("LA", 2), ("P", 6)):
        apart = distance(found, fingerprint(encode(image.convert(mode))))
        assert apart is not None
        assert apart <= most


def test_sixteen_bit_samples_are_scaled_not_clipped() -> None:
    grey = np.asarray(screen(3, mode="L"))
    rows = b"".join(
        b"\0" + b"".join(struct.pack(">H", value * 257) for value in row) for row in grey.tolist()
    )
    deep = raw_png(270, 600, 16, 0, rows)
    assert fingerprint(deep) == fingerprint(encode(PIL.Image.fromarray(grey)))


def test_colours_hidden_under_alpha_do_not_count() -> None:
    shown = np.asarray(screen(3)).copy()
    shown[200:400, :, 3] = 0
    zeroed = shown.copy()
    zeroed[200:400, :, :3] = 0
    first, second = (encode(PIL.Image.fromarray(pixels, "RGBA")) for pixels in (shown, zeroed))
    assert fingerprint(first) == fingerprint(second)


def test_the_crop_hides_the_bars() -> None:
    image, clock = screen(4), screen(4)
    clock.paste((0, 0, 0, 255), (0, 0, 270, 40))
    clock.paste((255, 0, 0, 255), (0, 560, 270, 600))
    assert fingerprint(encode(image), (40, 40)) == fingerprint(encode(clock), (40, 40))
    assert fingerprint(encode(image)) != fingerprint(encode(clock))


@pytest.mark.parametrize("crop", [(-1, 0), (0, -1), (300, 300), (600, 0)])
def test_crops_that_leave_nothing(crop: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="crop"):
        fingerprint(screen_png(1), crop)


@pytest.mark.parametrize(
    ("colour", "flat", "black"),
    [
        ((255, 255, 255), True, False),
        ((0, 0, 0), True, True),
        ((9, 9, 9), True, False),
        ((20, 20, 60), True, False),
    ],
)
def test_flat_pictures(colour: tuple[int, int, int], flat: bool, black: bool) -> None:
    assert (is_flat(plain(colour)), is_black(plain(colour))) == (flat, black)


def test_screens_are_not_flat_and_one_dark_line_is_not_black() -> None:
    assert not is_flat(screen_png(1))
    assert not is_black(screen_png(1))
    dark = PIL.Image.new("RGB", (270, 600))
    dark.paste((255, 255, 255), (0, 0, 270, 20))
    assert not is_black(encode(dark))
    assert is_black(encode(dark), (20, 0))
    assert is_flat(encode(dark), (20, 0))


def test_look_says_all_at_once() -> None:
    data = screen_png(5)
    seen = look(data, (24, 48))
    assert seen.size == ScreenSize(270, 600)
    assert seen.fingerprint == fingerprint(data, (24, 48))
    assert (seen.is_flat, seen.is_black) == (False, False)
    assert look(plain((0, 0, 0))).is_black


@pytest.mark.parametrize("call", [fingerprint, is_flat, is_black, look])
def test_cut_pictures_are_refused(call: object) -> None:
    with pytest.raises(ImageError):
        call(screen_png(1)[:-12])  # type: ignore[operator]


def test_lossy_neighbours_stay_near() -> None:
    image = screen(6, mode="RGB")
    softer = image.resize((180, 400)).resize((270, 600))
    apart = distance(fingerprint(encode(image)), fingerprint(encode(softer)))
    assert apart is not None
    assert apart <= 4
