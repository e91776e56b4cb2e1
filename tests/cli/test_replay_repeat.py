from __future__ import annotations

import json
from pathlib import Path

import pytest
from replay_reports import a_report, a_step

from gui_rec.cli._output import Output
from gui_rec.cli._replay_repeat import STABILITY, repeat
from gui_rec.errors import ExitCode, OutputExistsError
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.report import RunReport

GOOD = a_report(a_step(0))
BAD = a_report(a_step(0, Verdict.MISMATCH, Code.NO_EFFECT, "nothing moved"))
LOST = a_report(a_step(0, Verdict.UNKNOWN, Code.DEVICE_LOST, "gone"))


def runs(*reports: RunReport | BaseException) -> tuple[list[tuple[Path | None, str]], object]:
    """What each run was asked, and a function that gives the reports one after another."""
    asked: list[tuple[Path | None, str]] = []

    def run(config: ReplayConfig, word: str) -> RunReport:
        asked.append((config.report_dir, word))
        report = reports[len(asked) - 1]
        if isinstance(report, BaseException):
            raise report
        return report

    return asked, run


def test_every_run_has_its_folder_and_the_table_lies_beside_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, run = runs(GOOD, BAD, GOOD)
    config = ReplayConfig(report_dir=tmp_path / "out")
    assert repeat(config, 3, run, Output()) == ExitCode.MISMATCH  # type: ignore[arg-type]
    assert [place for place, _ in asked] == [tmp_path / "out" / f"run_{n}" for n in (1, 2, 3)]
    assert asked[0][1] == "run 1 of 3, "
    document = json.loads((tmp_path / "out" / STABILITY).read_text("utf-8"))
    assert document["flaky_steps"] == [0]
    said = capsys.readouterr()
    assert "2 of 3 replays ok; flaky steps: 0" in said.out
    assert "run 2: step 0" in said.err
    assert "nothing moved" in said.err


def test_without_a_report_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked, run = runs(GOOD, GOOD)
    assert repeat(ReplayConfig(), 2, run, Output(json=True)) == ExitCode.OK  # type: ignore[arg-type]
    assert [place for place, _ in asked] == [None, None]
    assert json.loads(capsys.readouterr().out)["passed"] == 2
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_lost_its_device_is_the_last(tmp_path: Path) -> None:
    asked, run = runs(GOOD, LOST, GOOD)
    assert repeat(ReplayConfig(), 3, run, Output()) == ExitCode.DEVICE  # type: ignore[arg-type]
    assert len(asked) == 2


def test_what_was_finished_is_told_when_the_person_interrupts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, run = runs(GOOD, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        repeat(ReplayConfig(report_dir=tmp_path / "out"), 3, run, Output())  # type: ignore[arg-type]
    assert "1 of 3 replays ok" in capsys.readouterr().out
    assert (tmp_path / "out" / STABILITY).is_file()


def test_an_older_report_is_refused_or_moved_aside(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("x")
    asked, run = runs(GOOD)
    with pytest.raises(OutputExistsError, match="is there already"):
        repeat(ReplayConfig(report_dir=out), 1, run, Output())  # type: ignore[arg-type]
    assert asked == []
    assert repeat(ReplayConfig(report_dir=out, force=True), 1, run, Output()) == ExitCode.OK  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.glob("*.replaced-*")] == ["out.replaced-1"]
