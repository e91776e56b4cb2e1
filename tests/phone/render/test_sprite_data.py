from __future__ import annotations

import pytest

from gui_rec.phone.render.sprite_data import HOLE, ICONS, PICTURES, Shape

KINDS = {"line", "poly", "disc", "ring", "box", "frame", "arc", "pie"}


@pytest.mark.parametrize(("name", "shapes"), [*ICONS.items(), *PICTURES.items()])
def test_shapes_are_well_formed(name: str, shapes: tuple[Shape, ...]) -> None:
    grid = 24 if name in ICONS else 100
    assert shapes
    for shape in shapes:
        assert shape.kind in KINDS
        assert len(shape.points) % 2 == 0
        assert len(shape.points) >= 4
        assert all(-grid / 2 <= value <= grid * 1.5 for value in shape.points)


def test_boxes_are_not_inverted() -> None:
    for shapes in (*ICONS.values(), *PICTURES.values()):
        for shape in shapes:
            if shape.kind in ("disc", "ring", "box", "frame", "arc", "pie"):
                left, top, right, bottom = shape.points
                assert left < right
                assert top < bottom


def test_icons_and_pictures_share_no_name() -> None:
    assert not set(ICONS) & set(PICTURES)


def test_an_icon_has_one_colour_and_holes_so_that_it_suits_every_ground() -> None:
    assert {shape.color for shapes in ICONS.values() for shape in shapes} == {None, HOLE}
    assert not any(shape.color == HOLE for shapes in PICTURES.values() for shape in shapes)
