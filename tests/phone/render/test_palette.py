from __future__ import annotations

from dataclasses import fields

from gui_rec.phone.render.palette import DAY, NIGHT, Palette
from gui_rec.phone.world.views import Color


def _light(color: Color) -> int:
    return sum(color) // 3


def test_every_role_is_a_colour_by_day_and_by_night() -> None:
    for palette in (DAY, NIGHT):
        for each in fields(Palette):
            color = getattr(palette, each.name)
            assert len(color) == 3
            assert all(0 <= part <= 255 for part in color)


def test_night_is_dark_and_what_is_written_on_it_is_light() -> None:
    for ground, ink in (
        ("paper", "hint"),
        ("key", "key_ink"),
        ("keyboard", "strip_ink"),
        ("accent", "on_accent"),
    ):
        for palette in (DAY, NIGHT):
            assert abs(_light(getattr(palette, ground)) - _light(getattr(palette, ink))) > 90, (ground, ink)
    assert _light(NIGHT.paper) < 60 < 200 < _light(DAY.paper)
