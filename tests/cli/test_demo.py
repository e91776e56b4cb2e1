"""`gui-rec demo`: the whole of it takes minutes and is marked slow; its parts are checked here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gui_rec.cli.demo import CLOCK_LATER_S, LATER, RECORDED_ON, demo_script, run_demo
from gui_rec.errors import ExitCode, OutputExistsError
from gui_rec.model.action_fields import from_fields


def test_the_script_has_what_the_demo_promises() -> None:
    lines = [json.loads(line) for line in demo_script().splitlines()]
    kinds = [from_fields(line["action"]).type for line in lines]
    assert len(kinds) >= 8
    assert {"open_app", "tap", "type", "scroll", "long_press", "key", "finish"} <= set(kinds)
    assert kinds.count("open_app") == 2
    assert all(line["operation"] for line in lines)


def test_the_replay_runs_on_another_phone_61_minutes_later() -> None:
    assert RECORDED_ON.seed != LATER.seed
    assert CLOCK_LATER_S == 3660
    assert LATER.words == ["phone", "--seed", "11", "--clock-offset", "3660.0"]


def test_an_existing_folder_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(OutputExistsError):
        run_demo(tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_whole_demo_ends_well_and_says_where_things_lie(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    argv = [sys.executable, "-m", "gui_rec", "demo", "-o", str(out)]
    done = subprocess.run(
        argv, env=dict(os.environ), capture_output=True, text=True, check=False, timeout=500
    )
    assert done.returncode == ExitCode.OK, done.stdout + done.stderr
    assert "STATE_MISMATCH" in done.stdout
    assert "NO_EFFECT" in done.stdout
    for name in ("traj.parquet", "report/report.json", "training"):
        assert (out / name).exists()
        assert str(out / name) in done.stdout
    report = json.loads((out / "report" / "report.json").read_text(encoding="utf-8"))
    assert report["ok"] is True
    assert report["counts"]["match"] >= 8
