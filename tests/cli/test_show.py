"""`gui-rec show` puts a trajectory on a page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from trajectories import EPISODE_ID, a_step, an_episode, record

from gui_rec.cli.main import run
from gui_rec.cli.show import changed, read_shown
from gui_rec.errors import ExitCode
from gui_rec.model.episode import EpisodeEnd, Expectation
from gui_rec.model.flags import EndReason
from gui_rec.model.observation import Observation
from gui_rec.store.recording import RecordingWriter


def test_a_table_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", str(record(tmp_path / "t.parquet"))]) == ExitCode.OK
    text = capsys.readouterr().out
    assert EPISODE_ID in text
    assert "com.example" in text
    assert text.count("tap 0.500,0.250") == 3


def test_a_result_code_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with RecordingWriter.create(tmp_path / "t.parquet", an_episode()) as writer:
        writer.append(a_step(0, result_code="NO_MATCH"))
    assert run(["show", str(tmp_path / "t.parquet")]) == ExitCode.OK
    assert "NO_MATCH" in capsys.readouterr().out
    assert run(["show", str(tmp_path / "t.parquet"), "--json"]) == ExitCode.OK
    (step,) = json.loads(capsys.readouterr().out)["episodes"][0]["steps"]
    assert step["result_code"] == "NO_MATCH"


def test_a_document_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record(tmp_path / "folder")
    assert run(["show", str(tmp_path / "folder"), "--json"]) == ExitCode.OK
    episode = json.loads(capsys.readouterr().out)["episodes"][0]
    assert episode["episode_id"] == EPISODE_ID
    assert episode["ended"] == "finished"
    assert [step["step_index"] for step in episode["steps"]] == [0, 1, 2]
    assert episode["steps"][0]["action"]["type"] == "tap"


def test_reading_takes_no_pictures(tmp_path: Path) -> None:
    shown = read_shown(record(tmp_path / "t.parquet"))
    assert all(step.pre.screenshot is None for step in shown[0].steps)


def test_whether_the_screen_changed_is_unknown_without_a_key() -> None:
    assert changed(a_step()) is True
    assert changed(a_step(pre=Observation())) is None


@pytest.mark.parametrize("name", ["missing.parquet", "text.parquet"])
def test_what_is_no_recording_is_one_line_and_exit_4(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "text.parquet").write_text("no parquet", encoding="utf-8")
    assert run(["show", str(tmp_path / name)]) == ExitCode.BAD_INPUT
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert name in captured.err


def test_a_discarded_episode_is_shown_with_its_mark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = Expectation("activity", ".Cart", ".List\x1b[2J", False)
    for number, outcome in enumerate(("success", "discarded")):
        info = replace(an_episode(f"01E{number}"), task_id="t1", annotator="ana")
        with RecordingWriter.extend(tmp_path / "r", info) as writer:
            writer.append(a_step(0))
            writer.withdraw(0) if outcome == "discarded" else None
            writer.finish(EpisodeEnd(EndReason.FINISHED, outcome=outcome, expectations=(held,)))
    assert run(["show", str(tmp_path / "r")]) == ExitCode.OK
    text = capsys.readouterr().out
    assert "outcome success  task t1  by ana" in text
    assert "ended finished  DISCARDED" in text
    assert text.count("tap 0.500,0.250") == 2
    assert "expected activity .Cart: did NOT hold, got .List\\x1b[2J" in text
    assert run(["show", str(tmp_path / "r"), "--json"]) == ExitCode.OK
    episodes = json.loads(capsys.readouterr().out)["episodes"]
    assert [episode["outcome"] for episode in episodes] == ["success", "discarded"]
    assert episodes[0]["expectations"][0]["passed"] is False


def test_a_long_answer_of_a_probe_is_cut_in_the_table_and_whole_in_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = "level: 80\n" * 100
    held = Expectation("dumpsys battery", "contains level: 80", answer, True)
    with RecordingWriter.create(tmp_path / "r", an_episode("01E0")) as writer:
        writer.append(a_step(0))
        writer.finish(EpisodeEnd(EndReason.FINISHED, expectations=(held,)))
    assert run(["show", str(tmp_path / "r")]) == ExitCode.OK
    text = capsys.readouterr().out
    assert "more characters)" in text
    assert len(text) < 1000
    assert run(["show", str(tmp_path / "r"), "--json"]) == ExitCode.OK
    episode = json.loads(capsys.readouterr().out)["episodes"][0]
    assert episode["expectations"][0]["answer"] == answer
