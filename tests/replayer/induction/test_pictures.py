from __future__ import annotations

from dataclasses import replace

from learnt_runs import ListPage
from trees import N

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.pictures import Pictures
from gui_rec.replayer.induction.slots import lanes_of
from gui_rec.testing.builders import Colour, png

SIZE = ScreenSize(400, 2400)
BOX = (0, 2100, 400, 2300)
RED, BLUE = (200, 0, 0), (0, 0, 200)
IMAGE = N("android.widget.ImageView", "shop:id/ad", desc="Offer", bounds=BOX)


def page(colour: Colour | None, shown: ListPage | None = None, share: float = 1.0) -> Page:
    """The list with an image of one colour in it, the first `share` of which is painted."""
    blocks = [] if colour is None else [(Rect(0, 2100, round(400 * share), 2300), colour)]
    seen = replace((shown or replace(ListPage(), extra=(IMAGE,))).seen(), screenshot=png(SIZE, blocks=blocks))
    found = Page.of(seen)
    assert found is not None
    return found


def varying(*pages: Page) -> list[tuple[str, tuple[str | None, ...]]]:
    return [(slot.lane.first().rid, slot.values) for slot in Pictures(pages).varying(lanes_of(pages, 0))]


def test_an_image_that_differs_is_a_slot_and_runs_that_look_alike_say_the_same() -> None:
    assert varying(page(RED), page(BLUE), page(RED)) == [("ad", ("0", "1", "0"))]
    assert varying(page(RED), page(RED)) == []


def test_up_to_two_hundredths_of_the_pixels_are_noise() -> None:
    assert varying(page(None), page(RED, share=0.015)) == []
    assert varying(page(None), page(RED, share=0.03)) != []


def test_what_says_something_else_is_no_matter_of_pictures() -> None:
    other = replace(ListPage(), extra=(replace(IMAGE, desc="Other"),))
    assert varying(page(RED), page(BLUE, other)) == []


def test_without_whole_pictures_of_one_size_nothing_is_told() -> None:
    plain = page(RED)
    for shot in (None, b"no picture"):
        bare = Page.of(replace(plain.seen, screenshot=shot))
        assert bare is not None
        assert varying(plain, bare) == []
    moved = page(BLUE, replace(ListPage(), extra=(replace(IMAGE, bounds=(0, 2100, 400, 2250)),)))
    assert varying(plain, moved) == []
