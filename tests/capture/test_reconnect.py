"""A device that went away is waited for, no longer than was said."""

from __future__ import annotations

import pytest
from fake_app import fake_app

from gui_rec.capture.reconnect import Patience, wait_for
from gui_rec.errors import DeviceError, DeviceLostError, DeviceTimeoutError, DeviceUnavailableError

BROKE = DeviceLostError("the link broke")


@pytest.mark.parametrize("error", [DeviceLostError, DeviceUnavailableError, DeviceTimeoutError])
def test_it_is_asked_until_it_answers(error: type[DeviceError]) -> None:
    device = fake_app()
    device.fail_next("focus", error("gone"), times=4)
    assert wait_for(device, device.clock, Patience(60), BROKE) == pytest.approx(2.5)
    assert device.calls["focus"] == 5


def test_an_answer_that_is_another_error_is_an_answer() -> None:
    device = fake_app()
    device.fail_next("focus", DeviceError("no focus now"))
    assert wait_for(device, device.clock, Patience(60), BROKE) == pytest.approx(0.5)


def test_the_wait_has_an_end_and_is_told_once() -> None:
    device, told = fake_app(), list[float]()
    device.lose()
    began_s = device.clock.now_s
    with pytest.raises(DeviceLostError):
        wait_for(device, device.clock, Patience(60, on_wait=told.append), BROKE)
    assert device.clock.now_s - began_s == pytest.approx(60)
    assert told == [60]


def test_a_person_may_end_the_wait() -> None:
    device = fake_app()
    device.lose()
    patience = Patience(60, stop=lambda: device.calls["focus"] >= 3)
    with pytest.raises(DeviceLostError):
        wait_for(device, device.clock, patience, BROKE)
    assert device.calls["focus"] == 3


def test_no_patience_asks_nothing() -> None:
    device, told = fake_app(), list[float]()
    with pytest.raises(DeviceLostError, match="the link broke"):
        wait_for(device, device.clock, Patience(0, on_wait=told.append), BROKE)
    assert (device.calls["focus"], told) == (0, [])


def test_in_the_end_it_is_said_what_stands_in_the_way_now() -> None:
    device = fake_app()
    device.fail_next("focus", DeviceUnavailableError("offline"), times=3)
    device.fail_next("focus", DeviceUnavailableError("unauthorized; accept the dialog"), times=99)
    with pytest.raises(DeviceLostError, match="unauthorized"):
        wait_for(device, device.clock, Patience(10), BROKE)
