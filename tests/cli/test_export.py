"""`gui-rec export` says what became of every step."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
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


def test_filters_and_splits_are_asked_for_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    filters = tmp_path / "filters.txt"
    filters.write_text("structure\n", encoding="utf-8")
    words = ["export", str(recording), "--filters", str(filters), "--filter", "near_duplicates=radius:0"]
    words += ["--unseen-app", "no.such.app", "--split", "test=0", "--split-seed", "5"]
    assert run([*words, "-o", str(tmp_path / "out"), "--json"]) == ExitCode.OK
    stats = json.loads(capsys.readouterr().out)
    assert [each["filter"] for each in stats["filters"]] == ["structure", "near_duplicates"]
    assert (stats["split"]["seed"], stats["split"]["unseen_apps"]) == (5, ["no.such.app"])
    assert run([*words, "-o", str(tmp_path / "out2")]) == ExitCode.OK
    said = capsys.readouterr().out
    assert f"filter structure: {stats['filters'][0]['seen']} step(s) seen, 0 left out" in said
    assert "split train: 1 episode(s)" in said


@pytest.mark.parametrize(
    "words",
    [["--filter", "nonsense"], ["--filter", "structure=x"], ["--split", "train=0.5"], ["--split", "x"]],
)
def test_a_filter_or_split_that_is_none_ends_with_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    assert run(["export", str(recording), "-o", str(tmp_path / "out"), *words]) == ExitCode.USAGE
    assert "known:" in (said := capsys.readouterr().err) or "expected" in said
    assert not (tmp_path / "out").exists()


def test_only_steps_of_settled_episodes_are_exported_with_labels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = record(tmp_path / "known", [small_step(0, Key("BACK"))], episode_id="01K")
    unknown = record(tmp_path / "unknown", [small_step(0, Key("BACK"))], episode_id="01U")
    mine = tmp_path / "mine.py"
    mine.write_text("def verify(info, end, steps):\n    return True\n", encoding="utf-8")
    assert run(["label", str(known), "--predicate", str(mine)]) == ExitCode.OK
    assert run(["label", str(unknown)]) == ExitCode.OK
    capsys.readouterr()
    words = ["export", str(known), str(unknown), "--labels", "--dialect", "canonical"]
    assert run([*words, "-o", str(tmp_path / "out"), "--json"]) == ExitCode.OK
    told = capsys.readouterr()
    stats = json.loads(told.out)
    assert (stats["samples"], stats["refused"]) == (1, {"outcome_unknown": 1})
    assert "1 step(s) of episodes whose outcome is unknown were left out" in told.err
    assert f"gui-rec replay {unknown} --repeat 3" in told.err
    assert f"gui-rec label {known}" not in told.err
    (row,) = pq.read_table(tmp_path / "out" / stats["files"][0]["path"]).to_pylist()
    assert row["labels"]["step_label"]["value"] == "good"
    assert row["labels"]["episode_label"]["source"] == "rule:predicate"
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "for `good`" in card


def test_nothing_is_exported_with_labels_where_nothing_is_settled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record(tmp_path / "rec", [small_step(0, Key("BACK"))])
    assert run(["export", str(recording), "--labels", "-o", str(tmp_path / "out")]) == ExitCode.BAD_INPUT
    assert "nothing and nobody says whether its episode succeeded" in capsys.readouterr().err
