"""Settings: nested pages, switches, a list longer than the screen, a menu on a long press."""

from __future__ import annotations

from dataclasses import replace

from gui_rec.phone.apps.settings_pages import DIALOGS, MAIN, PAGES, SettingsRow
from gui_rec.phone.apps.widgets import (
    ACCENT,
    GROUND,
    INK,
    SOFT_INK,
    column,
    dialog,
    dialog_item,
    field,
    page,
    recycler,
    text,
    top_bar,
)
from gui_rec.phone.world.views import (
    App,
    Assign,
    Color,
    Dismiss,
    Effects,
    Env,
    Field,
    Flow,
    FocusField,
    Look,
    Open,
    Put,
    Screen,
    ShowDialog,
    ShowToast,
    View,
)

_FADED: Color = (176, 178, 182)
_DEFAULTS = {("global", "adb_enabled"): "1", ("global", "private_dns_mode"): "opportunistic"}
_ON = {("secure", "location_mode"): "3", ("global", "stay_on_while_plugged_in"): "7"}


def _setting(env: Env, setting: tuple[str, str]) -> str:
    return env.setting(*setting, default=_DEFAULTS.get(setting, "0"))


def _summary(env: Env, row: SettingsRow) -> str:
    timeout = DIALOGS["timeout"]
    names = {value: label for label, value in timeout[2]}
    facts = {
        **env.facts,
        "volume": env.setting("system", "volume_music", "0"),
        "timeout": names.get(_setting(env, timeout[1]), "Custom"),
    }
    return row.summary.format(**facts)


def _tap(env: Env, row: SettingsRow) -> Effects:
    if row.setting is not None:
        on = _setting(env, row.setting) != "0"
        return (Put(*row.setting, "0" if on else _ON.get(row.setting, "1")),)
    if row.dialog:
        return (ShowDialog(row.dialog),)
    if row.page:
        return (Open(".SubSettings", (("page", row.page), ("title", row.title))),)
    return ()


def _icon(row: SettingsRow) -> View:
    look = Look(icon=row.icon, color=_FADED if row.off else SOFT_INK, align="center")
    return View("ImageView", id="android:id/icon", w=40, h=40, look=look)


def _words(env: Env, row: SettingsRow) -> View:
    ink, soft = (_FADED, _FADED) if row.off else (INK, SOFT_INK)
    title = replace(text(row.title, "android:id/title", size=18, color=ink), enabled=not row.off)
    summary = _summary(env, row)
    below = (text(summary, "android:id/summary", size=14, color=soft),) if summary else ()
    return View("RelativeLayout", children=(title, *below))


def _switch(env: Env, setting: tuple[str, str]) -> View:
    on = _setting(env, setting) != "0"
    return View(
        "Switch",
        id="android:id/switch_widget",
        w=52,
        h=32,
        look=Look(kind="switch"),
        checkable=True,
        checked=on,
    )


def _row(env: Env, row: SettingsRow) -> View:
    children = (*((_icon(row),) if row.icon else ()), _words(env, row))
    if row.setting is not None:
        children = (*children, _switch(env, row.setting))
    return View(
        "LinearLayout",
        h=76,
        flow=Flow.ROW,
        gap=16,
        pad=(20, 0, 24, 0),
        children=children,
        on_tap=_tap(env, row),
        on_long=() if row.off else (Assign("menu", row.title), ShowDialog("row_menu")),
        enabled=not row.off,
        clickable=True,
    )


def _rows(env: Env, rows: tuple[SettingsRow, ...]) -> tuple[View, ...]:
    return tuple(_row(env, row) for row in rows)


def _search_bar() -> View:
    look = Look(fill=(233, 238, 246), radius=28, icon="search", size=16, color=SOFT_INK)
    return View(
        "android.view.ViewGroup",
        id="search_action_bar",
        flow=Flow.ROW,
        h=56,
        pad=(56, 0, 16, 0),
        look=look,
        on_tap=(Open(".SearchActivity"),),
        children=(text("Search settings", "search_action_bar_title", color=SOFT_INK),),
    )


def _main(env: Env) -> View:
    title = text("Settings", "homepage_title", size=36)
    head = column(title, _search_bar(), gap=20, pad=(20, 40, 20, 12))
    return page(
        recycler("recycler_view", head, *_rows(env, MAIN)), fill=GROUND, view_id="settings_homepage_container"
    )


def _sub(env: Env) -> View:
    title, rows = PAGES.get(env.get("page"), (env.get("title", "Settings"), ()))
    empty = (column(text("Nothing to set here", "empty", color=SOFT_INK), pad=(24, 24, 24, 24)),)
    bar = top_bar(title, fill=GROUND)
    return page(bar, recycler("recycler_view", *(_rows(env, rows) or empty)), fill=GROUND)


def _search(env: Env) -> View:
    query = env.get("search_src_text").casefold().strip()
    every = (*MAIN, *(row for _, rows in PAGES.values() for row in rows))
    found = tuple(row for row in every if query and query in row.title.casefold())
    box = field(
        "search_src_text",
        Field("Search settings", action="search", on_enter=(FocusField(None),)),
        icon="search",
    )
    return page(
        top_bar("Search", fill=GROUND),
        column(box, pad=(16, 0, 16, 8)),
        recycler("list_results", *_rows(env, found)),
        fill=GROUND,
    )


def _row_menu(env: Env) -> View:
    label = env.get("menu")
    pin = (Dismiss(), ShowToast(f"{label} added to Home screen"))
    items = (
        dialog_item("Add to Home screen", "menu_pin", pin),
        dialog_item("Hide from suggestions", "menu_hide", (Dismiss(),)),
    )
    return dialog(label, *items)


def _choices(env: Env, name: str) -> View:
    title, setting, options = DIALOGS[name]
    now = _setting(env, setting)
    items = (
        dialog_item(label, "android:id/text1", (Put(*setting, value), Dismiss()), checked=value == now)
        for label, value in options
    )
    cancel = View(
        "Button",
        id="android:id/button2",
        text="Cancel",
        h=48,
        look=Look(size=15, weight="Medium", color=ACCENT, align="center"),
        on_tap=(Dismiss(),),
    )
    return dialog(title, *items, buttons=(cancel,))


_SCREEN_DIALOGS = {
    "row_menu": _row_menu,
    "timeout": lambda env: _choices(env, "timeout"),
    "dns": lambda env: _choices(env, "dns"),
}

APP = App(
    label="Settings",
    package="com.android.settings",
    version_name="14",
    version_code=34,
    main=".Settings",
    screens={
        ".Settings": Screen(_main, dialogs=_SCREEN_DIALOGS, bar=GROUND),
        ".SubSettings": Screen(_sub, dialogs=_SCREEN_DIALOGS, bar=GROUND),
        ".SearchActivity": Screen(_search, dialogs=_SCREEN_DIALOGS, bar=GROUND),
    },
    icon="gear",
    color=(95, 99, 104),
    translated=True,
)
