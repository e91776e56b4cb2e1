"""The picture of the second display: a wallpaper with the time, and a list of apps when it is open."""

from __future__ import annotations

from PIL import Image

from gui_rec.model.geometry import Rect
from gui_rec.phone.render.canvas import Canvas
from gui_rec.phone.render.chrome import wallpaper
from gui_rec.phone.render.palette import DAY, NIGHT
from gui_rec.phone.world.env import clock_text, wall_time
from gui_rec.phone.world.second_display import (
    SECOND_DENSITY_DPI,
    SECOND_SIZE,
    app_places,
    drawer,
    drawer_button,
)
from gui_rec.phone.world.state import World
from gui_rec.phone.world.views import App, Color
from gui_rec.phone.world.words import date_words, say

_WHITE: Color = (255, 255, 255)


def render_second(world: World) -> Image.Image:
    """RGBA, alpha 255; black while the phone is asleep."""
    size = (SECOND_SIZE.width_px, SECOND_SIZE.height_px)
    if not world.awake:
        return Image.new("RGBA", size, (0, 0, 0, 255))
    palette = NIGHT if world.night else DAY
    canvas = Canvas(wallpaper(*size).copy(), SECOND_DENSITY_DPI, palette=palette)
    if world.second.drawer:
        _drawer(canvas, world)
    else:
        _glance(canvas, world)
    button = drawer_button()
    canvas.disc(button.center.x, button.center.y, button.width // 2, palette.paper)
    canvas.sprite("apps", button.center.x, button.center.y, 36, palette.key_ink)
    return canvas.image.convert("RGBA")


def _glance(canvas: Canvas, world: World) -> None:
    """Time and date, which the open list would half cover."""
    clock = Rect(64, 48, 600, 152)
    canvas.text(clock, clock_text(world), size_sp=56, color=_WHITE)
    date = Rect(64, 152, 700, 200)
    canvas.text(date, date_words(world.language, wall_time(world)), size_sp=20, color=_WHITE)


def _drawer(canvas: Canvas, world: World) -> None:
    area = drawer()
    canvas.shadow(area, 20, 4)
    canvas.box(area, canvas.palette.paper, 20)
    for app, x, y in app_places(world):
        _icon(canvas, world, app, x, y)


def _icon(canvas: Canvas, world: World, app: App, x: int, y: int) -> None:
    canvas.disc(x, y, 48, app.color)
    canvas.sprite(app.icon, x, y, 52, _WHITE)
    label = say(world.language, app.label) if app.translated else app.label
    words = Rect(x - 100, y + 60, x + 100, y + 100)
    canvas.text(words, label, size_sp=14, weight="Medium", color=canvas.palette.key_ink, align="center")
