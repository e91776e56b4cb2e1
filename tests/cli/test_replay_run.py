"""One replay by the command: Ctrl-C finishes the step in hand, and what is said at the end."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from shop import record_shop, shop

from gui_rec.cli._output import Output
from gui_rec.cli._replay_run import print_report, replay_recording
from gui_rec.device import listing
from gui_rec.errors import InterruptedRunError
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.documents import read_report
from gui_rec.replayer.report import StepReport


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    device = shop()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: device)
    return record_shop(tmp_path / "t.parquet")


def test_the_first_interrupt_finishes_the_step_and_says_how_to_go_on(recording: Path, tmp_path: Path) -> None:
    told: list[str] = []

    def interrupt(_step: StepReport) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    config = ReplayConfig(report_dir=tmp_path / "r")
    with pytest.raises(InterruptedRunError, match="--from 1"):
        replay_recording(recording, None, config, on_step=interrupt, on_stop=told.append)
    assert told == ["Finishing the step in hand; Ctrl-C again stops at once."]
    report = read_report(tmp_path / "r")
    assert [step["code"] for step in report["steps"]] == ["OK"]
    assert report["not_run"] == 1


def test_an_interrupt_at_the_last_step_is_none(recording: Path) -> None:
    config = ReplayConfig(until_step=0)
    report = replay_recording(
        recording, None, config, on_step=lambda _step: os.kill(os.getpid(), signal.SIGINT)
    )
    assert report.ok


def test_a_page_that_was_not_kept_is_not_named(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = replay_recording(recording, None, ReplayConfig(), on_step=lambda _step: None)
    print_report(report, tmp_path, Output())
    assert "to look at" not in capsys.readouterr().err
    (tmp_path / "report.html").write_text("a page", encoding="utf-8")
    print_report(report, tmp_path, Output())
    assert "to look at" in capsys.readouterr().err
