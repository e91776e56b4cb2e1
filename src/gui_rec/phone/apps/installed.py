"""What is installed on the phone: the apps with screens, and packages without any."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.phone.apps._members import APPS
from gui_rec.phone.apps.launcher import APP as LAUNCHER
from gui_rec.phone.world.input_methods import U2_IME
from gui_rec.phone.world.packages import Package
from gui_rec.phone.world.views import App

HOME_PACKAGE = LAUNCHER.package
INSTALLABLE = {"com.github.uiautomator": U2_IME}
"""Packages that `pm install` takes, as all they hold is an input method: name -> the method's id."""


def installed_apps() -> dict[str, App]:
    """Package name -> app, the launcher first."""
    apps = (LAUNCHER, *(APPS.get(name) for name in APPS))
    return {app.package: app for app in apps}


def system_packages(release: str, api: int) -> tuple[Package, ...]:
    """Packages that have no screen of their own."""
    return (
        Package("Android System", "android", None, release, api),
        Package("System UI", "com.android.systemui", None, release, api),
        Package("Gboard", "com.google.android.inputmethod.latin", None, "13.9.06", 133_906_000),
        Package("ADBKeyBoard", "com.android.adbkeyboard", None, "2.0", 20),
        Package("Permission controller", "com.google.android.permissioncontroller", None, release, api),
    )


def added_packages(ime_ids: Sequence[str]) -> tuple[Package, ...]:
    """The packages that were installed later, told by the input methods they brought."""
    return tuple(
        Package("ATX", name, None, "2.4.0", 2_004_000)
        for name, ime_id in INSTALLABLE.items()
        if ime_id in ime_ids
    )
