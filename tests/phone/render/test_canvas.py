from __future__ import annotations

import pytest
from PIL import Image

from gui_rec.model.geometry import Rect
from gui_rec.phone.render.canvas import Canvas

WHITE, RED = (255, 255, 255), (200, 0, 0)


def _canvas(width: int = 200, height: int = 200) -> Canvas:
    """At 160 dpi a dp is a px."""
    return Canvas(Image.new("RGB", (width, height), WHITE), 160)


def _touched(canvas: Canvas) -> tuple[int, int, int, int] | None:
    grey = Image.eval(canvas.image.convert("L"), lambda value: 255 - value)
    return grey.getbbox()


def test_dp_become_px() -> None:
    assert Canvas(Image.new("RGB", (1, 1)), 420).px(24) == 63


def test_a_rectangle_covers_exactly_its_place() -> None:
    canvas = _canvas()
    canvas.rect(Rect(10, 20, 30, 50), RED)
    assert _touched(canvas) == (10, 20, 30, 50)
    assert canvas.image.getpixel((29, 49)) == RED


def test_an_empty_rectangle_is_nothing() -> None:
    canvas = _canvas()
    canvas.rect(Rect(10, 20, 10, 50), RED)
    canvas.box(Rect(30, 20, 10, 50), RED, 4)
    assert _touched(canvas) is None


def test_a_box_has_round_corners() -> None:
    canvas = _canvas()
    canvas.box(Rect(10, 10, 110, 110), RED, 20)
    assert canvas.image.getpixel((10, 10)) == WHITE
    assert canvas.image.getpixel((60, 10)) == RED
    assert canvas.image.getpixel((10, 60)) == RED
    assert _touched(canvas) == (10, 10, 110, 110)


def test_a_radius_is_limited_to_half_the_box() -> None:
    canvas = _canvas()
    canvas.box(Rect(10, 10, 50, 30), RED, 500)
    assert canvas.image.getpixel((30, 20)) == RED
    assert canvas.image.getpixel((10, 10)) == WHITE


def test_an_outline_has_an_inside() -> None:
    canvas = _canvas()
    canvas.outline(Rect(10, 10, 110, 110), RED, (0, 200, 0), 4, 2)
    assert canvas.image.getpixel((60, 11)) == RED
    assert canvas.image.getpixel((60, 60)) == (0, 200, 0)


def test_a_shadow_is_soft_and_lies_around_the_box() -> None:
    canvas = _canvas()
    canvas.shadow(Rect(60, 60, 140, 140), 8, 6)
    box = _touched(canvas)
    assert box is not None
    assert box[0] < 60
    assert box[3] > 140
    assert canvas.image.convert("L").getpixel((100, 100)) not in range(150)


def test_a_disc_is_round() -> None:
    canvas = _canvas()
    canvas.disc(100, 100, 10, RED)
    assert canvas.image.getpixel((100, 100)) == RED
    assert canvas.image.getpixel((91, 91)) == WHITE


def test_what_lies_outside_the_picture_is_cut_off() -> None:
    canvas = _canvas()
    canvas.box(Rect(-50, -50, 20, 20), RED, 10)
    canvas.disc(200, 200, 30, RED)
    canvas.sprite("bag", 0, 0, 40, RED)
    canvas.shadow(Rect(180, 180, 260, 260), 4, 4)
    assert canvas.image.getpixel((5, 5)) == RED
    assert canvas.image.getpixel((195, 195)) != WHITE


def test_a_part_keeps_its_content_inside() -> None:
    canvas = _canvas()
    place = Rect(50, 50, 100, 100)
    part = canvas.part(place)
    part.rect(Rect(0, 0, 200, 70), RED)
    canvas.put(part, place)
    assert _touched(canvas) == (50, 50, 100, 70)


def test_a_line_is_drawn() -> None:
    canvas = _canvas()
    canvas.line(10, 10, 100, 10, RED, 2)
    assert canvas.image.getpixel((50, 10)) == RED


@pytest.mark.parametrize(("align", "third"), [("start", 0), ("center", 1), ("end", 2)])
def test_text_is_aligned(align: str, third: int) -> None:
    canvas = _canvas(300, 60)
    canvas.text(Rect(0, 0, 300, 60), "Hi", size_sp=20, color=(0, 0, 0), align=align)
    box = _touched(canvas)
    assert box is not None
    assert third * 100 <= (box[0] + box[2]) // 2 < (third + 1) * 100
    assert 15 < (box[1] + box[3]) // 2 < 45


def test_one_line_of_text_never_leaves_its_box_sideways() -> None:
    canvas = _canvas(300, 60)
    canvas.text(Rect(100, 0, 200, 60), "A very long text that does not fit", size_sp=20, color=(0, 0, 0))
    box = _touched(canvas)
    assert box is not None
    assert box[0] >= 98
    assert box[2] <= 202


def test_several_lines_go_down_from_the_top() -> None:
    canvas = _canvas(120, 200)
    canvas.text(Rect(0, 0, 120, 200), "one two three four", size_sp=20, color=(0, 0, 0), lines=4)
    box = _touched(canvas)
    assert box is not None
    assert box[1] < 20
    assert box[3] > 35
