from __future__ import annotations

from pathlib import Path

import pytest
from shop import SHOP, record_shop, shop, tap
from small_recordings import small_look, small_step

from gui_rec.device.restore import WHOLE, RestoreStep
from gui_rec.errors import DeviceError, UsageError
from gui_rec.model.actions import Key, OpenApp, Tap
from gui_rec.model.verdict import Code
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.session import replay
from gui_rec.replayer.start import StartPlan, start_plan
from gui_rec.testing.fake_device import FakeDevice

HOME = small_look(0, package="com.android.launcher3")


def test_nothing_wanted_is_nothing_done() -> None:
    assert start_plan([small_step(0, Tap(0.5, 0.5))], ()) is None


def test_the_app_on_the_first_screen_is_brought_to_its_start() -> None:
    assert start_plan([small_step(0, Tap(0.5, 0.5))], WHOLE) == StartPlan("com.example", WHOLE)


@pytest.mark.parametrize("action", [OpenApp(package="com.example"), OpenApp(name="com.example")])
def test_an_app_that_the_recording_opens_is_not_launched_beforehand(action: OpenApp) -> None:
    made = start_plan([small_step(0, action, pre=HOME)], WHOLE)
    assert made == StartPlan("com.example", (RestoreStep.FORCE_STOP, RestoreStep.CLEAR))


def test_an_icon_on_the_home_screen_opens_its_app() -> None:
    made = start_plan([small_step(0, Tap(0.5, 0.5), pre=HOME)], WHOLE)
    assert made == StartPlan("com.example", (RestoreStep.FORCE_STOP, RestoreStep.CLEAR))


def test_a_recording_of_the_home_screen_only_has_no_app() -> None:
    with pytest.raises(UsageError, match="shows the launcher only"):
        start_plan([small_step(0, Key("BACK"), pre=HOME, post=HOME)], WHOLE)


def test_a_replay_brings_the_app_to_its_start_and_says_so(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "buy")
    device = shop()
    device.current = "cart"
    config = ReplayConfig(restore=(RestoreStep.FORCE_STOP, RestoreStep.LAUNCH))
    report = replay(recording, device, config, clock=device.clock)
    assert report.ok, list(report.failures())
    assert device.restored == [("com.example.app", (RestoreStep.FORCE_STOP, RestoreStep.LAUNCH))]
    assert report.restored == "com.example.app: force-stop, launch"
    assert report.as_record()["restored"] == report.restored


def test_a_start_that_is_not_reached_all_the_same_is_told(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "add", (tap(70),), FakeDevice(SHOP, "item"))
    device = shop()
    report = replay(recording, device, ReplayConfig(restore=WHOLE, timeout_s=1), clock=device.clock)
    assert [step.verdict.code for step in report.steps] == [Code.START_STATE_MISMATCH]
    assert device.performed == []


def test_an_app_that_cannot_be_restored_ends_it_before_anything_is_written(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "buy")
    device = shop()
    device.fail_next("restore_app", DeviceError("pm clear: Failed"))
    place = tmp_path / "report"
    with pytest.raises(DeviceError, match="pm clear"):
        replay(recording, device, ReplayConfig(restore=WHOLE, report_dir=place), clock=device.clock)
    assert device.performed == []
    assert not place.exists()
