"""`gui-rec import aitz` on a published episode: what it makes, every later command takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode

AITZ = Path(__file__).parent.parent / "data" / "aitz"


def test_an_episode_goes_all_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "aitz"
    assert run(["import", "aitz", str(AITZ), "-o", str(target), "--json"]) == ExitCode.OK
    report = json.loads(capsys.readouterr().out)
    assert (report["episodes"], report["steps"]) == (1, 4)
    assert run(["check", str(target)]) == ExitCode.OK
    capsys.readouterr()
    assert run(["show", str(target), "--json"]) == ExitCode.OK
    steps = json.loads(capsys.readouterr().out)["episodes"][0]["steps"]
    assert all(step["post_package"] is None for step in steps)
    assert steps[-1]["changed"] is None, "nothing was recorded after the last action"
    assert run(["export", str(target), "-o", str(tmp_path / "out")]) == ExitCode.OK


@pytest.mark.parametrize(("name", "code"), [("nothing", ExitCode.USAGE), ("aitz", ExitCode.BAD_INPUT)])
def test_a_wrong_source_or_format_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, code: ExitCode
) -> None:
    assert run(["import", name, str(tmp_path / "missing"), "-o", str(tmp_path / "out")]) == code
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_what_was_left_out_is_listed_and_the_code_is_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = AITZ.parent / "ui_s1" / "rows.jsonl"
    given = ["import", "ui_s1", str(rows), "--screen", "1080x2400"]
    assert run([*given, "-o", str(tmp_path / "a")]) == ExitCode.MISMATCH
    said = capsys.readouterr().out
    assert "left out: 206" in said
    assert "... and 186 more" in said
    assert run([*given, "-o", str(tmp_path / "b"), "--json"]) == ExitCode.MISMATCH
    report = json.loads(capsys.readouterr().out)
    assert (report["episodes"], report["left_out"], len(report["problems"])) == (32, 206, 206)


@pytest.mark.parametrize(
    "option", [["--shard", "2/2"], ["--shard", "x"], ["--shard", "1"], ["--shard", "-1/2"]]
)
def test_a_shard_that_is_none_is_a_usage_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    assert run(["import", "aitz", str(AITZ), "-o", str(tmp_path / "a"), *option]) == ExitCode.USAGE
    assert "shard" in capsys.readouterr().err


def test_the_help_lists_the_formats_and_on_what_each_was_proven(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", "--help"]) == ExitCode.OK
    said = " ".join(capsys.readouterr().out.split())
    assert "proven on IMNearth/CoAT's data example" in said
