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
