"""`gui-rec label`: the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from trajectories import a_step, an_episode

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.model.episode import EpisodeEnd
from gui_rec.model.flags import EndReason
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.side_tables import read_labels


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Two episodes, of which the person judged one."""
    folder = tmp_path / "rec"
    for number, outcome in enumerate(("success", None)):
        with RecordingWriter.extend(folder, an_episode(f"01E{number}")) as writer:
            for index in range(2):
                writer.append(a_step(index))
            writer.finish(EpisodeEnd(EndReason.FINISHED, outcome=outcome))
    return folder


def test_labels_are_stored_told_and_not_stored_again(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["label", str(recording)]) == ExitCode.OK
    shown = capsys.readouterr()
    assert "episode_label" in shown.out
    assert "1 of 2 episode(s) unknown: 2 step(s) without step_label" in shown.err
    assert "gui-rec replay" in shown.err
    stored = len(read_labels(recording))
    assert run(["label", str(recording), "--json"]) == ExitCode.OK
    (told,) = json.loads(capsys.readouterr().out)["recordings"]
    assert (told["added"], told["unchanged"]) == (0, stored)
    assert told["decided"] == {"success": {"rule:outcome": 1}, "unknown": {"rule:episode_label": 1}}
    assert told["unknown"] == ["01E1"]
    assert len(told["settle_with"]) == 3


def test_a_sheet_goes_out_and_comes_in_under_a_name(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.csv"
    assert run(["label", str(recording), "--export-csv", str(sheet)]) == ExitCode.OK
    text = sheet.read_text(encoding="utf-8")
    assert "01E1,,episode_label,unknown," in text
    sheet.write_text(
        text.replace("01E1,,episode_label,unknown,", "01E1,,episode_label,failure,"), encoding="utf-8"
    )
    capsys.readouterr()
    assert run(["label", str(recording), "--import-csv", str(sheet), "--by", "Ada", "--json"]) == ExitCode.OK
    told = json.loads(capsys.readouterr().out)
    assert told["imported"] == {"added": 1, "unchanged": 3}
    assert told["recordings"][0]["decided"]["failure"] == {"human:Ada": 1}
    assert told["recordings"][0]["unknown"] == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--import-csv", "x.csv"], "--by stand together"),
        (["--by", "Ada"], "--by stand together"),
        (["--export-csv", "x.csv", "other"], "a sheet is of one recording"),
        (["--predicate", "nothing.py"], "no file"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_stored(
    recording: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["label", str(recording), *options]) == ExitCode.USAGE
    assert message in capsys.readouterr().err
    assert read_labels(recording) == []


def test_expectations_are_asked_of_stored_screens(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "asked.yaml"
    asked.write_text("- {text: nowhere on it}\n", encoding="utf-8")
    assert run(["label", str(recording), "--expect", str(asked), "--json"]) == ExitCode.OK
    (told,) = json.loads(capsys.readouterr().out)["recordings"]
    assert told["decided"] == {"failure": {"rule:post_conditions": 2}}
