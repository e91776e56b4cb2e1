"""The home screen with its icons, the list of all apps, and the overview of recent ones."""

from __future__ import annotations

from gui_rec.phone.apps._members import APPS
from gui_rec.phone.apps.widgets import WHITE, column, recycler, text
from gui_rec.phone.world.views import (
    FILL,
    App,
    Color,
    Env,
    Flow,
    ForceStop,
    Launch,
    Look,
    Open,
    Screen,
    ShowToast,
    View,
)

PACKAGE = "com.android.launcher3"
_PER_ROW = 4
_BLUE: Color = (66, 133, 244)


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
    mic = View(
        "ImageButton",
        id="mic_icon",
        desc="Voice search",
        w=48,
        h=48,
        look=Look(icon="mic", color=_BLUE, align="center"),
        on_tap=(ShowToast("No results offline"),),
    )
    look = Look(fill=(255, 255, 255), radius=26, icon="search", elevation=2, color=_BLUE)
    return View(
        "FrameLayout",
        id="search_container_hotseat",
        desc="Search",
        h=52,
        look=look,
        flow=Flow.ROW,
        pad=(16, 0, 6, 0),
        on_tap=(ShowToast("No results offline"),),
        children=(View("Space", h=1), mic),
    )


def _every_app() -> list[App]:
    return [APPS.get(name) for name in APPS]


def _home(env: Env) -> View:
    apps = [app for app in _every_app() if app.in_launcher]
    gap = View("View", h=FILL)
    hotseat = View(
        "LinearLayout", id="hotseat", flow=Flow.ROW, h=104, children=tuple(_icon(app) for app in apps)
    )
    return View(
        "FrameLayout",
        id="launcher",
        h=FILL,
        on_swipe_up=(Open(".AllAppsActivity"),),
        pad=(12, 0, 12, 20),
        children=(_glance(env), gap, hotseat, View("View", h=20), _search_bar()),
    )


def _all_apps(_env: Env) -> View:
    """Every app by its name; a swipe up on the home screen opens this."""
    apps = sorted(_every_app(), key=lambda app: app.label)
    rows = [apps[at : at + _PER_ROW] for at in range(0, len(apps), _PER_ROW)]
    blank = View("View", h=1)
    grid = tuple(
        View(
            "LinearLayout",
            flow=Flow.ROW,
            children=(*(_icon(app) for app in row), *(blank,) * (_PER_ROW - len(row))),
        )
        for row in rows
    )
    title = text("All apps", "all_apps_title", size=20, weight="Medium", color=WHITE, align="center")
    body = recycler("apps_list_view", *grid)
    return View("FrameLayout", id="apps_view", h=FILL, gap=24, pad=(12, 28, 12, 12), children=(title, body))


def _recent_card(label: str, package: str) -> View:
    app = next((app for app in _every_app() if app.package == package), None)
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
    icon = () if app is None else (_task_icon(app),)
    return View(
        "FrameLayout",
        id="snapshot",
        desc=label,
        flow=Flow.ROW,
        h=96,
        gap=16,
        pad=(20, 0, 8, 0),
        look=Look(fill=WHITE, radius=24, elevation=2),
        on_tap=(Launch(package),),
        children=(*icon, title, close),
    )


def _task_icon(app: App) -> View:
    look = Look(kind="logo", icon=app.icon, fill=app.color, color=WHITE)
    return View("ImageView", id="icon", w=48, h=48, look=look)


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
        ".AllAppsActivity": Screen(_all_apps, dark_bar=True),
    },
    in_launcher=False,
    translated=True,
)
