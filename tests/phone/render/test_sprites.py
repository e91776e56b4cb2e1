from __future__ import annotations

import pytest

from gui_rec.phone.render.sprite_data import ICONS, PICTURES
from gui_rec.phone.render.sprites import sprite


@pytest.mark.parametrize("name", [*ICONS, *PICTURES])
def test_every_sprite_shows_something_and_fits(name: str) -> None:
    picture = sprite(name, 48, (10, 20, 30))
    assert (picture.mode, picture.size) == ("RGBA", (48, 48))
    alpha = picture.getchannel("A")
    assert alpha.getbbox() is not None
    assert alpha.getextrema()[1] == 255


def test_an_icon_takes_the_colour_that_is_asked_for() -> None:
    picture = sprite("nav_home", 48, (200, 10, 20))
    assert picture.getpixel((24, 24)) == (200, 10, 20, 255)


def test_a_sprite_is_made_once() -> None:
    assert sprite("bag", 30, (1, 2, 3)) is sprite("bag", 30, (1, 2, 3))


def test_an_unknown_sprite_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        sprite("no such", 30, (1, 2, 3))


@pytest.mark.parametrize(
    ("name", "x", "y"), [("gear", 12, 12), ("palette", 12, 7), ("lock", 12, 15.5), ("note", 10, 9)]
)
def test_the_ground_shows_through_a_hole(name: str, x: float, y: float) -> None:
    picture = sprite(name, 96, (200, 10, 20))
    assert picture.getpixel((round(x * 4), round(y * 4))) == (0, 0, 0, 0)


def test_a_head_and_shoulders() -> None:
    picture = sprite("contact", 96, (200, 10, 20))
    assert picture.getpixel((48, 32)) == (200, 10, 20, 255)
    assert picture.getpixel((48, 70)) == (200, 10, 20, 255)
    assert picture.getpixel((20, 32)) == (0, 0, 0, 0)
