"""The second display of a phone that has one: Android's secondary home screen, with a list that a touch opens.

Its size is fixed; the soft keyboard and the system's dialogs stay on the first one. A plain `uiautomator dump` is of the
display that was touched last.
"""

from __future__ import annotations

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Window
from gui_rec.phone.world.state import World
from gui_rec.phone.world.views import App
from gui_rec.phone.world.words import say

SECOND_SIZE = ScreenSize(1280, 720)
SECOND_DENSITY_DPI = 213
PACKAGE = "com.android.launcher3"
ACTIVITY = "com.android.launcher3.secondarydisplay.SecondaryDisplayLauncher"
_DRAWER_BUTTON = Rect(600, 616, 680, 696)
_DRAWER = Rect(160, 96, 1120, 600)
_WHOLE = Rect(0, 0, SECOND_SIZE.width_px, SECOND_SIZE.height_px)
_SLOP_PX = round(8 * SECOND_DENSITY_DPI / 160)


def drawer_button() -> Rect:
    """Where the list's button lies, px of the second display."""
    return _DRAWER_BUTTON


def drawer() -> Rect:
    """Where the open list lies."""
    return _DRAWER


def app_places(world: World) -> list[tuple[App, int, int]]:
    """The apps of the open list with the middle of each icon, px of the second display."""
    apps = [app for app in world.apps.values() if app.package != world.home]
    return [(app, _DRAWER.left + 140 + 220 * number, _DRAWER.top + 180) for number, app in enumerate(apps)]


def labels(world: World) -> tuple[tuple[str, Rect], ...]:
    """What the open list says, and where each entry lies; nothing while it is shut."""
    if not world.second.drawer:
        return ()
    return tuple(
        (
            say(world.language, app.label) if app.translated else app.label,
            Rect(x - 100, y - 48, x + 100, y + 100),
        )
        for app, x, y in app_places(world)
    )


def touch(world: World, x: float, y: float) -> None:
    """A touch on the second display: its button opens and shuts the list, a touch beside the list shuts it."""
    if not world.awake or not _inside(_WHOLE, x, y):
        return
    second = world.second
    _take_focus(world)
    if _inside(_DRAWER_BUTTON, x, y):
        second.drawer = not second.drawer
    elif second.drawer and not _inside(_DRAWER, x, y):
        second.drawer = False
    world.changed()


def swipe(world: World, x1: float, y1: float, x2: float, y2: float) -> None:
    """A touch that moves: a short way is a touch; downwards over the open list it shuts it, as the launcher's does."""
    if max(abs(x2 - x1), abs(y2 - y1)) <= _SLOP_PX:
        touch(world, x1, y1)
    elif world.awake and _inside(_WHOLE, x1, y1):
        second = world.second
        _take_focus(world)
        second.drawer = second.drawer and not (_inside(_DRAWER, x1, y1) and y2 - y1 > abs(x2 - x1))
        world.changed()


def _take_focus(world: World) -> None:
    """What was touched last has the focus; the soft keyboard of the first display has no field to serve any more."""
    world.second.touches += 1
    world.second.focused = True
    world.keyboard.up = False


def key(world: World, name: str) -> None:
    """A key for the second display: back and home shut the list; there is no field to type into."""
    if world.awake and world.second.drawer and name in ("BACK", "ESCAPE", "HOME"):
        world.second.drawer = False
        world.changed()


def _inside(rect: Rect, x: float, y: float) -> bool:
    return rect.left <= x < rect.right and rect.top <= y < rect.bottom


def windows(world: World) -> tuple[Window, ...]:
    """The windows of the second display, topmost first."""
    if world.config.displays < 2:
        return ()
    return (Window(PACKAGE, f"{PACKAGE}/{ACTIVITY}", _WHOLE, "application"),)
