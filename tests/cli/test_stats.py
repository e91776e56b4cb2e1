"""`gui-rec stats` counts recordings and draws where actions aimed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from small_recordings import record, small_step

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Key, Tap
from gui_rec.vision.png import check_png


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return record(tmp_path / "rec", [small_step(0, Tap(0.5, 0.5)), small_step(1, Key("BACK"))])


def test_numbers_for_people_and_programs(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stats", str(recording)]) == ExitCode.OK
    text = capsys.readouterr().out
    assert "1 episodes, 2 steps" in text
    assert "tap 1 (50 %)" in text, "of the steps"
    assert re.search(r"sources +\w+ 1 \(100 %\)", text), "of the episodes"
    assert run(["stats", str(recording), "--json"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["actions"] == {"key": 1, "tap": 1}


def test_the_picture_is_whole_and_overwrites_nothing(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "heat.png"
    assert run(["stats", str(recording), "--heatmap", str(target)]) == ExitCode.OK
    check_png(target.read_bytes())
    assert run(["stats", str(recording), "--heatmap", str(target)]) == ExitCode.USAGE
    assert "exists already" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_one_error(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(["stats", str(recording), "--heatmap", str(tmp_path / "no" / "heat.png")]) == ExitCode.BAD_INPUT
    )
    assert "cannot be written" in capsys.readouterr().err
