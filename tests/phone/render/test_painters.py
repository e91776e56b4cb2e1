from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from gui_rec.model.geometry import Rect
from gui_rec.phone.render.canvas import Canvas
from gui_rec.phone.render.painters import paint
from gui_rec.phone.world.layout import FieldStates, Layout
from gui_rec.phone.world.views import FILL, Field, Look, View

AREA = Rect(0, 0, 300, 120)
WHITE = (255, 255, 255)
RED = (200, 0, 0)


def _painted(
    view: View, *, fields: FieldStates | None = None, scroll: dict[str, int] | None = None
) -> Image.Image:
    canvas = Canvas(Image.new("RGB", (AREA.width, AREA.height), WHITE), 160)
    paint(canvas, Layout(160, scroll or {}, fields or FieldStates()).place(view, AREA, AREA))
    return canvas.image


def _differ(first: Image.Image, second: Image.Image) -> bool:
    return ImageChops.difference(first, second).getbbox() is not None


def _blank() -> Image.Image:
    return Image.new("RGB", (AREA.width, AREA.height), WHITE)


def test_a_view_without_a_look_paints_nothing() -> None:
    assert not _differ(_painted(View()), _blank())


@pytest.mark.parametrize(
    "view",
    [
        View("TextView", text="Hello"),
        View(look=Look(fill=RED)),
        View(look=Look(fill=RED, radius=20, elevation=4)),
        View("ImageButton", look=Look(icon="bag", align="center")),
        View("Button", text="Go", look=Look(icon="info")),
        View("EditText", id="f", field=Field("Name"), look=Look(kind="field", border=RED)),
        View("EditText", id="f", field=Field("Find"), look=Look(kind="field", border=RED, icon="search")),
        View("Switch", look=Look(kind="switch")),
        View("CheckBox", text="Keep", look=Look(kind="checkbox")),
        View("CheckedTextView", text="One", look=Look(kind="radio")),
        View("ProgressBar", look=Look(kind="spinner")),
        View(look=Look(kind="banner", fill=RED, radius=8, picture="1/3")),
        View("ImageView", look=Look(kind="picture", picture="mug", fill=(9, 99, 9))),
        View("ImageView", look=Look(kind="logo", icon="bag")),
        View("TextView", text="Shop", look=Look(kind="app_icon", icon="gear", fill=RED)),
    ],
)
def test_every_kind_paints_something(view: View) -> None:
    assert _differ(_painted(view), _blank())


@pytest.mark.parametrize(
    ("cls", "kind"), [("Switch", "switch"), ("CheckBox", "checkbox"), ("CheckedTextView", "radio")]
)
def test_checked_looks_different(cls: str, kind: str) -> None:
    def view(checked: bool) -> View:
        return View(cls, text="One", look=Look(kind=kind), checkable=True, checked=checked)

    assert _differ(_painted(view(True)), _painted(view(False)))


@pytest.mark.parametrize("lines", [1, 3])
def test_focus_shows_a_cursor_at_its_place(lines: int) -> None:
    view = View("EditText", id="f", field=Field("Name"), look=Look(kind="field", lines=lines))
    texts = {"f": "ada\nbob"}
    plain = _painted(view, fields=FieldStates(texts))
    start = _painted(view, fields=FieldStates(texts, {"f": 0}, "f"))
    end = _painted(view, fields=FieldStates(texts, {"f": 7}, "f"))
    assert _differ(plain, start)
    assert _differ(start, end)


def test_a_password_looks_like_bullets() -> None:
    look = Look(kind="field")
    hidden = View("EditText", id="f", field=Field(password=True), look=look)
    shown = View("EditText", id="f", field=Field(), look=look)
    assert not _differ(
        _painted(hidden, fields=FieldStates({"f": "abc"})), _painted(shown, fields=FieldStates({"f": "•••"}))
    )


def test_scrolled_content_stays_inside() -> None:
    rows = tuple(View(h=40, look=Look(fill=RED)) for _ in range(5))
    inner = View(id="s", h=60, scrolls=True, children=rows)
    image = _painted(View(children=(View(h=30), inner, View(h=FILL))), scroll={"s": 50})
    assert image.getpixel((10, 29)) == WHITE
    assert image.getpixel((10, 31)) == RED
    assert image.getpixel((10, 91)) == WHITE


def test_a_scrolled_list_shows_its_bar() -> None:
    rows = tuple(View(h=40) for _ in range(9))
    view = View(id="s", h=FILL, scrolls=True, children=rows)
    assert not _differ(_painted(view), _blank())
    assert _differ(_painted(view, scroll={"s": 50}), _blank())


def test_a_drawn_text_is_seen_and_in_no_hierarchy() -> None:
    first, second = (
        View("android.view.View", id="sum", h=48, look=Look(kind="drawn", picture=words))
        for words in ("24.50 €", "93.10 €")
    )
    assert _differ(_painted(first), _blank())
    assert _differ(_painted(first), _painted(second))
    placed = [Layout(160, {}, FieldStates()).place(view, AREA, AREA) for view in (first, second)]
    assert [one.shown_text for one in placed] == ["", ""]
