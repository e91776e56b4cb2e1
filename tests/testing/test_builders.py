from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.testing.builders import (
    PACKAGE,
    SIZE,
    TEXT_FIELD,
    Element,
    hierarchy_xml,
    observation,
    picture_of,
    png,
    step,
)
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.vision.png import check_png

BUTTON = Element(Rect(1, 2, 30, 40), text="Go", resource_id="a:id/go")


def test_pictures_are_whole_and_repeatable() -> None:
    assert check_png(png()) == SIZE
    assert check_png(png(ScreenSize(10, 20))) == ScreenSize(10, 20)
    assert png() == png()
    assert picture_of([BUTTON]) == picture_of([BUTTON])
    assert picture_of([BUTTON]) != picture_of([Element(BUTTON.bounds, text="Stop")])
    assert picture_of([Element(Rect(5, 5, 5, 5), text="nothing")]) == png()


def test_the_hierarchy_says_what_the_elements_say() -> None:
    tree = parse_hierarchy(hierarchy_xml([BUTTON], rotation=1))
    frame, node = tree.walk()
    assert tree.rotation == 1
    assert frame.bounds == Rect(0, 0, SIZE.width_px, SIZE.height_px)
    assert (node.text, node.resource_id, node.bounds, node.package) == (
        "Go",
        "a:id/go",
        BUTTON.bounds,
        PACKAGE,
    )
    assert Element(Rect(0, 0, 1, 1), class_name=TEXT_FIELD).is_field
    assert not BUTTON.is_field


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=30))
def test_any_text_comes_back_out_of_the_xml(text: str) -> None:
    _, node = parse_hierarchy(hierarchy_xml([Element(BUTTON.bounds, text=text)])).walk()
    if not any(ord(character) & 0xFFFE == 0xFFFE for character in text):
        assert node.text == text


def test_observations_and_steps() -> None:
    seen = observation([BUTTON], activity=".Other")
    assert (seen.package, seen.activity, seen.size) == (PACKAGE, ".Other", SIZE)
    made = step(3, pre=seen)
    assert (made.index, made.pre, made.settled) == (3, seen, True)
