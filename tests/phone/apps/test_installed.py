from __future__ import annotations

import re

import pytest

from gui_rec.phone.apps._members import APPS
from gui_rec.phone.apps.installed import (
    HOME_PACKAGE,
    INSTALLABLE,
    added_packages,
    installed_apps,
    system_packages,
)
from gui_rec.phone.render.sprite_data import ICONS
from gui_rec.phone.world.views import App

ALL = list(installed_apps().values())


def test_the_launcher_comes_first() -> None:
    assert next(iter(installed_apps())) == HOME_PACKAGE


def test_package_names_are_unique() -> None:
    names = [*installed_apps(), *(package.package for package in system_packages("14", 34))]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("app", ALL, ids=lambda app: app.label)
def test_an_app_is_sound(app: App) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(\.[a-z0-9]+)+", app.package)
    assert app.main in app.screens
    assert app.version_code > 0
    assert not app.in_launcher or app.icon in ICONS


def test_the_first_page_has_the_icons_of_three_apps() -> None:
    assert {app.label for app in ALL if app.in_launcher} == {"Shop", "Notes", "Settings"}
    assert {APPS.get(name).label for name in APPS} == {"Shop", "Notes", "Settings", "Permissions"}


def test_packages_that_came_later_are_told_by_their_input_methods() -> None:
    assert added_packages(("com.x/.Ime",)) == ()
    (added,) = added_packages((*INSTALLABLE.values(), "com.x/.Ime"))
    assert added.package == "com.github.uiautomator"
    assert added.component is None
