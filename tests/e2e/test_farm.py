"""Several phones at once by one command line; one that fails touches no other; then one recording of all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from recording_process import a_script, recording

from gui_rec._clock import Deadline, SystemClock
from gui_rec.errors import ExitCode, GuiRecError
from gui_rec.phone.process import PhoneProcess
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.testing.phone import simulated_phone, wait_until_usable

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]


def gui_rec(environ: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "gui_rec", *words]
    env = {**os.environ, **environ}
    return subprocess.run(argv, env=env, capture_output=True, text=True, timeout=200, check=False)


def test_a_farm_of_two_is_recorded_stopped_and_merged(tmp_path: Path) -> None:
    farm = tmp_path / "farm"
    script = ["--source", "script", "--script", str(a_script(tmp_path, 30)), "--goal", "Go home; -x"]
    with (
        simulated_phone(seed=1) as phone,
        PhoneProcess.start(seed=2, adb_server_port=phone.server.port) as other,
    ):
        wait_until_usable(phone.server.client, other.serial)
        environ = phone.server.environ
        with recording([*script, "--all", "-o", str(farm), "--json"], environ) as run:
            run.wait_for(f"[{phone.process.serial}] step 1:")
            other.control.fault_on("outage:90")
            run.wait_for(f"[{other.serial}] {other.serial} went away")
            other.control.fault_off("outage")
            run.wait_for(f"[{phone.process.serial}] step 3:")
            run.process.terminate()
            out, err = run.process.communicate(timeout=120)
        assert run.process.returncode in (ExitCode.OK, ExitCode.DEVICE), err
        results = json.loads(out)["recordings"]
        assert len(results) == 2
        assert check(farm / "device_1").ok
        merged = gui_rec(environ, "merge", str(farm), "-o", str(tmp_path / "all"), "--json")
        assert merged.returncode == ExitCode.OK, merged.stderr
    episodes = open_trajectories(tmp_path / "all").episodes
    assert len(episodes) == 2
    assert {episode.info.goal for episode in episodes} == {"Go home; -x"}
    assert not [path for path in farm.rglob("*") if "emulator" in path.name]


def test_a_farm_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Its children finish the step in hand, and leave open what nobody asked to end."""
    farm = tmp_path / "farm"
    script = ["--source", "script", "--script", str(a_script(tmp_path, 6))]
    with (
        simulated_phone(seed=1) as phone,
        PhoneProcess.start(seed=2, adb_server_port=phone.server.port) as other,
    ):
        wait_until_usable(phone.server.client, other.serial)
        with recording([*script, "--all", "-o", str(farm)], phone.server.environ) as run:
            for serial in (phone.process.serial, other.serial):
                if f"[{serial}] step 0:" not in run.text:
                    run.wait_for(f"[{serial}] step 0:")
            run.process.kill()
            run.process.wait(timeout=60)
        for folder in ("device_1", "device_2"):
            wait_until_let_go(farm / folder)
        again = gui_rec(phone.server.environ, "record", *script, "--all", "-o", str(farm), "--resume")
    assert again.returncode == ExitCode.OK, again.stderr
    assert "left alone" not in again.stderr
    for folder in ("device_1", "device_2"):
        (episode,) = open_trajectories(farm / folder).episodes
        assert episode.step_count == 6
        assert check(farm / folder).ok


def wait_until_let_go(folder: Path) -> None:
    """Until no process writes the recording any more."""
    clock = SystemClock()
    deadline = Deadline.after(clock, 60.0)
    while True:
        try:
            RecordingWriter.resume(folder).close()
        except GuiRecError:
            assert not deadline.passed
            clock.sleep_s(0.2)
        else:
            return


def test_a_phone_that_is_not_there_touches_no_other(tmp_path: Path) -> None:
    script = ["--source", "script", "--script", str(a_script(tmp_path, 2))]
    with simulated_phone(seed=1) as phone:
        both = ["--device", phone.process.serial, "--device", "nobody"]
        done = gui_rec(phone.server.environ, "record", *both, *script, "-o", str(tmp_path / "farm"), "--json")
    assert done.returncode == ExitCode.DEVICE
    good, bad = json.loads(done.stdout)["recordings"]
    assert (good["exit_code"], good["result"]["steps"]) == (0, 2)
    assert (bad["exit_code"], bad["result"]) == (ExitCode.DEVICE, None)
    assert "no such device" in bad["said"]
    assert check(tmp_path / "farm" / "device_1").ok
