"""Versions of apps: asked once, and no reason to lose a step."""

from __future__ import annotations

import pytest
from shop import shop

from gui_rec.capture.app_versions import AppVersions
from gui_rec.errors import DeviceLostError, DeviceTimeoutError
from gui_rec.testing.fake_device import FakeDevice

PACKAGE = "com.example.app"


@pytest.fixture
def device() -> FakeDevice:
    device = shop()
    device.versions = {PACKAGE: "1.2"}
    return device


def test_it_is_asked_once(device: FakeDevice) -> None:
    versions = AppVersions(device)
    assert versions.known(PACKAGE) is None
    assert [versions.of(PACKAGE), versions.of(PACKAGE), versions.known(PACKAGE)] == ["1.2"] * 3
    assert device.calls["app_version"] == 1
    assert versions.of(None) is None


def test_a_device_that_does_not_tell_now_is_asked_again_but_not_for_ever(device: FakeDevice) -> None:
    versions = AppVersions(device)
    device.fail_next("app_version", DeviceTimeoutError("dumpsys package hangs"))
    assert [versions.of(PACKAGE), versions.of(PACKAGE)] == [None, "1.2"]
    for _ in range(5):
        device.fail_next("app_version", DeviceTimeoutError("dumpsys package hangs"))
        assert versions.of("com.example.other") is None
    assert device.calls["app_version"] == 2 + 3


def test_a_lost_device_is_an_error_and_is_asked_when_it_is_back(device: FakeDevice) -> None:
    versions = AppVersions(device)
    device.fail_next("app_version", DeviceLostError("the cable"))
    with pytest.raises(DeviceLostError):
        versions.of(PACKAGE)
    assert versions.of(PACKAGE) == "1.2"
