from __future__ import annotations

from gui_rec.dsl.unit_numbers import UnitNumbers
from gui_rec.model.geometry import NORM01, ScreenSize


def test_unit_coordinates_are_the_same_on_every_screen() -> None:
    for screen in (ScreenSize(1080, 2400), ScreenSize(2400, 1080)):
        assert UnitNumbers().space_on(screen) == NORM01
        assert UnitNumbers().grain_px(screen) == (0, 0)
