"""The whole loop by the real command line, through the real adb server, on the simulated phone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from gui_rec.errors import ExitCode
from gui_rec.phone.process import PhoneProcess
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone, wait_until_usable

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

SCRIPT = """\
open_app(app_name='Shop')
click(x=0.5, y=0.3192)
write(message='ada')
navigate_back()
terminate(status='success')
"""


def gui_rec(environ: Mapping[str, str], *words: str, expect: ExitCode = ExitCode.OK) -> str:
    """Run one command line; its standard output."""
    done = subprocess.run(
        [sys.executable, "-m", "gui_rec", *words],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == expect, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=7) as running:
        yield running


@pytest.fixture(scope="module")
def recorded(phone: SimulatedPhone, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session recorded from a script in the ScaleCUA dialect."""
    folder = tmp_path_factory.mktemp("loop")
    (folder / "script.txt").write_text(SCRIPT, encoding="utf-8")
    words = ["--source", "script", "--script", str(folder / "script.txt"), "--dialect", "scalecua"]
    gui_rec(phone.server.environ, "record", *words, "--goal", "Write a name", "-o", str(folder / "t.parquet"))
    return folder / "t.parquet"


def test_the_device_is_listed(phone: SimulatedPhone) -> None:
    listed = json.loads(gui_rec(phone.server.environ, "devices", "--json"))["devices"]
    assert [(entry["serial"], entry["usable"]) for entry in listed] == [(phone.process.serial, True)]


def test_the_recording_is_whole_and_says_what_was_done(phone: SimulatedPhone, recorded: Path) -> None:
    gui_rec(phone.server.environ, "check", str(recorded))
    shown = json.loads(gui_rec(phone.server.environ, "show", str(recorded), "--json"))["episodes"][0]
    assert shown["goal"] == "Write a name"
    assert shown["ended"] == "claimed_success"
    assert [step["action"]["type"] for step in shown["steps"]] == ["open_app", "tap", "type", "key", "finish"]
    assert shown["steps"][1]["target"] == "User name"
    # The page has a password field, which is masked.
    assert [step["flags"] for step in shown["steps"]] == [["masked"]] * 5


def test_every_tuple_is_there(recorded: Path) -> None:
    steps = list(open_trajectories(recorded).steps())
    for step in steps:
        for seen in (step.pre, step.post):
            assert seen.screenshot is not None
            assert seen.ui_xml is not None
            assert (seen.size, seen.missing) == (steps[0].pre.size, ())
    assert steps[1].post.screenshot == steps[2].pre.screenshot
    assert steps[2].sent is not None
    assert steps[2].sent.exit_status == 0


def test_it_replays_on_another_phone_an_hour_later(
    phone: SimulatedPhone, recorded: Path, tmp_path: Path
) -> None:
    report_dir = tmp_path / "report"
    with PhoneProcess.start(seed=11, clock_offset_s=3660, adb_server_port=phone.server.port) as other:
        wait_until_usable(phone.server.client, other.serial)
        words = ["replay", str(recorded), "--device", other.serial, "--report", str(report_dir), "--json"]
        report = json.loads(gui_rec(phone.server.environ, *words))
    assert report["ok"] is True
    assert report["counts"]["match"] == 5
    assert json.loads((report_dir / "report.json").read_text(encoding="utf-8")) == report
    replayed = open_trajectories(report_dir / "run")
    assert [episode.info.source for episode in replayed.episodes] == ["replay"]
    assert replayed.episodes[0].info.episode_id == report["replayed_episode_id"]
    verdicts = open_trajectories(recorded).verdicts()
    assert [row.verdict.value for row in verdicts if row.run_id == report["run_id"]] == ["match"] * 5


@pytest.mark.slow
def test_a_lost_tap_is_named(phone: SimulatedPhone, recorded: Path) -> None:
    with PhoneProcess.start(seed=11, faults=("lost-tap",), adb_server_port=phone.server.port) as other:
        wait_until_usable(phone.server.client, other.serial)
        words = ["replay", str(recorded), "--device", other.serial, "--timeout", "4", "--json"]
        report = json.loads(gui_rec(phone.server.environ, *words, expect=ExitCode.MISMATCH))
    failed = [step for step in report["steps"] if not step["successful"]]
    named = [(step["step_index"], step["code"], step["acted"]) for step in failed]
    assert named == [(1, "NO_EFFECT", True)]
    assert report["not_run"] == 3


def test_it_exports_rows_that_load(phone: SimulatedPhone, recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "training"
    stats = json.loads(gui_rec(phone.server.environ, "export", str(recorded), "-o", str(out), "--json"))
    assert (stats["steps"], stats["samples"], stats["refused"]) == (5, 5, {})
    gui_rec(phone.server.environ, "export", str(recorded), "-o", str(out), expect=ExitCode.USAGE)
