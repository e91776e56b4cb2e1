from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.dsl.numbers import Numbers
from gui_rec.errors import InputError
from gui_rec.model.geometry import PxPoint, ScreenSize, Space, to_px, to_unit
from gui_rec.model.resize import QWEN2_5

_ALL = [
    Numbers(Space.PX),
    Numbers(Space.NORM01, decimals=4),
    Numbers(Space.NORM01_YX, decimals=6),
    Numbers(Space.REL1000),
    Numbers(Space.REL1000_FLOOR, top=999),
    Numbers(Space.REL999),
    Numbers(Space.RESIZED, resize=QWEN2_5),
]
_SCREENS = st.builds(ScreenSize, st.integers(240, 3000), st.integers(240, 3000))


@given(numbers=st.sampled_from(_ALL), screen=_SCREENS, data=st.data())
def test_a_pixel_comes_back_within_the_grain(
    numbers: Numbers, screen: ScreenSize, data: st.DataObject
) -> None:
    pixel = PxPoint(
        data.draw(st.integers(0, screen.width_px - 1)), data.draw(st.integers(0, screen.height_px - 1))
    )
    place = to_unit(pixel, screen)
    first, second = numbers.write(place.x, place.y, screen)
    back = to_px(numbers.read(first, second, screen), screen)
    grain = numbers.grain_px(screen)
    assert abs(back.x - pixel.x) <= grain[0]
    assert abs(back.y - pixel.y) <= grain[1]
    assert (grain == (0, 0)) == (numbers.loss is None)


@pytest.mark.parametrize("numbers", _ALL, ids=lambda numbers: numbers.space.value)
def test_numbers_outside_the_space_are_errors(numbers: Numbers) -> None:
    for first, second in ((-1, 0), (0, -1), (99_999, 0), (0, 99_999), (float("nan"), 0)):
        with pytest.raises(InputError):
            numbers.read(first, second, ScreenSize(1080, 2400))


def test_y_stands_first_where_the_space_says_so() -> None:
    assert Numbers(Space.NORM01_YX, decimals=2).write(0.25, 0.75, None) == (0.75, 0.25)
    point = Numbers(Space.NORM01_YX).read(0.75, 0.25, None)
    assert (point.x, point.y) == (0.25, 0.75)


@pytest.mark.parametrize("numbers", [_ALL[0], _ALL[6]], ids=["px", "resized"])
def test_pixels_need_a_screen(numbers: Numbers) -> None:
    with pytest.raises(InputError, match="screen's size"):
        numbers.read(1, 1, None)
    with pytest.raises(InputError, match="screen's size"):
        numbers.write(0.5, 0.5, None)
