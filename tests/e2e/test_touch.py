"""A finger on the panel, recorded by the real command line, then replayed on a fresh phone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gui_rec.device.adb.device import AdbDevice
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Swipe, Tap
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point, PxPoint, ScreenSize, to_px
from gui_rec.phone.process import PhoneProcess
from gui_rec.replayer.session import replay
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone, wait_until_usable

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

SIZE = ScreenSize(1080, 2400)


def wait_for_line(process: subprocess.Popen[str], word: str) -> str:
    assert process.stderr is not None
    while line := process.stderr.readline():
        if word in line:
            return line
    raise AssertionError(f"the recorder ended without saying {word!r}")


def record_a_finger(phone: SimulatedPhone, target: Path) -> None:
    argv = [sys.executable, "-m", "gui_rec", "record", "--device", phone.process.serial, "-o", str(target)]
    environ = {**os.environ, **phone.server.environ}
    with subprocess.Popen(argv, env=environ, stderr=subprocess.PIPE, text=True) as process:
        wait_for_line(process, "Ready")
        phone.process.control.tap(876, 1890)
        wait_for_line(process, "step 0")
        phone.process.control.swipe(540, 1700, 540, 900, 400)
        wait_for_line(process, "step 1")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == ExitCode.OK


def test_taps_and_swipes_of_a_finger_become_a_trajectory_that_replays(tmp_path: Path) -> None:
    target = tmp_path / "touch.parquet"
    with simulated_phone(seed=7) as phone:
        record_a_finger(phone, target)
        assert check(target).ok
        tap, swipe = open_trajectories(target).steps()
        assert isinstance(tap.action, Tap)
        assert to_px(Point(tap.action.x, tap.action.y), SIZE) == PxPoint(876, 1890)
        assert tap.target is not None
        assert tap.target.text == "Settings"
        assert (tap.pre.package, tap.post.package) == ("com.android.launcher3", "com.android.settings")
        assert isinstance(swipe.action, Swipe)
        assert swipe.post.state_key != swipe.pre.state_key
        assert all(step.sent is None and Flag.PRE_STATE_STALE not in step.flags for step in (tap, swipe))
        with PhoneProcess.start(seed=9, clock_offset_s=3660, adb_server_port=phone.server.port) as other:
            wait_until_usable(phone.server.client, other.serial)
            report = replay(target, AdbDevice(phone.server.client, other.serial))
    assert report.ok, list(report.failures())
