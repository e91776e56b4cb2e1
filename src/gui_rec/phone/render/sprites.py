"""Icons and product pictures: strokes and shapes as data, drawn large and shrunk once."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from gui_rec.phone.render.sprite_data import HOLE, ICONS, PICTURES, Shape
from gui_rec.phone.world.views import Color

_SUPERSAMPLE = 4


@lru_cache(maxsize=256)
def sprite(name: str, size_px: int, color: Color) -> Image.Image:
    """An RGBA picture of `size_px` squared; `color` is for shapes that have none of their own."""
    grid, shapes = (24, ICONS[name]) if name in ICONS else (100, PICTURES[name])
    size = size_px * _SUPERSAMPLE
    image = Image.new("RGBA", (size, size), (*color, 0))
    pen = ImageDraw.Draw(image)
    for shape in shapes:
        _draw(pen, shape, size / grid, color)
    return image.resize((size_px, size_px), Image.Resampling.BOX)


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, scale: float, color: Color) -> None:
    points = [value * scale for value in shape.points]
    ink = (*color, 0) if shape.color == HOLE else (*(shape.color or color), 255)
    width = max(1, round(shape.width * scale))
    match shape.kind:
        case "line":
            pen.line(points, fill=ink, width=width, joint="curve")
            _round_ends(pen, points, width, ink)
        case "poly":
            pen.polygon(points, fill=ink)
        case "disc":
            pen.ellipse(points, fill=ink)
        case "pie":
            pen.pieslice(points, shape.start, shape.end, fill=ink)
        case "ring":
            pen.ellipse(points, outline=ink, width=width)
        case "box":
            pen.rounded_rectangle(points, shape.radius * scale, fill=ink)
        case "frame":
            pen.rounded_rectangle(points, shape.radius * scale, outline=ink, width=width)
        case _:
            pen.arc(points, shape.start, shape.end, fill=ink, width=width)


def _round_ends(
    pen: ImageDraw.ImageDraw, points: list[float], width: int, ink: tuple[int, int, int, int]
) -> None:
    for x, y in (points[:2], points[-2:]):
        pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=ink)
