"""Dialogs of the system: a crash, no response, a permission question, a choice of apps, the shade, the power menu.

Ids and window titles as Android's: AOSP AppErrorDialog, AppNotRespondingDialog, ResolverActivity, and the
permission controller's GrantPermissionsActivity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gui_rec.phone.world.button_bar import button_bar
from gui_rec.phone.world.views import (
    Answer,
    App,
    Color,
    Effects,
    EndFault,
    Flow,
    ForceStop,
    GoToSleep,
    Launch,
    Look,
    View,
)
from gui_rec.phone.world.words import say

_SYSTEM_UI = "com.android.systemui"
PERMISSION_CONTROLLER = "com.google.android.permissioncontroller"
_IDS = "com.android.permissioncontroller:id/"
_PAPER = Look(fill=(255, 255, 255), radius=28, elevation=6)
_ACCENT = (11, 87, 208)
_CHOOSER = "com.android.internal.app.ResolverActivity"
_USB = f"{_SYSTEM_UI}/{_SYSTEM_UI}.usb.UsbDebuggingActivity"
_ASKS = {
    "notifications": "Allow {app} to send you notifications?",
    "camera": "Allow {app} to take pictures and record video?",
    "microphone": "Allow {app} to record audio?",
    "location": "Allow {app} to access this device’s location?",
    "contacts": "Allow {app} to access your contacts?",
}
_POWER_ROWS = (
    ("emergency", "Emergency", "phone"),
    ("lockdown", "Lockdown", "lock"),
    ("power", "Power off", "close"),
    ("restart", "Restart", "spinner"),
)
_WHILE_IN_USE = ("camera", "microphone", "location")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a system dialog is about. `subject` is a permission; `answer` what the app had been told before."""

    name: str
    app: App
    language: str
    subject: str = "notifications"
    answer: str = ""
    others: tuple[App, ...] = ()


@dataclass(frozen=True, slots=True)
class SystemDialog:
    """The view, the window's title, and the package that shows it."""

    view: View
    title: str
    package: str


def system_dialog(asked: Asked) -> SystemDialog:
    """The dialog of a fault (`crash-dialog` ...) or of an app's own question (`permission`, `chooser`)."""
    return _DIALOGS[asked.name.removesuffix("-dialog")](asked)


def _label(asked: Asked) -> str:
    return say(asked.language, asked.app.label) if asked.app.translated else asked.app.label


def _done(asked: Asked, answer: str) -> Effects:
    if asked.name.endswith("-dialog"):
        return (EndFault(asked.name),)
    return (Answer(answer),)


def _button(view_id: str, text: str, effects: Effects, icon: str = "") -> View:
    look = Look(size=16, weight="Medium", color=_ACCENT, icon=icon)
    return View("Button", id=view_id, text=text, h=52, pad=(24, 0, 24, 0), look=look, on_tap=effects)


def _alert(title: str, *buttons: View) -> View:
    head = View(
        "TextView",
        id="android:id/alertTitle",
        text=title,
        pad=(24, 24, 24, 12),
        look=Look(size=22),
    )
    return View("LinearLayout", pad=(0, 0, 0, 12), look=_PAPER, children=(head, *buttons))


def _crash(asked: Asked) -> SystemDialog:
    close: Effects = (ForceStop(asked.app.package), *_done(asked, ""))
    view = _alert(
        say(asked.language, "{app} keeps stopping", app=_label(asked)),
        _button("android:id/aerr_app_info", say(asked.language, "App info"), _done(asked, ""), "info"),
        _button("android:id/aerr_close", say(asked.language, "Close app"), close, "close"),
    )
    return SystemDialog(view, f"Application Error: {asked.app.package}", "android")


def _anr(asked: Asked) -> SystemDialog:
    close: Effects = (ForceStop(asked.app.package), *_done(asked, ""))
    view = _alert(
        say(asked.language, "{app} isn’t responding", app=_label(asked)),
        _button("android:id/aerr_close", say(asked.language, "Close app"), close, "close"),
        _button("android:id/aerr_wait", say(asked.language, "Wait"), _done(asked, ""), "clock"),
    )
    return SystemDialog(view, f"Application Not Responding: {asked.app.package}", "android")


def _permission(asked: Asked) -> SystemDialog:
    message = View(
        "TextView",
        id=_IDS + "permission_message",
        text=say(asked.language, _ASKS.get(asked.subject, _ASKS["notifications"]), app=_label(asked)),
        pad=(24, 24, 24, 16),
        look=Look(size=20, lines=2, align="center"),
    )
    buttons = tuple(
        View(
            "Button",
            id=_IDS + view_id,
            text=say(asked.language, text),
            h=52,
            look=Look(
                fill=(211, 227, 253), radius=18, size=16, weight="Medium", align="center", color=(4, 30, 73)
            ),
            on_tap=_done(asked, answer),
        )
        for view_id, text, answer in _grants(asked)
    )
    column = View("LinearLayout", flow=Flow.COLUMN, gap=4, pad=(24, 0, 24, 24), children=buttons)
    view = View("LinearLayout", look=_PAPER, children=(message, column))
    title = f"{PERMISSION_CONTROLLER}/{PERMISSION_CONTROLLER}.GrantPermissionsActivity"
    return SystemDialog(view, title, PERMISSION_CONTROLLER)


def _grants(asked: Asked) -> tuple[tuple[str, str, str], ...]:
    """(id, text, answer): as the controller has them, with `don't ask again` after a first refusal."""
    if asked.answer == "denied":
        deny = ("permission_deny_and_dont_ask_again_button", "Don’t ask again", "fixed")
    else:
        deny = ("permission_deny_button", "Don’t allow", "denied")
    if asked.subject not in _WHILE_IN_USE:
        return (("permission_allow_button", "Allow", "allowed"), deny)
    return (
        ("permission_allow_foreground_only_button", "While using the app", "in use"),
        ("permission_allow_one_time_button", "Only this time", "once"),
        deny,
    )


def _chooser(asked: Asked) -> SystemDialog:
    title = View(
        "TextView",
        id="android:id/title",
        text=say(asked.language, "Share with" if asked.subject == "share" else "Open with"),
        pad=(24, 20, 24, 12),
        look=Look(size=18, weight="Medium", align="center"),
    )
    rows = tuple(_choice(asked, app) for app in asked.others)
    row = View("ListView", id="android:id/resolver_list", flow=Flow.COLUMN, children=rows, pad=(0, 0, 0, 8))
    once = _plain_button("android:id/button_once", say(asked.language, "Just once"), _done(asked, "once"))
    always = _plain_button("android:id/button_always", say(asked.language, "Always"), _done(asked, "always"))
    bar = button_bar("android:id/button_bar", (once, always))
    view = View("LinearLayout", id="android:id/contentPanel", look=_PAPER, children=(title, row, bar))
    return SystemDialog(view, f"android/{_CHOOSER}", "android")


def _choice(asked: Asked, app: App) -> View:
    label = say(asked.language, app.label) if app.translated else app.label
    white: Color = (255, 255, 255)
    icon = View(
        "ImageView",
        id="android:id/icon",
        w=40,
        h=40,
        look=Look(kind="logo", icon=app.icon, fill=app.color, color=white),
    )
    text = View("TextView", id="android:id/text1", text=label, look=Look(size=17))
    return View(
        "LinearLayout",
        flow=Flow.ROW,
        h=60,
        gap=20,
        pad=(24, 0, 24, 0),
        children=(icon, text),
        on_tap=(*_done(asked, app.package), Launch(app.package)),
    )


def _plain_button(view_id: str, text: str, effects: Effects) -> View:
    look = Look(size=15, weight="Medium", color=_ACCENT, align="center")
    return View("Button", id=view_id, text=text, h=48, look=look, on_tap=effects)


def _app(asked: Asked) -> SystemDialog:
    """The app's own wish to be rated: no window of the system."""
    title = say(asked.language, "Rate this app?")
    later = _plain_button("android:id/button2", say(asked.language, "Not now"), _done(asked, ""))
    return SystemDialog(_alert(title, later), "Dialog", asked.app.package)


def _usb(asked: Asked) -> SystemDialog:
    title = say(asked.language, "Allow USB debugging?")
    deny = _plain_button("android:id/button2", say(asked.language, "Cancel"), _done(asked, ""))
    allow = _plain_button("android:id/button1", say(asked.language, "Allow"), _done(asked, ""))
    return SystemDialog(_alert(title, deny, allow), _USB, _SYSTEM_UI)


def _shade(asked: Asked) -> SystemDialog:
    """The notification shade, pulled down."""
    head = View(
        "TextView", id="header_label", text=say(asked.language, "Notifications"), pad=(24, 20, 24, 12)
    )
    clear = _plain_button("dismiss_text", say(asked.language, "Clear all"), _done(asked, ""))
    view = View("FrameLayout", id="notification_panel", look=_PAPER, children=(head, clear))
    return SystemDialog(view, "NotificationShade", _SYSTEM_UI)


def _power_menu(asked: Asked) -> SystemDialog:
    """What a long press of the power key shows. Nothing switches this phone off from its own screen."""
    items = tuple(_power_item(asked, *row) for row in _POWER_ROWS)
    view = View(
        "LinearLayout",
        id=f"{_SYSTEM_UI}:id/global_actions_view",
        pad=(0, 12, 0, 12),
        look=_PAPER,
        children=items,
    )
    return SystemDialog(view, "ActionsDialogLite", _SYSTEM_UI)


def _power_item(asked: Asked, name: str, text: str, icon: str) -> View:
    acts = name == "lockdown"
    return View(
        "Button",
        id=f"{_SYSTEM_UI}:id/{name}",
        text=say(asked.language, text),
        h=60,
        pad=(24, 0, 24, 0),
        enabled=acts,
        look=Look(size=17, icon=icon, color=(30, 30, 30) if acts else (160, 160, 160)),
        on_tap=(GoToSleep(),) if acts else (),
    )


_DIALOGS: dict[str, Callable[[Asked], SystemDialog]] = {
    "crash": _crash,
    "anr": _anr,
    "permission": _permission,
    "chooser": _chooser,
    "app": _app,
    "usb": _usb,
    "shade": _shade,
    "power-menu": _power_menu,
}
