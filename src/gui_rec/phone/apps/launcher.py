"""The home screen with its icons, and the overview of recent apps."""

from __future__ import annotations

from gui_rec.phone.apps._members import APPS
from gui_rec.phone.apps.widgets import WHITE, column, text
from gui_rec.phone.world.views import (
    FILL,
    App,
    Env,
    Flow,
    ForceStop,
    Launch,
    Look,
    Screen,
    ShowToast,
    View,
)

PACKAGE = "com.android.launcher3"


def _icon(app: App) -> View:
    look = Look(
        kind="app_icon", icon=app.icon, fill=app.color, size=13, weight="Medium", color=WHITE, align="center"
    )
    return View(
        "TextView",
        id="icon",
        text=app.label,
        desc=app.label,
        h=104,
        look=look,
        on_tap=(Launch(app.package),),
        on_long=(ShowToast("Touch and hold a widget to move it"),),
    )


def _glance(env: Env) -> View:
    date = text(env.date_text, "date", size=24, color=WHITE)
    return column(date, view_id="smartspace", pad=(24, 36, 24, 0))


def _search_bar() -> View:
    look = Look(fill=(255, 255, 255), radius=26, icon="search", elevation=2, color=(66, 133, 244))
    return View(
        "FrameLayout",
        id="search_container_hotseat",
        desc="Search",
        h=52,
        look=look,
        pad=(16, 0, 16, 0),
        on_tap=(ShowToast("No results offline"),),
    )


def _home(env: Env) -> View:
    apps = [APPS.get(name) for name in APPS]
    gap = View("View", h=FILL)
    hotseat = View(
        "LinearLayout", id="hotseat", flow=Flow.ROW, h=104, children=tuple(_icon(app) for app in apps)
    )
    return View(
        "FrameLayout",
        id="launcher",
        h=FILL,
        pad=(12, 0, 12, 20),
        children=(_glance(env), gap, hotseat, View("View", h=20), _search_bar()),
    )


def _recent_card(label: str, package: str) -> View:
    title = text(label, "task_name", size=18, weight="Medium")
    close = View(
        "ImageButton",
        id="clear",
        desc=f"Close {label}",
        w=48,
        h=48,
        look=Look(icon="close", align="center"),
        on_tap=(ForceStop(package),),
    )
    return View(
        "FrameLayout",
        id="snapshot",
        desc=label,
        flow=Flow.ROW,
        h=96,
        pad=(20, 0, 8, 0),
        look=Look(fill=WHITE, radius=24, elevation=2),
        on_tap=(Launch(package),),
        children=(title, close),
    )


def _recents(env: Env) -> View:
    cards = tuple(_recent_card(label, package) for label, package in env.recent)
    empty = (text("No recent items", "empty", size=20, color=WHITE, align="center"),)
    return View(
        "FrameLayout", id="overview_panel", h=FILL, gap=16, pad=(24, 200, 24, 24), children=cards or empty
    )


APP = App(
    label="Launcher",
    package=PACKAGE,
    version_name="14",
    version_code=34,
    main=".uioverrides.QuickstepLauncher",
    screens={
        ".uioverrides.QuickstepLauncher": Screen(_home, dark_bar=True),
        ".RecentsActivity": Screen(_recents, dark_bar=True),
    },
    in_launcher=False,
)
