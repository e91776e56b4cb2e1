from __future__ import annotations

from pathlib import Path

from shop import BUY, shop

from gui_rec.errors import DeviceError, DeviceLostError
from gui_rec.recorder import Recorder
from gui_rec.recorder.asking import ask_expectations
from gui_rec.recorder.expect_file import parse_expectations
from gui_rec.testing.fake_device import FakeDevice

PROBES = parse_expectations(
    [
        {"text": "Milk"},
        {"activity": ".Item"},
        {"shell": ["getprop", "ro.x"], "equals": "1"},
        {"setting": {"namespace": "system", "key": "k"}, "equals": "2"},
    ],
    "test",
)


def passed(
    device: FakeDevice, tmp_path: Path, method: str = "", error: Exception | None = None
) -> list[bool | None]:
    with Recorder(device, tmp_path / "run", clock=device.clock) as recorder:
        recorder.do(BUY[0])
        if error is not None:
            device.fail_next(method, error, times=100)
        answers = [told.passed for told in ask_expectations(recorder, PROBES)]
        device._faults.clear()
    return answers


def test_screen_and_shell_are_asked(tmp_path: Path) -> None:
    device = shop()
    device.answers = {"getprop ro.x": "1\n", "settings get system k": "3\n"}
    assert passed(device, tmp_path) == [True, True, True, False]


def test_what_cannot_be_asked_is_no_answer(tmp_path: Path) -> None:
    assert passed(shop(), tmp_path, "ask", DeviceError("no")) == [True, True, None, None]


def test_a_lost_device_gives_no_answer_and_no_error(tmp_path: Path) -> None:
    assert passed(shop(), tmp_path, "screenshot", DeviceLostError("gone"))[:2] == [None, None]


def test_nothing_expected_asks_nothing(tmp_path: Path) -> None:
    device = shop()
    with Recorder(device, tmp_path / "run", clock=device.clock) as recorder:
        before = dict(device.calls)
        assert ask_expectations(recorder, ()) == ()
        assert device.calls == before
