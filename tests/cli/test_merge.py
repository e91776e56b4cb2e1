"""`gui-rec merge`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from trajectories import a_step, an_episode

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.store.recording import RecordingWriter


def a_farm(folder: Path, count: int) -> Path:
    for number in range(count):
        with RecordingWriter.create(folder / f"device_{number}", an_episode(f"01E{number}")) as writer:
            writer.append(a_step(0))
    return folder


def test_a_farm_becomes_one_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    farm = a_farm(tmp_path / "farm", 3)
    assert run(["merge", str(farm), "-o", str(tmp_path / "all"), "--json"]) == ExitCode.OK
    said = capsys.readouterr()
    assert json.loads(said.out)["episodes"] == 3
    assert "3 of 3 file(s)" in said.err
    assert "gui-rec check" in said.err
    assert run(["check", str(tmp_path / "all")]) == ExitCode.OK


def test_progress_is_a_line_for_every_hundredth_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    farm = a_farm(tmp_path / "farm", 3)
    assert run(["merge", str(farm), "-o", str(tmp_path / "all")]) == ExitCode.OK
    said = capsys.readouterr()
    assert said.out == f"3 episode(s) in {tmp_path / 'all'}\n"
    assert said.err.count("file(s)") == 1


def test_what_is_no_recording_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["merge", str(tmp_path / "none"), "-o", str(tmp_path / "all")]) == ExitCode.BAD_INPUT
    assert "none: no such file or folder" in capsys.readouterr().err
    assert run(["merge", "-o", str(tmp_path / "all")]) == ExitCode.USAGE
