"""`gui-rec recover` finishes what was left open."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from trajectories import record

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode

DIES = """
import os, signal, sys
from pathlib import Path
from trajectories import a_step, an_episode
from gui_rec.store.recording import RecordingWriter
writer = RecordingWriter.create(Path(sys.argv[1]), an_episode())
for index in range(4):
    writer.append(a_step(index))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("name", ["t.parquet", "folder"])
def test_a_killed_recorders_steps_are_all_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    target = tmp_path / name
    support = str(Path(__file__).parent.parent / "_support")
    env = os.environ | {"PYTHONPATH": support}
    done = subprocess.run([sys.executable, "-c", DIES, str(target)], env=env, check=False, timeout=60)
    assert done.returncode == -9
    assert run(["recover", str(target), "--json"]) == ExitCode.OK
    report = json.loads(capsys.readouterr().out)
    assert (report["steps"], report["ended"]) == (4, "interrupted")
    assert run(["check", str(target)]) == ExitCode.OK


def test_a_finished_recording_needs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record(tmp_path / "t.parquet")
    assert run(["recover", str(tmp_path / "t.parquet")]) == ExitCode.OK
    assert "nothing to recover" in capsys.readouterr().out


def test_a_place_with_nothing_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recover", str(tmp_path / "none")]) == ExitCode.BAD_INPUT
    assert "none" in capsys.readouterr().err
