"""Dialogs of the system that cover an app: a crash, a permission question."""

from __future__ import annotations

from gui_rec.phone.world.views import App as App
from gui_rec.phone.world.views import (
    Effects,
    EndFault,
    Flow,
    ForceStop,
    Look,
    View,
)

SYSTEM_PACKAGES = {"crash-dialog": "android", "permission-dialog": "com.google.android.permissioncontroller"}
_PAPER = Look(fill=(255, 255, 255), radius=28, elevation=6)
_ACCENT = (11, 87, 208)


def system_dialog(name: str, app: App) -> tuple[View, str]:
    """The dialog's view and its window's title."""
    if name == "crash-dialog":
        return (_crash(app), f"Application Error: {app.package}")
    return (_permission(app), f"{SYSTEM_PACKAGES[name]}/{SYSTEM_PACKAGES[name]}.GrantPermissionsActivity")


def _button(view_id: str, text: str, effects: Effects, icon: str = "") -> View:
    look = Look(size=16, weight="Medium", color=_ACCENT, icon=icon)
    return View("Button", id=view_id, text=text, h=52, pad=(24, 0, 24, 0), look=look, on_tap=effects)


def _crash(app: App) -> View:
    title = View(
        "TextView",
        id="android:id/alertTitle",
        text=f"{app.label} keeps stopping",
        pad=(24, 24, 24, 12),
        look=Look(size=22),
    )
    close: Effects = (ForceStop(app.package), EndFault("crash-dialog"))
    buttons = (
        _button("android:id/aerr_app_info", "App info", (EndFault("crash-dialog"),), "info"),
        _button("android:id/aerr_close", "Close app", close, "close"),
    )
    return View("LinearLayout", pad=(0, 0, 0, 12), look=_PAPER, children=(title, *buttons))


def _permission(app: App) -> View:
    prefix = "com.android.permissioncontroller:id/"
    message = View(
        "TextView",
        id=prefix + "permission_message",
        text=f"Allow {app.label} to send you notifications?",
        pad=(24, 24, 24, 16),
        look=Look(size=20, lines=2, align="center"),
    )
    done: Effects = (EndFault("permission-dialog"),)
    buttons = tuple(
        View(
            "Button",
            id=prefix + view_id,
            text=text,
            h=52,
            look=Look(
                fill=(211, 227, 253), radius=18, size=16, weight="Medium", align="center", color=(4, 30, 73)
            ),
            on_tap=done,
        )
        for view_id, text in (
            ("permission_allow_button", "Allow"),
            ("permission_deny_button", "Don\u2019t allow"),
        )
    )
    column = View("LinearLayout", flow=Flow.COLUMN, gap=4, pad=(24, 0, 24, 24), children=buttons)
    return View("LinearLayout", look=_PAPER, children=(message, column))
