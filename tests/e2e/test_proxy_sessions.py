"""Agents in longer sessions, by the real command line: on two devices at once, with tasks, and after a crash."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from adb_under_test import adb_binary
from proxied import command, environ_of, own_python, read, recording

from gui_rec.errors import ExitCode
from gui_rec.phone.process import PhoneProcess
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone, wait_until_usable

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

ADB = str(adb_binary())
TIMEOUT_S = 200.0


@pytest.mark.parametrize("code", [0, 5])
def test_an_agent_on_each_of_two_devices(code: int, tmp_path: Path) -> None:
    with (
        simulated_phone(seed=1) as phone,
        PhoneProcess.start(seed=2, adb_server_port=phone.server.port, environ=environ_of(phone)) as other,
    ):
        wait_until_usable(phone.server.client, other.serial)
        serials = [phone.process.serial, other.serial]
        agent = own_python("tasked_agent.py", ADB, str(code))
        done = run(phone, command(phone, tmp_path / "run", agent, "--device", other.serial), tmp_path)
    assert done.returncode == code, done.stderr
    told = [json.loads(line.partition("] ")[2]) for line in done.stderr.splitlines() if '{"ANDROID' in line]
    assert sorted(one["ANDROID_SERIAL"] for one in told) == sorted(serials)
    for number, serial in enumerate(serials, 1):
        opened = open_trajectories(tmp_path / "run" / f"device_{number}")
        assert [step.action.type for step in opened.steps()] == ["tap", "key"]
        assert next(step.post.package for step in opened.steps()) == "com.android.settings"
        end = opened.episodes[0].end
        assert end is not None
        assert end.message == f"the agent exited with {code}"
        assert f"{serial}: 2 step(s) in {tmp_path / 'run' / f'device_{number}'}" in done.stdout


def test_an_agent_with_tasks_learns_each_of_them(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.jsonl"
    wanted = [{"id": "one", "goal": "Look at the settings"}, {"id": "two", "goal": "纸灯 again"}]
    tasks.write_text("\n".join(json.dumps(task) for task in wanted), encoding="utf-8")
    with simulated_phone(seed=3) as phone:
        agent = own_python("tasked_agent.py", ADB, "0")
        options = ("--tasks", str(tasks), "--keys-from-stdin")
        done = run(phone, command(phone, tmp_path / "run", agent, *options), tmp_path, keys="s\ny\ns\nn\nq\n")
    assert done.returncode == ExitCode.OK, done.stderr
    episodes = open_trajectories(tmp_path / "run").every_episode
    assert [(one.info.task_id, one.info.goal) for one in episodes] == [
        (task["id"], task["goal"]) for task in wanted
    ]
    assert [one.end.outcome if one.end else None for one in episodes] == ["success", "failure"]
    assert [one.step_count for one in episodes] == [2, 2]
    told = [json.loads(line) for line in (done.stdout + done.stderr).splitlines() if '{"ANDROID' in line]
    assert [(one["GUI_REC_TASK_ID"], one["GUI_REC_GOAL"]) for one in told] == [
        (task["id"], task["goal"]) for task in wanted
    ]


def test_a_recording_of_an_agent_goes_on_after_a_crash(tmp_path: Path) -> None:
    with simulated_phone(seed=4) as phone:
        taps = f"while {ADB} shell input tap 540 1000; do :; done"  # ends with the proxy
        with recording(phone, tmp_path, ["sh", "-c", taps]) as process:
            assert process.stderr is not None
            while "step 0" not in (line := process.stderr.readline()):
                assert line
            process.send_signal(signal.SIGKILL)
            process.wait(timeout=TIMEOUT_S)
        agent = own_python("tasked_agent.py", ADB, "0")
        done = run(phone, command(phone, tmp_path / "run", agent, "--resume"), tmp_path)
        recorded = read(tmp_path / "run", done.returncode, done.stdout, done.stderr)
    assert recorded.exit_code == ExitCode.OK, recorded.said
    assert recorded.actions[0] == "tap"
    assert recorded.actions[-2:] == ["tap", "key"]
    assert [step.index for step in recorded.steps] == list(range(len(recorded.steps)))


def test_lines_of_several_actions_in_an_open_shell(tmp_path: Path) -> None:
    """As a program that keeps one `adb shell` open types them: part by part, with the shell's own `$?`."""
    lines = (
        "input tap 540 1200 && input swipe 540 1600 540 800\n"
        "input keyevent 4; input swipe 1 x && input tap 1 1 || input keyevent 3\n"
        "echo status $?\n"
    )
    agent = ["sh", "-c", f"printf '%s' '{lines}' | {ADB} shell"]
    with simulated_phone(seed=5) as phone:
        alone = run(phone, ["env", f"ANDROID_SERIAL={phone.process.serial}", *agent], tmp_path)
        done = run(phone, command(phone, tmp_path / "run", agent), tmp_path)
    recorded = read(tmp_path / "run", done.returncode, done.stdout, done.stderr)
    assert recorded.actions == ["tap", "swipe", "key", "key"]
    # The third part goes on with a command that `input` refuses, so its status is not the key's.
    assert [step.sent.exit_status for step in recorded.steps if step.sent is not None] == [0, 0, None, 0]
    for before, after in itertools.pairwise(recorded.steps):
        assert after.pre.state_key == before.post.state_key
    assert alone.stdout == "status 0\n"
    assert alone.stdout in done.stdout
    assert alone.stderr.strip() in done.stderr
    assert "gui-rec-" not in done.stdout


def run(
    phone: SimulatedPhone, argv: list[str], folder: Path, keys: str = ""
) -> subprocess.CompletedProcess[str]:
    """The command to its end, its input these lines."""
    return subprocess.run(
        argv,
        env={**os.environ, **environ_of(phone), "PYTHONUNBUFFERED": "1"},
        cwd=folder,
        input=keys,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
