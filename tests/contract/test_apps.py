"""What every app of the simulated phone keeps to."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from driven_phone import Driven, rect_of

from gui_rec.phone.apps._members import APPS
from gui_rec.phone.world.views import App


@pytest.fixture(params=list(APPS))
def app(request: pytest.FixtureRequest) -> App:
    return APPS.get(request.param)


def _open(driven: Driven, app: App) -> None:
    """From its icon on the home screen, or from the list of all apps."""
    if not app.in_launcher:
        driven.phone.swipe(540, 1200, 540, 400)
    driven.tap(app.label)


def test_it_opens_from_its_icon_and_back_leads_home(app: App) -> None:
    driven = Driven()
    _open(driven, app)
    assert driven.phone.focus().package == app.package
    driven.phone.key("BACK")
    assert driven.has("hotseat")


def test_every_screen_can_be_started_from_outside_without_arguments(app: App) -> None:
    for name in app.screens:
        driven = Driven()
        assert driven.phone.start_activity(f"{app.package}/{name}").found
        assert driven.activity() == app.full_class(name)
        ElementTree.fromstring(driven.phone.hierarchy())


def test_every_dialog_of_every_screen_shows_a_title(app: App) -> None:
    for name, screen in app.screens.items():
        for dialog in screen.dialogs:
            driven = Driven()
            driven.phone.start_activity(f"{app.package}/{name}")
            driven.phone._engine._world.top.dialog = dialog
            driven.phone._engine._world.changed()
            assert driven.has("alertTitle"), f"{name}: {dialog}"
            driven.phone.key("BACK")
            assert not driven.has("alertTitle")


def test_what_can_be_touched_can_be_named(app: App) -> None:
    for name in app.screens:
        driven = Driven()
        driven.phone.start_activity(f"{app.package}/{name}")
        assert "NAF=" not in driven.phone.hierarchy()


def test_what_can_be_touched_is_large_enough_for_a_finger(app: App) -> None:
    driven = Driven()
    _open(driven, app)
    for node in driven.nodes():
        bounds = rect_of(node)
        whole = bounds.bottom < 2274
        if node["clickable"] == "true" and whole:
            assert min(bounds.width, bounds.height) >= 100, node


def test_what_it_remembers_goes_when_it_is_cleared(app: App) -> None:
    driven = Driven()
    _open(driven, app)
    fresh = driven.phone.hierarchy()
    driven.phone._engine._world.app_vars[app.package] = {"app.x": "1"}
    assert driven.phone.clear(app.package)
    assert driven.phone.state()["apps"] == {}
    _open(driven, app)
    assert driven.phone.hierarchy() == fresh
