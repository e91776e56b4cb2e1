"""One visit, and every examination over it."""

from __future__ import annotations

import pytest
from shop import shop

from gui_rec.errors import CaptureError, DeviceLostError
from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor._members import EXAMINATIONS
from gui_rec.recorder.doctor.visit import examine, visit
from gui_rec.testing.fake_device import FakeDevice


def test_a_device_in_order_has_no_problem_and_is_not_acted_on() -> None:
    device = shop()
    findings = dict(examine(visit(device, device.clock)))
    assert {finding.state for finding in findings.values()} == {State.OK}
    assert {"screenshot", "hierarchy", "speed", "touch panel"} <= set(findings)
    assert "input" not in findings, "this device does not tell"
    assert device.performed == []


def test_the_times_of_picture_and_hierarchy_are_measured() -> None:
    device = shop()
    device.costs_s = {"hierarchy": 3.0, "screenshot": 5.0}
    seen = visit(device, device.clock)
    assert seen.picture_s == pytest.approx(5.0)
    assert seen.hierarchy_s == pytest.approx(3.0)
    assert device.calls["screenshot"] == 2, "the first look is not the one that is timed"


def test_what_only_the_first_look_costs_is_no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    device, costs_s, take = shop(), iter((9.0, 0.1)), FakeDevice.screenshot

    def screenshot(asked: FakeDevice) -> bytes:
        asked.clock.advance(next(costs_s))
        return take(asked)

    monkeypatch.setattr(FakeDevice, "screenshot", screenshot)
    assert visit(device, device.clock).picture_s == pytest.approx(0.1)


def test_what_fails_is_found_and_what_is_gone_is_an_error() -> None:
    device = shop()
    device.fail_next("hierarchy", CaptureError("dump_crashed", "held"), times=4)
    assert dict(examine(visit(device, device.clock)))["hierarchy"].state is State.PROBLEM
    device.lose()
    with pytest.raises(DeviceLostError):
        visit(device, device.clock)


def test_every_examination_is_told_in_the_order_of_the_table() -> None:
    device = shop()
    told = [name for name, _ in examine(visit(device, device.clock))]
    assert told == [name for name in EXAMINATIONS if name in told]
