"""How each kind of view is painted."""

from __future__ import annotations

from collections.abc import Callable

from gui_rec.model.geometry import Rect
from gui_rec.phone.render.canvas import Canvas
from gui_rec.phone.render.typed import paint_typed
from gui_rec.phone.world.layout import Placed
from gui_rec.phone.world.views import Color

_WHITE: Color = (255, 255, 255)

Painter = Callable[[Canvas, Placed], None]


def paint(canvas: Canvas, placed: Placed) -> None:
    """A view and all below it; a scrolling view's content stays inside it."""
    if placed.visible.is_empty:
        return
    _PAINTERS.get(placed.view.look.kind, _plain)(canvas, placed)
    inner = canvas
    if placed.view.scrolls:
        inner = canvas.part(placed.visible)
    for child in placed.children:
        paint(inner, child)
    if inner is not canvas:
        _scroll_bar(inner, placed)
        canvas.put(inner, placed.visible)


def _scroll_bar(canvas: Canvas, placed: Placed) -> None:
    if placed.range_px == 0 or placed.offset == 0:
        return
    height = placed.bounds.height
    length = max(canvas.px(32), height * height // (height + placed.range_px))
    top = placed.bounds.top + (height - length) * placed.offset // placed.range_px
    right = placed.bounds.right - canvas.px(2)
    canvas.box(Rect(right - canvas.px(3), top, right, top + length), canvas.palette.scroll_bar, 2)


def _padded(canvas: Canvas, placed: Placed) -> Rect:
    left, top, right, bottom = (canvas.px(side) for side in placed.view.pad)
    area = placed.bounds
    return Rect(area.left + left, area.top + top, area.right - right, area.bottom - bottom)


def _background(canvas: Canvas, placed: Placed) -> None:
    look = placed.view.look
    if look.elevation:
        canvas.shadow(placed.bounds, look.radius, look.elevation)
    if look.fill is not None:
        canvas.box(placed.bounds, look.fill, look.radius)


def _plain(canvas: Canvas, placed: Placed) -> None:
    _background(canvas, placed)
    look = placed.view.look
    area = _padded(canvas, placed)
    if look.icon:
        area = _icon(canvas, placed, area)
    if placed.shown_text:
        canvas.text(
            area,
            placed.shown_text,
            size_sp=look.size,
            weight=look.weight,
            color=look.color,
            align=look.align,
            lines=look.lines,
        )


def _icon(canvas: Canvas, placed: Placed, area: Rect) -> Rect:
    """Paints the icon; the area that is left for text."""
    look = placed.view.look
    size = canvas.px(look.icon_size)
    middle = (placed.bounds.top + placed.bounds.bottom) // 2
    if look.align == "center":
        canvas.sprite(look.icon, area.center.x, middle, size, look.color)
        return area
    left = area.left if not placed.children else placed.bounds.left + canvas.px(18)
    canvas.sprite(look.icon, left + size // 2, middle, size, look.color)
    return Rect(area.left + size + canvas.px(16), area.top, area.right, area.bottom)


def _field(canvas: Canvas, placed: Placed) -> None:
    look = placed.view.look
    if look.border is not None:
        border = canvas.palette.accent if placed.focused else look.border
        if look.icon and not placed.focused:
            canvas.box(placed.bounds, look.fill or canvas.palette.paper, look.radius)
        else:
            canvas.outline(
                placed.bounds,
                border,
                look.fill or canvas.palette.paper,
                look.radius,
                2 if placed.focused else 1,
            )
    area = _padded(canvas, placed)
    if look.icon:
        size = canvas.px(look.icon_size)
        canvas.sprite(look.icon, area.left + size // 2, area.center.y, size, canvas.palette.outline)
        area = Rect(area.left + size + canvas.px(12), area.top, area.right, area.bottom)
    paint_typed(canvas, placed, area)


def _switch(canvas: Canvas, placed: Placed) -> None:
    area, on = placed.bounds, placed.view.checked
    if on:
        canvas.box(area, canvas.palette.accent, 16)
        canvas.disc(area.right - area.height // 2, area.center.y, canvas.px(12), canvas.palette.on_accent)
    else:
        canvas.outline(area, canvas.palette.knob_off, canvas.palette.track_off, 16, 2)
        canvas.disc(area.left + area.height // 2, area.center.y, canvas.px(8), canvas.palette.knob_off)


def _checkbox(canvas: Canvas, placed: Placed) -> None:
    area, look = placed.bounds, placed.view.look
    size = canvas.px(20)
    top = area.center.y - size // 2
    left = area.left + canvas.px(2)
    box = Rect(left, top, left + size, top + size)
    if placed.view.checked:
        canvas.box(box, canvas.palette.accent, 3)
        canvas.sprite("check", box.center.x, box.center.y, canvas.px(16), canvas.palette.on_accent)
    else:
        canvas.outline(box, canvas.palette.outline, canvas.palette.paper, 3, 2)
    words = Rect(box.right + canvas.px(14), area.top, area.right, area.bottom)
    canvas.text(words, placed.shown_text, size_sp=look.size, color=look.color)


def _radio(canvas: Canvas, placed: Placed) -> None:
    area, look = _padded(canvas, placed), placed.view.look
    radius = canvas.px(10)
    x, y = area.left + radius, area.center.y
    canvas.disc(x, y, radius, canvas.palette.accent if placed.view.checked else canvas.palette.outline)
    canvas.disc(x, y, radius - canvas.px(2), canvas.palette.dialog)
    if placed.view.checked:
        canvas.disc(x, y, radius // 2, canvas.palette.accent)
    words = Rect(x + radius + canvas.px(16), area.top, area.right, area.bottom)
    canvas.text(words, placed.shown_text, size_sp=look.size, color=look.color)


def _spinner(canvas: Canvas, placed: Placed) -> None:
    size = placed.bounds.width
    canvas.sprite("spinner", placed.bounds.center.x, placed.bounds.center.y, size, canvas.palette.accent)


def _running(canvas: Canvas, placed: Placed) -> None:
    """A bar without an end: a piece runs along it. What is said of it tells how far it is."""
    area, done = placed.bounds, int(placed.view.desc.removesuffix(" %") or "0")
    canvas.rect(area, canvas.palette.track_off)
    left = area.left + area.width * done // 100
    right = min(area.right, left + area.width // 4)
    canvas.rect(Rect(left, area.top, right, area.bottom), canvas.palette.accent)


def _banner(canvas: Canvas, placed: Placed) -> None:
    look, area = placed.view.look, placed.bounds
    fill = look.fill or canvas.palette.accent
    canvas.box(area, fill, look.radius)
    light: Color = (min(255, fill[0] + 30), min(255, fill[1] + 30), min(255, fill[2] + 30))
    inside = canvas.part(placed.visible)
    inside.disc(area.right - canvas.px(56), area.top + canvas.px(56), canvas.px(44), light)
    inside.disc(area.right - canvas.px(28), area.top + canvas.px(112), canvas.px(20), light)
    canvas.put(inside, placed.visible)
    now, _, count = look.picture.partition("/")
    for number in range(int(count)):
        x = area.left + canvas.px(28 + 14 * number)
        color = _WHITE if number == int(now) else light
        canvas.disc(x, area.bottom - canvas.px(18), canvas.px(4), color)


def _picture(canvas: Canvas, placed: Placed) -> None:
    _background(canvas, placed)
    area, look = placed.bounds, placed.view.look
    size = round(min(area.width, area.height) * 4 // 5 * look.zoom)
    if look.zoom <= 1:
        canvas.sprite(look.picture, area.center.x, area.center.y, size, canvas.palette.accent)
        return
    inside = canvas.part(placed.visible)
    inside.sprite(look.picture, area.center.x, area.center.y, size, canvas.palette.accent)
    canvas.put(inside, placed.visible)


def _drawn(canvas: Canvas, placed: Placed) -> None:
    """A text on a canvas of the app's own: it is seen, and no hierarchy has it."""
    look = placed.view.look
    _background(canvas, placed)
    area = _padded(canvas, placed)
    canvas.text(area, look.picture, size_sp=look.size, weight=look.weight, color=look.color, align=look.align)


def _logo(canvas: Canvas, placed: Placed) -> None:
    look, area = placed.view.look, placed.bounds
    canvas.disc(area.center.x, area.center.y, area.width // 2, look.fill or canvas.palette.accent)
    canvas.sprite(look.icon, area.center.x, area.center.y, area.width // 2, look.color)


def _app_icon(canvas: Canvas, placed: Placed) -> None:
    look, area = placed.view.look, placed.bounds
    radius = canvas.px(30)
    x, y = area.center.x, area.top + canvas.px(8) + radius
    canvas.disc(x, y, radius, look.fill or canvas.palette.accent)
    canvas.sprite(look.icon, x, y, canvas.px(32), _WHITE)
    label = Rect(area.left, y + radius + canvas.px(4), area.right, y + radius + canvas.px(28))
    canvas.text(
        label, placed.shown_text, size_sp=look.size, weight=look.weight, color=look.color, align="center"
    )


_PAINTERS: dict[str, Painter] = {
    "bare": _background,
    "field": _field,
    "switch": _switch,
    "checkbox": _checkbox,
    "radio": _radio,
    "spinner": _spinner,
    "running": _running,
    "banner": _banner,
    "picture": _picture,
    "drawn": _drawn,
    "logo": _logo,
    "app_icon": _app_icon,
}
