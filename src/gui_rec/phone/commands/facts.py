"""From the phone's state to the plain records that the formats print."""

from __future__ import annotations

import time
from dataclasses import replace

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Focus, Window
from gui_rec.phone.commands.activity_format import ActivityFacts
from gui_rec.phone.commands.display_format import SECOND_DISPLAY, DisplayFacts
from gui_rec.phone.commands.state_format import BatteryFacts, PackageFacts
from gui_rec.phone.commands.window_format import WindowFacts, WindowsFacts
from gui_rec.phone.world.input_methods import ADB_IME
from gui_rec.phone.world.packages import Package
from gui_rec.phone.world.phone import Phone
from gui_rec.phone.world.second_display import SECOND_DENSITY_DPI, SECOND_SIZE

FIRST_APP_UID = 10_000
_SYSTEM_DIALOG_PID = 1873
_INSTALLED_AT_S = 1_735_732_800  # a fixed day, so that two phones print the same
_SYSTEM_PREFIXES = ("android", "com.android.", "com.google.")
_ADB_KEYBOARD = ADB_IME.partition("/")[0]
_TYPE_NAMES = {
    "toast": "TOAST",
    "input_method": "INPUT_METHOD",
    "dialog": "APPLICATION",
    "system": "SYSTEM_ALERT",
    "application": "BASE_APPLICATION",
    "bar": "STATUS_BAR",
    "shade": "NOTIFICATION_SHADE",
}


def display_facts(phone: Phone) -> DisplayFacts:
    """The display as it is now."""
    config = phone.config
    size, dpi = phone.display
    return DisplayFacts(
        config.size,
        phone.orientation,
        config.density_dpi,
        phone.wakefulness == "Awake",
        size=size if size != config.size else None,
        dpi=dpi if dpi != config.density_dpi else None,
    )


def second_facts(phone: Phone) -> DisplayFacts | None:
    """The second display, None on a phone with one."""
    if phone.config.displays < 2:
        return None
    awake = phone.wakefulness == "Awake"
    return DisplayFacts(SECOND_SIZE, 0, SECOND_DENSITY_DPI, awake, display_id=SECOND_DISPLAY)


def activity_facts(phone: Phone) -> tuple[ActivityFacts, ...]:
    """All activities, the resumed one first: a system question's own activity while one is in front."""
    running = tuple(
        ActivityFacts(
            package, activity, task_id, phone.pid(package), phone.window_token(f"{package}/{activity} r")
        )
        for package, activity, task_id in phone.activities()
    )
    focus = phone.focus()
    if not focus.package or not focus.activity or not running:
        return running
    if (focus.package, focus.activity) == (running[0].package, running[0].activity):
        return running
    token = phone.window_token(f"{focus.package}/{focus.activity} r")
    return (
        ActivityFacts(focus.package, focus.activity, running[0].task_id, _SYSTEM_DIALOG_PID, token),
        *running,
    )


def windows_facts(phone: Phone) -> WindowsFacts:
    """Windows, focus and the activity in front, of one version."""
    shown = phone.snapshot()
    activities = activity_facts(phone)
    windows = tuple(_window(phone, window) for window in shown.windows if window.bounds is not None)
    second = tuple(
        replace(_window(phone, window), display_id=SECOND_DISPLAY) for window in phone.second_windows()
    )
    return WindowsFacts(
        display_facts(phone),
        (*windows, *second),
        _focus(phone, shown.focus, windows),
        activities[0] if activities else None,
        second=second_facts(phone),
        second_focus=second[0] if second else None,
        second_has_focus=phone.second_focused,
    )


def _window(phone: Phone, window: Window) -> WindowFacts:
    title = window.title or window.package or "null"
    assert window.bounds is not None
    # A dialog carries its activity's title, and is another window all the same.
    token = phone.window_token(f"{title} dialog" if window.type == "dialog" else title)
    return WindowFacts(token, title, window.package or "android", _type_name(window, title), window.bounds)


def _type_name(window: Window, title: str) -> str:
    if title.startswith("NavigationBar"):
        return "NAVIGATION_BAR"
    if window.type == "system" and "/" in title:
        return "BASE_APPLICATION"
    return _TYPE_NAMES.get(window.type or "", "APPLICATION")


def _focus(phone: Phone, focus: Focus, windows: tuple[WindowFacts, ...]) -> WindowFacts | None:
    if focus.package is None and focus.title is None:
        return None
    title = (
        f"{focus.package}/{focus.activity}" if focus.activity else (focus.title or focus.package or "null")
    )
    for window in windows:
        if window.title == title:
            return window
    package = focus.package or "android"
    return WindowFacts(phone.window_token(title), title, package, "APPLICATION", _whole(phone))


def _whole(phone: Phone) -> Rect:
    return Rect(0, 0, phone.screen.width_px, phone.screen.height_px)


def battery_facts(phone: Phone) -> BatteryFacts:
    """The battery as the status bar shows it."""
    level = phone.state()["battery_percent"]
    assert isinstance(level, int)
    return BatteryFacts(level)


def package_facts(phone: Phone, name: str) -> PackageFacts | None:
    """An installed package by its name, None for one that is not installed."""
    for number, package in enumerate(phone.packages):
        if package.package == name:
            return _package(phone, number, package)
    return None


def all_package_facts(phone: Phone) -> tuple[PackageFacts, ...]:
    """All installed packages."""
    return tuple(_package(phone, number, package) for number, package in enumerate(phone.packages))


def _package(phone: Phone, number: int, package: Package) -> PackageFacts:
    system = package.package.startswith(_SYSTEM_PREFIXES) and package.package != _ADB_KEYBOARD
    token = phone.window_token(f"package {package.package}")
    return PackageFacts(
        package=package.package,
        version_name=package.version_name,
        version_code=package.version_code,
        uid=FIRST_APP_UID + number,
        apk_path=_apk_path(package, token, system=system, api=phone.config.api),
        system=system,
        activity=package.component,
        signature=phone.window_token("signature"),
        installed_at=time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(_INSTALLED_AT_S)),
        token=token,
    )


def _apk_path(package: Package, token: str, *, system: bool, api: int) -> str:
    if system:
        name = "".join(char for char in package.label if char.isalnum() and char.isascii()) or package.package
        return f"/system/app/{name}/{name}.apk"
    folder = f"/~~{token}==" if api >= 30 else ""
    return f"/data/app{folder}/{package.package}-{token}==/base.apk"
