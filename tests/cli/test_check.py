"""`gui-rec check` says whether a recording is whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from trajectories import a_look, a_step, an_episode, record

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.model.episode import EpisodeEnd
from gui_rec.model.flags import EndReason
from gui_rec.store.recording import RecordingWriter


def test_a_whole_recording_is_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record(tmp_path / "t.parquet")
    assert run(["check", str(tmp_path / "t.parquet")]) == ExitCode.OK
    assert "1 episode(s), 3 step(s), 0 problem(s)" in capsys.readouterr().out


def test_a_damaged_picture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "t.parquet"
    png = a_look(0).screenshot
    assert png is not None
    with RecordingWriter.create(target, an_episode()) as writer:
        writer.append(a_step(0, pre=replace(a_look(0), screenshot=png[:-8])))
        writer.finish(EpisodeEnd(EndReason.FINISHED))
    assert run(["check", str(target), "--json"]) == ExitCode.MISMATCH
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert findings
    assert findings[0]["step_index"] == 0
    assert "pre_screenshot" in findings[0]["field"]


def test_a_cut_off_file_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = record(tmp_path / "t.parquet")
    file.write_bytes(file.read_bytes()[:-20])
    assert run(["check", str(file)]) == ExitCode.BAD_INPUT
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("t.parquet") == 1


def test_one_cut_off_file_among_whole_ones_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = record(tmp_path / "folder")
    (whole.parent / "01JABCDEFGHJKMNPQRSTVWXYZ1.parquet").write_bytes(whole.read_bytes()[:-20])
    assert run(["check", str(tmp_path / "folder")]) == ExitCode.MISMATCH
    assert "WXYZ1.parquet" in capsys.readouterr().out
