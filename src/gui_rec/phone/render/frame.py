"""A scene becomes a picture, and a picture a PNG."""

from __future__ import annotations

import zlib
from io import BytesIO

from PIL import Image

from gui_rec.model.geometry import Rect
from gui_rec.phone.render import chrome
from gui_rec.phone.render.canvas import Canvas
from gui_rec.phone.render.painters import paint
from gui_rec.phone.render.palette import DAY, NIGHT
from gui_rec.phone.world.layout import Placed, flipped, mirrored
from gui_rec.phone.world.scene import Scene

_DIM = tuple(value * 40 // 100 for value in range(256)) * 3


def render(scene: Scene) -> Image.Image:
    """The whole screen as an RGBA image, alpha 255; black when it is off or secure."""
    size = (scene.size.width_px, scene.size.height_px)
    if scene.black or not scene.awake:
        return Image.new("RGBA", size, (0, 0, 0, 255))
    canvas = Canvas(
        _ground(scene),
        scene.density_dpi,
        palette=NIGHT if scene.night else DAY,
        mirror_px=scene.size.width_px if scene.rtl else None,
    )
    _paint(canvas, scene, scene.windows[0].root)
    _bars(canvas, scene)
    for window in scene.windows[1:]:
        canvas = canvas.over(canvas.image.point(_DIM))
        _paint(canvas, scene, window.root)
    if scene.toast is not None:
        chrome.toast(canvas, scene, scene.toast)
    if scene.heads_up is not None:
        chrome.heads_up(canvas, scene, scene.heads_up)
    return canvas.image.convert("RGBA")


def _paint(canvas: Canvas, scene: Scene, root: Placed) -> None:
    """A window; the canvas mirrors what it is given, so it is given the unmirrored places."""
    paint(canvas, mirrored(root, scene.size.width_px) if scene.rtl else root)


def _ground(scene: Scene) -> Image.Image:
    size = (scene.size.width_px, scene.size.height_px)
    if scene.is_home:
        return chrome.wallpaper(*size).copy()
    return Image.new("RGB", size, scene.bar)


def _bars(canvas: Canvas, scene: Scene) -> None:
    if not scene.is_home:
        bar = flipped(scene.navigation_bar, scene.size.width_px) if scene.rtl else scene.navigation_bar
        canvas.rect(Rect(bar.left, bar.top, bar.right, bar.bottom), scene.bar)
    if scene.keyboard is not None:
        straight = Canvas(canvas.image, scene.density_dpi, palette=canvas.palette)
        chrome.keyboard(straight, scene, scene.keyboard)
    chrome.status_bar(canvas, scene, light=scene.dark_bar)
    chrome.navigation_bar(canvas, scene, light=scene.dark_bar)


def encode_png(image: Image.Image) -> bytes:
    """PNG with the fastest compression; run lengths suit flat areas (a third smaller, no slower)."""
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=1, compress_type=zlib.Z_RLE)
    return buffer.getvalue()
