from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
from observations import look
from PIL import Image
from shop import label, tap

from gui_rec.capture.target import find_target
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Target
from gui_rec.replayer.locating.crop import by_crop
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import SIZE, Element

ICON = np.kron(np.random.default_rng(5).integers(0, 256, (5, 10)), np.ones((4, 4)))


def page(*tops: int, said: str = "") -> Look:
    """Icons of 40x20 px that look the same, at these heights."""
    picture = np.full((SIZE.height_px, SIZE.width_px), 250.0)
    for top in tops:
        picture[top : top + 20, 10:50] = ICON
    stream = io.BytesIO()
    Image.fromarray(picture.astype(np.uint8)).convert("RGB").save(stream, "PNG")
    icons = [
        Element(Rect(10, top, 50, top + 20), said, class_name="android.widget.ImageView") for top in tops
    ]
    made = look([label(4, "Tools"), *icons])
    return Look.of(replace(made.seen, screenshot=stream.getvalue()))


BEFORE = page(40)


def icon() -> Target:
    target, _ = find_target(BEFORE.seen, BEFORE.tree, replace(tap(40), x=30 / SIZE.width_px))
    assert target is not None
    return target


def test_the_one_place_that_looks_like_it() -> None:
    assert [node.bounds.top for node in by_crop(icon(), BEFORE, page(123))] == [123]


def test_two_places_none_or_one_that_says_something_else_are_not_it() -> None:
    assert by_crop(icon(), BEFORE, page(60, 140)) == []
    assert by_crop(icon(), BEFORE, page()) == []
    assert by_crop(replace(icon(), text="Cut"), BEFORE, page(123, said="Paste")) == []


def test_pictures_of_other_sizes_damaged_or_absent_say_nothing() -> None:
    assert by_crop(icon(), BEFORE, Look.of(replace(page(123).seen, screenshot=None))) == []
    assert by_crop(icon(), BEFORE, Look.of(replace(page(123).seen, screenshot=b"\x89PNG"))) == []
    assert by_crop(icon(), BEFORE, Look.of(replace(page(123).seen, size=None))) == []
