"""The baselines do what their descriptions say."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import imagehash
import numpy as np
import pytest
from mutations.baselines._members import BASELINES
from mutations.baselines.droidbot import DroidBot, state_string
from mutations.baselines.llamatouch import LlamaTouch, cosine
from mutations.baselines.phash import Phash
from mutations.baselines.pixels import THRESHOLD, Pixels, differing
from mutations.baselines.raw_xml import RawXml
from observations import shown
from PIL import Image, ImageDraw
from pixelmatch.contrib.PIL import pixelmatch
from shop import button, label

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.testing.builders import TEXT_FIELD, Element

PAGE = shown([label(4, "Shop"), label(40, "$5", "app:id/price"), button(70, "Add", "app:id/add")])


def painted(seen: Observation, *boxes: tuple[int, int, int, int]) -> Observation:
    image = Image.open(io.BytesIO(seen.screenshot or b"")).convert("RGB")
    for box in boxes:
        image.paste((200, 0, 0), box)
    out = io.BytesIO()
    image.save(out, "PNG")
    return replace(seen, screenshot=out.getvalue())


@pytest.mark.parametrize("baseline", [one for one, _ in BASELINES], ids=lambda one: one.name)
def test_the_same_screen_raises_no_alarm(baseline: object) -> None:
    assert baseline.score(PAGE, PAGE) <= baseline.threshold  # type: ignore[attr-defined]


def pictures(number: int) -> tuple[Image.Image, Image.Image]:
    """Two pictures of lines, boxes and faint noise that differ a little."""
    chance = random.Random(number)
    first = Image.new("RGBA", (90, 70), (246, 248, 252, 255))
    pen = ImageDraw.Draw(first)
    for _ in range(6):
        corner, size = (chance.randrange(70), chance.randrange(50)), chance.randrange(4, 20)
        shape = (*corner, corner[0] + size, corner[1] + size)
        (pen.ellipse if chance.random() < 0.5 else pen.line)(shape, fill=(chance.randrange(256), 40, 90, 255))
    first = first.resize((180, 140), Image.Resampling.BICUBIC)
    second = first.copy()
    pen = ImageDraw.Draw(second)
    at = (chance.randrange(120), chance.randrange(100))
    pen.text(at, "9.50", fill=(31, 31, 31, 255))
    pen.ellipse((at[0], at[1], at[0] + 30, at[1] + 24), outline=(90, 90, 200, 255))
    return first, second


@pytest.mark.parametrize("number", range(8))
def test_the_fast_pixel_comparison_counts_as_the_one_in_python_does(number: int) -> None:
    first, second = pictures(number)
    counted = pixelmatch(first, second, threshold=THRESHOLD)
    assert counted > 0
    assert differing(np.array(first), np.array(second)) == counted


def test_pixels_of_another_size_are_an_alarm() -> None:
    out = io.BytesIO()
    Image.new("RGB", (5, 5)).save(out, "PNG")
    assert Pixels().score(PAGE, replace(PAGE, screenshot=out.getvalue())) > Pixels().threshold
    assert Pixels().score(PAGE, painted(PAGE, (4, 40, 20, 50))) > 0


def test_the_hash_is_imagehash_s_own() -> None:
    other = painted(PAGE, (0, 0, 108, 120))
    first, second = (imagehash.phash(Image.open(io.BytesIO(one.screenshot or b""))) for one in (PAGE, other))
    assert Phash().score(PAGE, other) == first - second


def test_any_byte_of_the_hierarchy_counts() -> None:
    assert RawXml().score(PAGE, replace(PAGE, ui_xml=(PAGE.ui_xml or "") + " ")) == 1.0


def test_a_set_of_views_knows_neither_number_nor_order_nor_descriptions() -> None:
    row, other = label(4, "Row", "app:id/row"), label(40, "Two", "app:id/row")
    both, swapped, twice = shown([row, other]), shown([other, row]), shown([row, other, other])
    assert state_string(both) == state_string(swapped) == state_string(twice)
    described = shown([replace(row, content_desc="More"), other])
    assert state_string(both) == state_string(described)
    assert DroidBot().score(both, shown([row])) == 1.0


def test_a_long_text_is_none() -> None:
    long = [label(4, "a" * 51)], [label(4, "b" * 51)]
    assert state_string(shown(long[0])) == state_string(shown(long[1]))
    assert state_string(shown([label(4, "a")])) != state_string(shown([label(4, "b")]))


def test_words_decide_whether_screens_are_alike() -> None:
    assert cosine("one two", "two one") == pytest.approx(1.0)
    assert cosine("one two", "three four") == 0.0
    assert LlamaTouch().score(PAGE, shown([label(4, "Something else altogether")])) == 1.0


def test_a_field_must_have_all_its_attributes() -> None:
    field = Element(Rect(4, 160, 104, 180), text="ada", class_name=TEXT_FIELD)
    many = [label(4 + place, f"word {place}") for place in range(12)]
    page, other = shown([*many, field]), shown([*many, replace(field, text="bob")])
    assert LlamaTouch().score(page, page) == 0.0
    assert LlamaTouch().score(page, other) == 1.0


def test_a_missing_hierarchy_matches_as_it_does_there() -> None:
    assert LlamaTouch().score(PAGE, replace(PAGE, ui_xml=None)) == 0.0
    assert LlamaTouch().score(PAGE, replace(PAGE, activity=".Other")) == 1.0
