from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from learnt_runs import ListPage, shopping

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.replayer.rules.read import read_rule_file
from gui_rec.store.recording import RecordingWriter

PAGE = ListPage()


def record(target: Path, clock: str, *, outcome: str | None = "success", version: str = "1.0") -> str:
    info = EpisodeInfo(f"01ARZ3NDEKTSV4RRFFQ69G5F{clock[:2]}", "script", goal="Buy bread", recorder="test")
    with RecordingWriter.create(target, info) as writer:
        for step in shopping(replace(PAGE, clock=clock), version=version):
            writer.append(step)
        writer.finish(EpisodeEnd(EndReason.FINISHED, outcome=outcome))
    return str(target)


def test_runs_become_rules_and_what_varied_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [record(tmp_path / clock[:2], clock) for clock in ("10:30", "11:00", "12:30")]
    out = tmp_path / "shop.yaml"
    assert run(["rules", "induce", *runs, "--out", str(out), "--set", "what=Milk"]) == ExitCode.OK
    said = capsys.readouterr()
    assert "2 rules from 3 runs" in said.out
    assert "volatile time" in said.out
    rules = read_rule_file(out)
    assert rules.versions == ("1.0",)
    assert [len(rule.volatile) for rule in rules.steps] == [1, 1]
    assert [slot.equals for slot in rules.steps[0].parameters] == ["${what}"]
    assert run(["rules", "induce", *runs, "--out", str(out)]) == ExitCode.USAGE
    assert "never overwritten" in capsys.readouterr().err
    assert run(["rules", "check", str(out), runs[0]]) == ExitCode.OK
    assert run(["rules", "show", str(out)]) == ExitCode.OK


def test_failed_runs_and_mixed_versions_are_refused_unless_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, unsaid = record(tmp_path / "a", "10:30"), record(tmp_path / "b", "11:00", outcome=None)
    newer, failed = (
        record(tmp_path / "c", "12:30", version="2.0"),
        record(tmp_path / "d", "13:00", outcome="failure"),
    )
    words = ["rules", "induce", "--out", str(tmp_path / "x.yaml"), good]
    assert run([*words, unsaid]) == ExitCode.BAD_INPUT
    assert run([*words, failed, "--assume-success"]) == ExitCode.BAD_INPUT
    assert run([*words, newer]) == ExitCode.BAD_INPUT
    assert "expected runs of one version" in capsys.readouterr().err
    assert not (tmp_path / "x.yaml").exists()
    assert run([*words, unsaid, newer, "--assume-success", "--any-version", "--json"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["rules"] == str(tmp_path / "x.yaml")
