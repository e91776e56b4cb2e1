"""Every number that enters or leaves is converted here, and comes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.model.geometry import (
    NORM01,
    PX,
    CoordinateSpace,
    Point,
    PxPoint,
    Rect,
    ScreenSize,
    Space,
    axis_to_px,
    from_space,
    into_space,
    to_px,
    to_unit,
)

PHONE = ScreenSize(1080, 2400)
sizes = st.builds(ScreenSize, st.integers(1, 4096), st.integers(1, 4096))


@given(sizes, st.data())
def test_every_pixel_comes_back_from_its_canonical_point(size: ScreenSize, data: st.DataObject) -> None:
    pixel = PxPoint(
        data.draw(st.integers(0, size.width_px - 1)), data.draw(st.integers(0, size.height_px - 1))
    )
    assert to_px(to_unit(pixel, size), size) == pixel


@given(st.floats(0, 1), st.integers(1, 4096))
def test_a_unit_coordinate_never_leaves_the_screen(value: float, size_px: int) -> None:
    assert 0 <= axis_to_px(value, size_px) < size_px


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf"), True])
def test_a_point_outside_the_unit_square_is_refused(value: float) -> None:
    with pytest.raises(InputError, match=r"0\.\.1"):
        Point(value, 0.5)


def test_a_pixel_outside_the_screen_is_refused_with_both_sizes() -> None:
    with pytest.raises(InputError, match=r"\(1080,5\).*1080x2400"):
        to_unit(PxPoint(1080, 5), PHONE)


@pytest.mark.parametrize(
    ("space", "numbers", "pixel"),
    [
        (NORM01, (0.5, 0.2), (540, 480)),
        (NORM01, (1.0, 1), (1079, 2399)),
        (PX, (3, 2399), (3, 2399)),
        (CoordinateSpace(Space.NORM01_YX), (0.2, 0.5), (540, 480)),
        (CoordinateSpace(Space.REL999), (500, 415), (541, 997)),
        (CoordinateSpace(Space.REL1000), (500, 415), (540, 996)),
        (CoordinateSpace(Space.REL1000_FLOOR), (999, 999), (1078, 2397)),
        (CoordinateSpace(Space.RESIZED, ScreenSize(1092, 2408)), (546, 1204), (540, 1200)),
    ],
)
def test_dialects_numbers_become_the_pixel_that_is_executed(
    space: CoordinateSpace, numbers: tuple[float, float], pixel: tuple[int, int]
) -> None:
    assert to_px(from_space(space, *numbers, PHONE), PHONE) == PxPoint(*pixel)


ALL_SPACES = [
    CoordinateSpace(space, ScreenSize(1092, 2408) if space is Space.RESIZED else None) for space in Space
]


@pytest.mark.parametrize("space", ALL_SPACES, ids=str)
@given(x=st.integers(0, 1079), y=st.integers(0, 2399))
def test_unrounded_numbers_bring_the_pixel_back(space: CoordinateSpace, x: int, y: int) -> None:
    point = to_unit(PxPoint(x, y), PHONE)
    assert to_px(from_space(space, *into_space(space, point, PHONE), PHONE), PHONE) == PxPoint(x, y)


def test_a_number_outside_its_space_names_the_space() -> None:
    with pytest.raises(InputError, match=r"x: expected 0\.\.1000 in space rel1000, got 1200"):
        from_space(CoordinateSpace(Space.REL1000), 1200, 3, PHONE)


@pytest.mark.parametrize(
    "tag", ["px", "norm01", "norm01_yx", "rel1000", "rel1000_floor", "rel999", "resized(952,2156)"]
)
def test_space_tags_round_trip(tag: str) -> None:
    assert str(CoordinateSpace.parse(tag)) == tag


@pytest.mark.parametrize("tag", ["", "resized", "percent", "resized(1)", "resized(0,5)"])
def test_unknown_space_tags_are_refused(tag: str) -> None:
    with pytest.raises(InputError):
        CoordinateSpace.parse(tag)


def test_a_size_belongs_to_resized_alone() -> None:
    with pytest.raises(InputError):
        CoordinateSpace(Space.PX, PHONE)


def test_screen_sizes_are_read_and_checked() -> None:
    assert ScreenSize.parse("1080x2400") == PHONE
    assert str(PHONE) == "1080x2400"
    for text in ("1080", "x", "0x5", "99999x5", "1080x2400x3"):
        with pytest.raises(InputError):
            ScreenSize.parse(text)


def test_rectangles_are_half_open() -> None:
    rect = Rect(10, 20, 30, 60)
    assert (rect.width, rect.height, rect.area, rect.center) == (20, 40, 800, PxPoint(20, 40))
    assert rect.contains(PxPoint(10, 20))
    assert not rect.contains(PxPoint(30, 59))
    assert rect.intersect(Rect(25, 0, 100, 30)) == Rect(25, 20, 30, 30)
    assert rect.intersect(Rect(50, 0, 60, 10)).is_empty
    assert Rect(5, 5, 1, 1).area == 0
    assert rect.as_tuple() == (10, 20, 30, 60)
