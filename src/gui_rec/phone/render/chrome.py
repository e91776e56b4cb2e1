"""What is not an app: status bar, navigation bar, keyboard, toast, wallpaper."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from gui_rec.model.geometry import Rect
from gui_rec.phone.render.canvas import Canvas
from gui_rec.phone.world.keyboard import Key
from gui_rec.phone.world.layout import flipped
from gui_rec.phone.world.scene import Scene
from gui_rec.phone.world.views import Color
from gui_rec.phone.world.windows import heads_up_bounds, toast_bounds

_WHITE: Color = (255, 255, 255)
_NOTIFICATIONS = ("bell", "check", "bag")
_NAVIGATION = {"BACK": "nav_back", "HOME": "nav_home", "APP_SWITCH": "nav_recents"}
_ENTER_ICONS = {"search": "search", "next": "next", "go": "next", "newline": "enter"}


@lru_cache(maxsize=4)
def wallpaper(width: int, height: int) -> Image.Image:
    """A dusk sky."""
    stops = ((22, 34, 74), (64, 62, 130), (164, 96, 140), (236, 148, 122))
    strip = Image.new("RGB", (1, len(stops)))
    strip.putdata(stops)
    return strip.resize((width, height), Image.Resampling.BICUBIC)


def status_bar(canvas: Canvas, scene: Scene, *, light: bool) -> None:
    """Clock, notifications, wifi, signal, battery; `light` signs for a dark ground."""
    color = _WHITE if light else canvas.palette.bar_ink
    bar = scene.status_bar
    free = flipped(scene.beside_bar, scene.size.width_px) if scene.rtl else scene.beside_bar
    middle = (bar.top + bar.bottom) // 2
    clock = Rect(free.left + canvas.px(22), bar.top, free.left + canvas.px(90), bar.bottom)
    canvas.text(clock, scene.clock_text, size_sp=15, weight="Medium", color=color)
    for number in range(scene.notifications):
        left = free.left + canvas.px(82 + 22 * number)
        canvas.sprite(_NOTIFICATIONS[number], left, middle, canvas.px(16), color)
    right = free.right - canvas.px(22)
    _battery(canvas, right, middle, scene.battery_percent, color)
    canvas.sprite("signal", right - canvas.px(26), middle, canvas.px(18), color)
    canvas.sprite("wifi_full", right - canvas.px(48), middle, canvas.px(18), color)


def _battery(canvas: Canvas, right: int, middle: int, percent: int, color: Color) -> None:
    width, height = canvas.px(9), canvas.px(16)
    top = middle - height // 2
    faint: Color = (150, 152, 156)
    canvas.box(Rect(right - width + canvas.px(2), top - canvas.px(2), right - canvas.px(2), top), color, 1)
    canvas.box(Rect(right - width, top, right, top + height), faint, 2)
    filled = height * percent // 100
    canvas.box(Rect(right - width, top + height - filled, right, top + height), color, 2)


def navigation_bar(canvas: Canvas, scene: Scene, *, light: bool) -> None:
    """Back, home, recents."""
    color = _WHITE if light else canvas.palette.navigation_ink
    for key, place in scene.navigation_buttons.items():
        shown = flipped(place, scene.size.width_px) if scene.rtl else place
        canvas.sprite(_NAVIGATION[key], shown.center.x, shown.center.y, canvas.px(20), color)


def keyboard(canvas: Canvas, scene: Scene, face: Rect) -> None:
    """The soft keyboard, down to the screen's lower edge."""
    canvas.rect(Rect(face.left, face.top, face.right, scene.size.height_px), canvas.palette.keyboard)
    if scene.adb_keyboard:
        canvas.text(face, "ADB Keyboard {ON}", size_sp=15, color=canvas.palette.key_ink, align="center")
        return
    if not scene.is_landscape:
        _strip(canvas, face)
    for key in scene.keys:
        _key(canvas, scene, key)


def _strip(canvas: Canvas, face: Rect) -> None:
    """The tools above the keys."""
    middle = face.top + canvas.px(21)
    for number, name in enumerate(("apps", "emoji", "palette", "gear", "mic")):
        x = face.width * (2 * number + 1) // 10
        canvas.sprite(name, x, middle, canvas.px(20), canvas.palette.strip_ink)


def _key(canvas: Canvas, scene: Scene, key: Key) -> None:
    gap_x, gap_y = canvas.px(2.5), canvas.px(4)
    area = Rect(key.rect.left + gap_x, key.rect.top + gap_y, key.rect.right - gap_x, key.rect.bottom - gap_y)
    enter = key.code == "enter"
    palette = canvas.palette
    fill = palette.accent if enter else (palette.special_key if key.special else palette.key)
    canvas.box(area, fill, 21 if enter else 6)
    icon = {"shift": "shift", "del": "del", "enter": _ENTER_ICONS.get(scene.enter_label, "check")}.get(
        key.code
    )
    if key.code == "shift" and any(other.code == "Q" for other in scene.keys):
        icon = "shift_on"
    if icon is not None:
        canvas.sprite(
            icon, area.center.x, area.center.y, canvas.px(22), palette.on_accent if enter else palette.key_ink
        )
        return
    size = 22 if len(key.label) == 1 else 14
    canvas.text(area, key.label, size_sp=size, color=palette.key_ink, align="center")


def toast(canvas: Canvas, scene: Scene, text: str) -> None:
    """A dark bubble over everything."""
    area = toast_bounds(scene)
    canvas.shadow(area, 24, 3)
    canvas.box(area, (48, 49, 52), 24)
    canvas.text(area, text, size_sp=15, color=(241, 243, 244), align="center")


def heads_up(canvas: Canvas, scene: Scene, text: str) -> None:
    """The banner of a notification over the upper edge."""
    area = heads_up_bounds(scene)
    canvas.shadow(area, 20, 4)
    canvas.box(area, (240, 244, 249), 20)
    canvas.text(area, text, size_sp=16, weight="Medium", color=(31, 31, 31), align="center")
