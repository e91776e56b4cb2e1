"""`gui-rec doctor`."""

from __future__ import annotations

import json

import pytest
from shop import shop

from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import CaptureError, DeviceUnavailableError, ExitCode
from gui_rec.testing.fake_device import FakeDevice
from gui_rec.testing.phone import simulated_phone


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> FakeDevice:
    found = shop()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: found)
    return found


def test_a_device_in_order_may_be_recorded(device: FakeDevice, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor"]) == ExitCode.OK
    said = capsys.readouterr()
    assert "touch panel" in said.out
    assert "next: gui-rec record --device fake-1" in said.err


def test_a_problem_is_device_trouble_and_named(
    device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    device.fail_next("hierarchy", CaptureError("dump_null_root", "off"), times=4)
    assert run(["doctor", "--json"]) == ExitCode.DEVICE
    said = capsys.readouterr()
    findings = {item["what"]: item for item in json.loads(said.out)["findings"]}
    assert findings["hierarchy"]["state"] == "problem"
    assert findings["hierarchy"]["fix"] == "wake and unlock the phone"
    assert findings["screenshot"]["fix"] is None
    assert "mend first: hierarchy" in said.err


def test_no_device_is_said_as_everywhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(_serial: str | None = None) -> FakeDevice:
        raise DeviceUnavailableError("no usable device")

    monkeypatch.setattr(listing, "open_device", none)
    assert run(["doctor"]) == ExitCode.DEVICE
    assert "no usable device" in capsys.readouterr().err


@pytest.mark.e2e
def test_the_simulated_phone_and_its_faults(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with simulated_phone(seed=4) as phone:
        monkeypatch.setenv("ADB_SERVER_SOCKET", f"tcp:127.0.0.1:{phone.server.port}")
        assert run(["doctor", "--device", phone.process.serial]) == ExitCode.OK
        assert "problem" not in capsys.readouterr().out
        phone.process.control.fault_on("inject-denied")
        assert run(["doctor", "--device", phone.process.serial]) == ExitCode.DEVICE
        assert "mend first: input" in capsys.readouterr().err
