"""One replay by the command: a run, a dry run, Ctrl-C, and what is said at the end."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from replay_reports import a_report, a_step
from shop import BUY, record_shop, shop

from gui_rec.cli._output import Output
from gui_rec.cli._replay_run import dry_run_recording, print_report, replay_recording, tell_step
from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import ExitCode, InterruptedRunError
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.asking import Answer, Choice
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.documents import read_report
from gui_rec.replayer.report import StepReport
from gui_rec.testing.fake_device import FakeDevice


@pytest.fixture(autouse=True)
def _stand_in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> FakeDevice:
    made = shop()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: made)
    return made


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


def test_a_run_tells_each_step(tmp_path: Path, device: FakeDevice) -> None:
    heard: list[StepReport] = []
    report = replay_recording(record_shop(tmp_path / "buy"), None, ReplayConfig(), on_step=heard.append)
    assert report.ok
    assert [step.index for step in heard] == [0, 1]
    assert device.performed == list(BUY)


def test_a_dry_run_does_nothing(tmp_path: Path, device: FakeDevice) -> None:
    found = dry_run_recording(record_shop(tmp_path / "buy"), None, ReplayConfig())
    assert found.exit_code is ExitCode.OK
    assert device.performed == []


def test_the_command_line_plans(
    tmp_path: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "buy")
    assert run(["replay", str(recording), "--dry-run", "--json", "--restore", "all"]) == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert document["restore"] == "com.example.app: force-stop, clear, launch"
    assert [step["step_index"] for step in document["steps"]] == [0, 1]
    assert device.performed == []
    assert device.restored == []
    assert not list(tmp_path.glob("replay-*")), "a dry run leaves nothing"
    assert run(["replay", str(recording), "--dry-run", "--repeat", "2"]) == ExitCode.USAGE


def test_the_command_line_repeats_and_restores(
    tmp_path: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "buy")
    words = ["replay", str(recording), "--repeat", "2", "--restore", "launch", "--report", "out"]
    assert run(words) == ExitCode.OK
    assert "2 of 2 replays ok; flaky steps: none" in capsys.readouterr().out
    assert device.restored == [("com.example.app", (RestoreStep.LAUNCH,))] * 2
    for number in (1, 2):
        assert (tmp_path / "out" / f"run_{number}" / "report.html").is_file()


def test_a_question_without_a_terminal_is_refused_before_anything_is_sent(
    tmp_path: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "buy")
    assert run(["replay", str(recording), "--on-mismatch", "ask"]) == ExitCode.USAGE
    assert "expected a terminal to ask at" in capsys.readouterr().err
    assert device.calls == {}


def test_a_step_is_told_with_its_run_and_whether_it_was_accepted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    failed = a_step(3, Verdict.MISMATCH, Code.NO_EFFECT, "nothing moved")
    tell_step(replace(failed, answer=Answer(Choice.ACCEPT, "known")), Output(), "run 2 of 5, ")
    assert capsys.readouterr().err == "run 2 of 5, step 3: mismatch NO_EFFECT, accepted (1200 ms)\n"


def test_what_was_restored_and_what_differs_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    report = replace(a_report(a_step(0)), restored="com.x: launch", elsewhere=("density 420 -> 320",))
    print_report(report, None, Output())
    said = capsys.readouterr().err
    assert "before the first step: com.x: launch" in said
    assert "the device differs from the recorded one: density 420 -> 320" in said
