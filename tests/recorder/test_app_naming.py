from __future__ import annotations

from dataclasses import replace

from shop import SHOP, shop

from gui_rec.errors import DeviceLostError
from gui_rec.model.actions import OpenApp, Tap
from gui_rec.model.geometry import Rect
from gui_rec.recorder.app_naming import app_name_of, learn_names
from gui_rec.testing.builders import Element, observation, step
from gui_rec.testing.fake_device import FakeDevice
from gui_rec.ui.parse import parse_hierarchy

LAUNCHER = "com.android.launcher3"
ICONS = (
    Element(Rect(4, 40, 34, 60), "App", content_desc="App", goes_to="list"),
    Element(Rect(40, 40, 70, 60), "Mail", content_desc="Mail"),
    Element(Rect(4, 80, 104, 100), "Mon, 1 Dec", content_desc="Mon, 1 Dec"),
)


def phone() -> FakeDevice:
    return shop(home=replace(SHOP["home"], elements=ICONS))


def seen(device: FakeDevice) -> None:
    look = observation(ICONS, package=LAUNCHER)
    tree = parse_hierarchy(look.ui_xml or "")
    learn_names(device, step(action=Tap(0.9, 0.9), pre=look, post=look), tree, tree)


def test_the_name_that_was_used_stands() -> None:
    assert app_name_of(phone(), OpenApp(name="Shop", package="x.y"), None) == "Shop"


def test_a_package_has_the_name_of_its_icon() -> None:
    device = phone()
    opened = OpenApp(package="com.example.app", activity=".List")
    assert app_name_of(device, opened, None) is None
    seen(device)
    assert app_name_of(device, opened, None) == "App"


def test_a_name_that_leads_to_another_package_is_none() -> None:
    device = phone()
    for package in ("com.example.app", "org.other.app"):
        device.app_names.learn("App", package)
    assert app_name_of(device, OpenApp(package="org.other.app"), None) is None


def test_a_device_that_went_away_costs_the_name_and_no_step() -> None:
    device = phone()
    seen(device)
    device.fail_next("resolve_app", DeviceLostError("gone"))
    assert app_name_of(device, OpenApp(package="com.example.app"), None) is None


def test_without_hierarchies_nothing_is_learned() -> None:
    device = phone()
    learn_names(device, step(pre=observation(package=LAUNCHER)), None, None)
    assert device.app_names.name_of("com.example.app") is None
