"""Every driver of a person's test: exactly one kind fits, and what it opens can be looked at."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from shop import shop
from stand_in_appium import StandInAppium

from gui_rec.capture.observe import Observer
from gui_rec.device import listing
from gui_rec.errors import UsageError
from gui_rec.testing.clock import FakeClock
from gui_rec.testing.drivers._api import open_driver
from gui_rec.testing.drivers._members import DRIVERS
from gui_rec.testing.fake_device import FakeDevice


def as_adbutils(_device: FakeDevice) -> object:
    adbutils = pytest.importorskip("adbutils")
    return adbutils.AdbDevice(adbutils.AdbClient(host="127.0.0.1", port=1), "fake-1")


def as_uiautomator2(device: FakeDevice) -> object:
    """A device of uiautomator2 whose server is never started: it would ask a phone."""
    u2 = pytest.importorskip("uiautomator2")
    made = u2.Device.__new__(u2.Device)
    made._dev = as_adbutils(device)
    return made


MAKERS: dict[str, Callable[[FakeDevice], object]] = {
    "serial": lambda device: device.serial,
    "gui_rec": lambda device: device,
    "uiautomator2": as_uiautomator2,
    "adbutils": as_adbutils,
    "appium": StandInAppium,
}


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> FakeDevice:
    """The shop, which is what every adb server has."""
    made = shop()

    def open_device(serial: str | None = None, client: object = None) -> FakeDevice:
        assert serial == "fake-1"
        return made

    monkeypatch.setattr(listing, "open_device", open_device)
    return made


def test_every_kind_is_under_this_contract() -> None:
    assert set(MAKERS) == set(DRIVERS)


@pytest.mark.parametrize("name", list(MAKERS))
def test_exactly_one_kind_fits(name: str, device: FakeDevice) -> None:
    driver = MAKERS[name](device)
    assert [each for each in DRIVERS if DRIVERS.get(each).fits(driver)] == [name]


@pytest.mark.parametrize("name", list(MAKERS))
def test_what_it_opens_can_be_looked_at_and_is_closed(name: str, device: FakeDevice) -> None:
    opened = open_driver(MAKERS[name](device))
    seen = Observer(opened.device, FakeClock()).observe()
    assert seen.package == "com.example.app"
    assert seen.size == device.size
    assert seen.state_key is not None
    assert opened.device.info() is not None
    opened.close()
    assert opened.is_ours == (name != "gui_rec")


@pytest.mark.parametrize("thing", [None, 7, object(), types.SimpleNamespace(page_source="<x/>"), Path("x")])
def test_anything_else_is_refused(thing: object) -> None:
    with pytest.raises(UsageError, match="transition: expected one of serial"):
        open_driver(thing)


def test_no_client_library_is_imported_to_tell_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("adbutils", "uiautomator2", "appium", "selenium"):
        monkeypatch.setitem(sys.modules, library, None)  # importing it fails

    class Other:
        page_source: Any = ""

    assert not any(DRIVERS.get(each).fits(Other()) for each in DRIVERS)
