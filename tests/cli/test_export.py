"""`gui-rec export` says what became of every step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shop import record_shop
from small_recordings import record, small_step

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Key, Type


def test_every_step_is_a_row_or_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    assert run(["export", str(recording), "-o", str(tmp_path / "out"), "--json"]) == ExitCode.OK
    stats = json.loads(capsys.readouterr().out)
    assert stats["steps"] == stats["samples"] + sum(stats["refused"].values())
    assert all((tmp_path / "out" / file["path"]).is_file() for file in stats["files"])


def test_an_output_that_is_there_is_never_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    (tmp_path / "out").mkdir()
    assert run(["export", str(recording), "-o", str(tmp_path / "out")]) == ExitCode.USAGE
    assert list((tmp_path / "out").iterdir()) == []
    assert "out" in capsys.readouterr().err


def test_an_unknown_dialect_lists_the_known_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    words = ["export", str(recording), "-o", str(tmp_path / "out"), "--dialect", "klingon"]
    assert run(words) == ExitCode.USAGE
    assert "scalecua" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_the_dialect_cannot_say_is_told_with_the_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = [small_step(0, Type("a", clear_before=True, press_enter=True)), small_step(1, Key("BACK"))]
    recording = record(tmp_path / "rec", steps)
    assert run(["export", str(recording), "-o", str(tmp_path / "out")]) == ExitCode.OK
    said = capsys.readouterr().out
    assert "left out: 1 step(s): the dialect cannot say this `type`: write() " in said
    assert "clear_before and press_enter" in said


def test_an_outcome_that_nobody_said_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record(tmp_path / "rec", [small_step(0, Key("BACK"))])
    words = ["export", str(recording), "-o", str(tmp_path / "out"), "--outcome", "success"]
    assert run(words) == ExitCode.BAD_INPUT
    assert "did not say the outcome" in capsys.readouterr().err
    assert run([*words[:-2], "--include-rejected"]) == ExitCode.OK
