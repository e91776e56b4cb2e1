from __future__ import annotations

from dataclasses import replace

import pytest
from asking import CONTEXT, ITEM, ask, with_columns
from shop import SHOP, shop

from gui_rec.errors import DeviceError, DeviceLostError
from gui_rec.model.verdict import Code
from gui_rec.replayer.system import SystemWatch
from gui_rec.testing.fake_device import FakeDevice

DEATHS = frozenset({("com.example.app", 7)})


class Telling(FakeDevice):
    """A device that tells which app is its home screen, and what died."""

    home: str | None = "com.vendor.desk"
    deaths: frozenset[tuple[str, int]] = DEATHS

    def home_package(self) -> str | None:
        self._enter("home_package")
        return self.home

    def crashed_processes(self) -> frozenset[tuple[str, int]]:
        self._enter("crashed_processes")
        return self.deaths


def telling() -> Telling:
    return Telling(SHOP, "list")


def test_only_what_dies_meanwhile_is_told_once() -> None:
    device = telling()
    watch = SystemWatch(device)
    watch.begin()
    assert watch.home == "com.vendor.desk"
    assert not watch.has_died("com.example.app"), "that was before"
    device.deaths = DEATHS | {("com.example.app", 9), ("com.other", 8)}
    assert watch.has_died("com.example.app")
    assert not watch.has_died("com.example.app")
    assert not watch.has_died(None)
    watch.begin()
    assert device.calls["home_package"] == 1


def test_a_device_that_does_not_tell_is_judged_by_names() -> None:
    watch = SystemWatch(shop())
    watch.begin()
    assert (watch.home, watch.has_died("com.example.app")) == (None, False)
    mute = telling()
    mute.fail_next("home_package", DeviceError("no such service"))
    mute.fail_next("crashed_processes", DeviceError("no such service"), times=2)
    watch = SystemWatch(mute)
    watch.begin()
    assert (watch.home, watch.has_died("com.example.app")) == (None, False)


@pytest.mark.parametrize("method", ["home_package", "crashed_processes"])
def test_a_device_that_is_lost_is_an_error(method: str) -> None:
    device = telling()
    device.fail_next(method, DeviceLostError("gone"))
    with pytest.raises(DeviceLostError):
        SystemWatch(device).begin()


def test_the_home_screen_is_the_one_that_handles_home_whatever_it_is_called() -> None:
    desk = with_columns(ITEM, package="com.vendor.desk")
    launcher = with_columns(ITEM, package="com.android.launcher3")
    known = replace(CONTEXT, home="com.vendor.desk")
    assert ask("package", ITEM, desk, known).code is Code.APP_LEFT
    assert ask("package", ITEM, launcher, known).code is Code.PACKAGE_MISMATCH
    assert ask("package", ITEM, launcher).code is Code.APP_LEFT, "by its name, where the device did not tell"


def test_a_death_without_a_dialog_is_a_crash() -> None:
    died = replace(CONTEXT, crashed="com.example.app")
    result = ask("crash", ITEM, ITEM, died)
    assert result.code is Code.CRASH_DIALOG
    assert "no dialog" in result.detail
    assert ask("crash", ITEM, ITEM).passed
