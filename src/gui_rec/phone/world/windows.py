"""The window manager's view of a scene: the list of windows and the focused one."""

from __future__ import annotations

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Focus, Window
from gui_rec.phone.world.scene import Scene, SceneWindow

SYSTEM_UI = "com.android.systemui"
_TOAST_HEIGHT_DP = 48
_TOAST_BOTTOM_DP = 112
_TOAST_SIDE_DP = 48
_BANNER_HEIGHT_DP = 72
_BANNER_SIDE_DP = 12


def windows_of(scene: Scene, ime_id: str) -> tuple[Window, ...]:
    """All windows, topmost first. Types: bar, shade, toast, input_method, system, dialog, application."""
    found = [
        Window(SYSTEM_UI, "NavigationBar0", scene.navigation_bar, "bar"),
        Window(SYSTEM_UI, "StatusBar", scene.status_bar, "bar"),
    ]
    if scene.heads_up is not None:
        found.append(Window(SYSTEM_UI, "NotificationShade", heads_up_bounds(scene), "shade"))
    if scene.toast is not None:
        found.append(Window(scene.windows[0].package, "Toast", toast_bounds(scene), "toast"))
    if scene.keyboard is not None:
        bounds = scene.keyboard
        whole = Rect(bounds.left, bounds.top, bounds.right, scene.size.height_px)
        found.append(Window(ime_id.partition("/")[0], "InputMethod", whole, "input_method"))
    found.extend(_window(window) for window in reversed(scene.windows))
    return tuple(found)


def _window(window: SceneWindow) -> Window:
    return Window(window.package, window.title, window.bounds, window.kind)


def focus_of(scene: Scene) -> Focus:
    """The focused window: the active one, or the shade of a screen that is off."""
    if not scene.awake:
        return Focus(None, None, "NotificationShade")
    window = scene.active
    package, slash, activity = window.title.partition("/")
    return Focus(window.package, activity if slash and package == window.package else None, window.title)


def toast_bounds(scene: Scene) -> Rect:
    """Where the toast lies, in px: as wide as its text needs, roughly, in the middle below."""
    text = scene.toast or ""
    widest = scene.size.width_px - 2 * scene.px(_TOAST_SIDE_DP)
    width = min(widest, scene.px(56 + 8 * len(text)))
    bottom = scene.size.height_px - scene.px(_TOAST_BOTTOM_DP)
    left = (scene.size.width_px - width) // 2
    return Rect(left, bottom - scene.px(_TOAST_HEIGHT_DP), left + width, bottom)


def heads_up_bounds(scene: Scene) -> Rect:
    """Where the banner of a notification lies, in px: below the status bar."""
    top, side = scene.status_bar.bottom, scene.px(_BANNER_SIDE_DP)
    return Rect(side, top, scene.size.width_px - side, top + scene.px(_BANNER_HEIGHT_DP))
