from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from gui_rec.model.geometry import Rect
from gui_rec.phone.render import type as lettering
from gui_rec.phone.render.canvas import Canvas
from gui_rec.phone.render.palette import DAY
from gui_rec.phone.render.typed import paint_typed
from gui_rec.phone.world.layout import Placed
from gui_rec.phone.world.views import Field, Look, View

AREA = Rect(20, 10, 320, 130)
WIDTH = 340


def _painted(
    text: str,
    *,
    cursor: int | None = None,
    anchor: int | None = None,
    hint: bool = False,
    lines: int = 1,
    mirrored: bool = False,
) -> Image.Image:
    image = Image.new("RGB", (WIDTH, 140), "white")
    view = View("EditText", field=Field("Name"), look=Look(kind="field", lines=lines))
    placed = Placed(view, AREA, AREA, 0, shown_text=text, is_hint=hint, cursor=cursor, anchor=anchor)
    paint_typed(Canvas(image, 160, mirror_px=WIDTH if mirrored else None), placed, AREA)
    return image


def _where(image: Image.Image, color: tuple[int, int, int]) -> tuple[int, int, int, int]:
    mask = (
        ImageChops.difference(image, Image.new("RGB", image.size, color))
        .convert("L")
        .point(lambda v: 255 * (v == 0))
    )
    box = mask.getbbox()
    assert box is not None, "nothing of this colour"
    return box


def _cursor_x(image: Image.Image) -> int:
    return _where(image, DAY.accent)[0]


def test_the_cursor_follows_the_text_and_waits_before_a_hint() -> None:
    assert _cursor_x(_painted("ada", cursor=3)) == 20 + lettering.width("ada", "Regular", 16)
    assert _cursor_x(_painted("Name", cursor=0, hint=True)) == 20


def test_without_focus_there_is_no_cursor_and_no_selection() -> None:
    seen = {color for _, color in _painted("ada", anchor=1).getcolors(9_999) or []}
    assert DAY.accent not in seen
    assert DAY.selection not in seen


def test_an_english_text_on_an_arabic_screen_ends_at_the_right() -> None:
    assert _cursor_x(_painted("ada", cursor=3, mirrored=True)) >= AREA.right - 3
    width = lettering.width("ada", "Regular", 16)
    assert abs(_cursor_x(_painted("ada", cursor=0, mirrored=True)) - (AREA.right - width)) <= 3


def test_a_long_name_shows_its_end_while_it_is_typed() -> None:
    long = "x" * 90 + "END"
    typed, left = _painted(long, cursor=len(long)), _painted(long)
    assert AREA.right - 30 < _cursor_x(typed) <= AREA.right
    assert typed.tobytes() != left.tobytes()


@pytest.mark.parametrize(("anchor", "cursor"), [(1, 5), (5, 1)])
def test_what_is_selected_has_a_ground(anchor: int, cursor: int) -> None:
    left, _, right, _ = _where(_painted("ada bob", cursor=cursor, anchor=anchor), DAY.selection)
    assert abs(left - 20 - lettering.width("a", "Regular", 16)) <= 2
    assert abs(right - 20 - lettering.width("ada b", "Regular", 16)) <= 2


def test_a_selection_goes_over_line_feeds_and_over_lines_that_wrap() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve\nlast"
    assert len(lettering.wrap(text, "Regular", 16, 300, 9)) == 3
    _, top, _, bottom = _where(_painted(text, cursor=len(text), anchor=0, lines=4), DAY.selection)
    assert (top, bottom) == (10, 10 + 3 * 22)
    _, top, _, bottom = _where(_painted(text, cursor=6, anchor=0, lines=4), DAY.selection)
    assert (top, bottom) == (10, 10 + 22)


def test_the_cursor_is_on_the_line_that_wraps() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve"
    assert _where(_painted(text, cursor=len(text), lines=4), DAY.accent)[1] == 10 + 22
