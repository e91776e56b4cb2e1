"""A surface to paint on: anti-aliased boxes, shadows, sprites and text, in px of the screen."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from gui_rec.model.geometry import Rect
from gui_rec.phone.render import type as lettering
from gui_rec.phone.render.palette import DAY, Palette
from gui_rec.phone.render.sprites import sprite
from gui_rec.phone.world.views import Color

_SUPERSAMPLE = 4
_CAP_MIDDLE = 0.355
_DIRECTED = frozenset({"back", "next", "enter", "nav_back", "help"})
_OTHER_SIDE = {"start": "end", "center": "center", "end": "start"}


class Canvas:
    """Paints on an RGB image whose upper left corner lies at `origin` of the screen.

    With `mirror_px`, the screen's width, everything is painted on the other side, as right-to-left languages
    have it: painters know only the one way.
    """

    def __init__(
        self,
        image: Image.Image,
        density_dpi: int,
        origin: tuple[int, int] = (0, 0),
        *,
        palette: Palette = DAY,
        mirror_px: int | None = None,
    ) -> None:
        self.image = image
        self.density_dpi = density_dpi
        self.palette = palette
        self.mirror_px = mirror_px
        self._pen = ImageDraw.Draw(image)
        self._left, self._top = origin

    def px(self, dp: float) -> int:
        return round(dp * self.density_dpi / 160)

    def over(self, image: Image.Image) -> Canvas:
        """The same on another picture."""
        return Canvas(image, self.density_dpi, palette=self.palette, mirror_px=self.mirror_px)

    def part(self, rect: Rect) -> Canvas:
        """A copy of a part, for content that must not reach beyond it; put it back with `put`."""
        there = self._flip(rect)
        image = self.image.crop(self._box(there))
        origin = (there.left, there.top)
        return Canvas(image, self.density_dpi, origin, palette=self.palette, mirror_px=self.mirror_px)

    def put(self, other: Canvas, rect: Rect) -> None:
        """Put a part back to its place."""
        self.image.paste(other.image, self._box(self._flip(rect))[:2])

    def _flip(self, rect: Rect) -> Rect:
        if self.mirror_px is None:
            return rect
        return Rect(self.mirror_px - rect.right, rect.top, self.mirror_px - rect.left, rect.bottom)

    def _flip_x(self, x: int) -> int:
        return x if self.mirror_px is None else self.mirror_px - x

    def _box(self, rect: Rect) -> tuple[int, int, int, int]:
        left, top = self._left, self._top
        return (rect.left - left, rect.top - top, rect.right - left, rect.bottom - top)

    def rect(self, rect: Rect, color: Color) -> None:
        if not rect.is_empty:
            self.image.paste(color, self._box(self._flip(rect)))

    def box(self, rect: Rect, color: Color, radius_dp: float = 0) -> None:
        """A filled box with round corners."""
        radius = min(self.px(radius_dp), rect.width // 2, rect.height // 2)
        if radius <= 0:
            self.rect(rect, color)
            return
        left, top, right, bottom = rect.as_tuple()
        self.rect(Rect(left, top + radius, right, bottom - radius), color)
        self.rect(Rect(left + radius, top, right - radius, top + radius), color)
        self.rect(Rect(left + radius, bottom - radius, right - radius, bottom), color)
        disc = _disc(radius)
        left, top, right, bottom = self._flip(rect).as_tuple()
        for x, from_x in ((left, 0), (right - radius, radius)):
            for y, from_y in ((top, 0), (bottom - radius, radius)):
                corner = disc.crop((from_x, from_y, from_x + radius, from_y + radius))
                self.image.paste(color, self._box(Rect(x, y, x + radius, y + radius)), corner)

    def outline(self, rect: Rect, color: Color, inside: Color, radius_dp: float, width_dp: float) -> None:
        """A box with a border; what lies inside is filled."""
        width = max(1, self.px(width_dp))
        inner = Rect(rect.left + width, rect.top + width, rect.right - width, rect.bottom - width)
        self.box(rect, color, radius_dp)
        self.box(inner, inside, max(0.0, radius_dp - width_dp))

    def shadow(self, rect: Rect, radius_dp: float, elevation_dp: float) -> None:
        """A soft shadow under a box."""
        blur = max(1, self.px(elevation_dp))
        mask = _shadow(rect.width, rect.height, self.px(radius_dp), blur)
        drop = blur // 2
        spread = 2 * blur
        area = Rect(
            rect.left - spread, rect.top - spread + drop, rect.right + spread, rect.bottom + spread + drop
        )
        self.image.paste((0, 0, 0), self._box(self._flip(area)), mask)

    def disc(self, x: int, y: int, radius_px: int, color: Color) -> None:
        """A filled circle around a point."""
        area = Rect(x - radius_px, y - radius_px, x + radius_px, y + radius_px)
        self.image.paste(color, self._box(self._flip(area)), _disc(radius_px))

    def line(self, x1: int, y1: int, x2: int, y2: int, color: Color, width_px: int) -> None:
        left, top = self._left, self._top
        ends = (self._flip_x(x1) - left, y1 - top, self._flip_x(x2) - left, y2 - top)
        self._pen.line(ends, fill=color, width=width_px)

    def sprite(self, name: str, x: int, y: int, size_px: int, color: Color) -> None:
        """An icon or a picture with its centre at a point."""
        picture = sprite(name, size_px, color)
        if self.mirror_px is not None and name in _DIRECTED:
            picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        at = (self._flip_x(x) - size_px // 2 - self._left, y - size_px // 2 - self._top)
        self.image.paste(picture, at, picture)

    def text(
        self,
        rect: Rect,
        text: str,
        *,
        size_sp: float,
        weight: str = "Regular",
        color: Color,
        align: str = "start",
        lines: int = 1,
        line_factor: float = 1.4,
    ) -> None:
        """Text in a box: one line in its middle, several from its top."""
        size = self.px(size_sp)
        rect = self._flip(rect)
        if self.mirror_px is not None:
            align = _OTHER_SIDE[align]
        parts = (
            lettering.wrap(text, weight, size, rect.width, lines) if lines > 1 else [text.replace("\n", " ")]
        )
        height = size * line_factor
        top = rect.top if lines > 1 else (rect.top + rect.bottom - height) / 2
        for number, part in enumerate(parts):
            part = lettering.shorten(part, weight, size, max(rect.width, size))
            spare = rect.width - lettering.width(part, weight, size)
            x = rect.left + {"start": 0.0, "center": spare / 2, "end": spare}[align]
            baseline = top + height * (number + 0.5) + size * _CAP_MIDDLE
            at = (x - self._left, baseline - self._top)
            lettering.draw_line(self._pen, at, part, weight, size, color)


@lru_cache(maxsize=64)
def _disc(radius: int) -> Image.Image:
    size = 2 * radius
    large = Image.new("L", (size * _SUPERSAMPLE, size * _SUPERSAMPLE))
    ImageDraw.Draw(large).ellipse((0, 0, size * _SUPERSAMPLE - 1, size * _SUPERSAMPLE - 1), fill=255)
    return large.resize((size, size), Image.Resampling.BOX)


@lru_cache(maxsize=32)
def _shadow(width: int, height: int, radius: int, blur: int) -> Image.Image:
    spread = 2 * blur
    mask = Image.new("L", (width + 2 * spread, height + 2 * spread))
    area = (spread, spread, spread + width - 1, spread + height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(area, radius, fill=46)
    return mask.filter(ImageFilter.BoxBlur(blur)).filter(ImageFilter.BoxBlur(blur / 2))
