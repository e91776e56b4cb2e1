"""An Appium driver as a device to look at: one page source a look, and every refusal a reason."""

from __future__ import annotations

from typing import Any

import pytest
from shop import shop, tap
from stand_in_appium import StandInAppium

from gui_rec.capture.observe import Observer
from gui_rec.errors import ActionUnsupportedError, DeviceError, DeviceLostError, HierarchyError
from gui_rec.model.flags import MissingReason
from gui_rec.testing import transition
from gui_rec.testing.builders import SIZE
from gui_rec.testing.clock import FakeClock
from gui_rec.testing.drivers.appium import AppiumDevice, AppiumDriver


class Broken:
    """A driver that answers with what it is told to."""

    def __init__(self, source: object = "", picture: object = b"") -> None:
        self.source, self.picture = source, picture

    @property
    def page_source(self) -> Any:
        if isinstance(self.source, Exception):
            raise self.source
        return self.source

    def get_screenshot_as_png(self) -> Any:
        if isinstance(self.picture, Exception):
            raise self.picture
        return self.picture


class InvalidSessionIdException(Exception):  # noqa: N818 - Selenium's name
    """As Selenium's client raises it."""


def reasons(driver: Broken) -> dict[str, MissingReason]:
    seen = Observer(AppiumDevice(driver), FakeClock()).observe()
    assert not seen.is_usable
    return {item.column: item.reason for item in seen.missing}


def test_one_look_costs_one_page_source() -> None:
    driver = StandInAppium(shop())
    seen = Observer(AppiumDevice(driver), FakeClock()).observe()
    assert driver.asked == 1
    assert (seen.package, seen.activity, seen.ui_source) == ("com.example.app", None, "appium")
    assert (seen.rotation, seen.size) == (0, SIZE)


def test_it_is_told_by_two_names() -> None:
    assert AppiumDriver().fits(Broken())
    assert not AppiumDriver().fits(object())


def test_what_could_not_be_had_has_its_reason() -> None:
    assert reasons(Broken("<hierarchy/>", b"no png"))["ui_xml"] is MissingReason.DUMP_EMPTY
    told = reasons(Broken(None, None))
    assert (told["screenshot"], told["ui_xml"]) == (
        MissingReason.SCREENCAP_FAILED,
        MissingReason.DUMP_CRASHED,
    )
    told = reasons(Broken(RuntimeError("timeout"), RuntimeError("no")))
    assert (told["screenshot"], told["ui_xml"]) == (
        MissingReason.SCREENCAP_FAILED,
        MissingReason.DUMP_CRASHED,
    )


@pytest.mark.parametrize("error", [InvalidSessionIdException("gone"), ConnectionRefusedError("nobody")])
def test_a_session_that_is_over_is_a_lost_device(error: Exception) -> None:
    with pytest.raises(DeviceLostError, match="appium: get_screenshot_as_png"):
        Observer(AppiumDevice(Broken("", error)), FakeClock()).observe()


def test_it_is_never_acted_on() -> None:
    device = AppiumDevice(Broken())
    with pytest.raises(ActionUnsupportedError):
        device.perform(tap(40), SIZE)
    with pytest.raises(ActionUnsupportedError):
        device.restore_app("com.example.app", ())
    for ask in (
        device.display,
        device.windows,
        lambda: device.ask(["true"]),
        lambda: device.resolve_app("x"),
    ):
        with pytest.raises(DeviceError):
            ask()
    assert (device.keyboard_shown(), device.app_version("x")) == (None, None)
    with pytest.raises(HierarchyError):
        device.hierarchy()


def test_a_block_of_an_appium_test_is_judged(tmp_path: Any) -> None:
    for mode in ("missing", "never"):
        phone = shop()
        with transition(
            StandInAppium(phone), "open", record=mode, recordings=tmp_path, clock=phone.clock
        ) as block:
            phone.perform(tap(40), SIZE)
    assert block.report is not None
    assert block.report.verdict.verdict == "match"
