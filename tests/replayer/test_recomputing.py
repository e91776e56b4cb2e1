from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rule_texts import shop_rules
from shop import SHOP, changed, label, record_shop, shop, tap

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.model.actions import OpenApp
from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.recomputing import Again, recompute
from gui_rec.replayer.report import RunReport
from gui_rec.replayer.rules.book import read_rule_files
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.store.side_tables import append_verdicts, read_verdicts
from gui_rec.testing.fake_device import FakeDevice

DEARER = changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price"))


def replayed(recording: Path, device: FakeDevice, report: Path, **more: object) -> RunReport:
    config = ReplayConfig(timeout_s=2.0, report_dir=report, **more)  # type: ignore[arg-type]
    return replay(recording, device, config, clock=device.clock)


def again(recording: Path, *reports: Path) -> list[Again]:
    return [each.again for each in recompute(recording, [report / "run" for report in reports])]


def test_verdicts_come_out_the_same_with_and_without_rules(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "t")
    rules = read_rule_files([shop_rules(tmp_path)])
    replayed(recording, shop(), tmp_path / "good")
    replayed(recording, shop(item=DEARER), tmp_path / "bad")
    replayed(recording, shop(item=DEARER), tmp_path / "ruled", rules=rules)
    found = recompute(recording, [tmp_path / name / "run" for name in ("good", "bad", "ruled")])
    assert [each.again for each in found] == [Again.SAME] * 5, [each.detail for each in found]
    assert [each.row.outcome for each in found] == ["recorded", "recorded", None, "shown", "added"]


def test_going_on_from_a_wrong_screen_is_judged_by_that_screen(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "t")
    replayed(recording, shop(item=DEARER), tmp_path / "r", on_mismatch=OnMismatch.CONTINUE)
    assert again(recording, tmp_path / "r") == [Again.SAME, Again.SAME]


def test_a_start_elsewhere_is_known_again(tmp_path: Path) -> None:
    actions = (OpenApp(package="com.example.app"), tap(40))
    recording = record_shop(tmp_path / "t", actions, FakeDevice(SHOP, "home"))
    other = FakeDevice({**SHOP, "list": changed("list", "Bread", label(70, "Rolls"))}, "cart")
    report = replayed(recording, other, tmp_path / "r")
    assert report.steps[0].verdict.code == "START_STATE_MISMATCH"
    assert again(recording, tmp_path / "r") == [Again.SAME]


def test_a_verdict_that_was_changed_differs(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "t")
    replayed(recording, shop(item=DEARER), tmp_path / "r")
    (row,) = read_verdicts(recording)
    append_verdicts(
        recording, [replace(row, detail="fine"), replace(row, evidence="{}"), replace(row, evidence="{")]
    )
    found = recompute(recording, [tmp_path / "r" / "run"])
    assert [each.again for each in found] == [Again.SAME, Again.DIFFERS, Again.NOT_KEPT, Again.DIFFERS]
    assert "detail: stored fine, computed" in found[1].detail
    assert "damaged" in found[3].detail
    assert found[1].as_record()["again"] == "differs"


def test_evidence_that_was_changed_differs(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "t")
    replayed(recording, shop(item=DEARER), tmp_path / "r")
    (row,) = read_verdicts(recording)
    evidence = json.loads(row.evidence)
    older = {name: value for name, value in evidence.items() if name != "reflection"}
    changes = [{**evidence, "edits": []}, {**evidence, "hash_distance": 64}, older]
    append_verdicts(recording, [replace(row, evidence=json.dumps(each)) for each in changes])
    found = recompute(recording, [tmp_path / "r" / "run"])
    assert [each.again for each in found] == [Again.SAME, Again.DIFFERS, Again.DIFFERS, Again.SAME]
    assert found[1].detail.startswith("evidence.edits: stored [], computed [{")
    assert found[2].detail.startswith("evidence.hash_distance: stored 64, computed ")


def test_the_command_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording = record_shop(tmp_path / "t")
    replayed(recording, shop(), tmp_path / "r")
    words = ["check", str(recording), "--verdicts", str(tmp_path / "r" / "run")]
    assert run([*words, "--json"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["counts"] == {
        "same": 2,
        "differs": 0,
        "not_kept": 0,
        "not_given": 0,
    }
    replayed(recording, shop(), tmp_path / "later")
    assert run(words) == ExitCode.OK
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 1, "verdicts of other runs are counted, not listed"
    assert said[0].endswith("4 verdict(s): 2 same, 0 differs, 0 not kept, 2 not given")
    append_verdicts(recording, [replace(read_verdicts(recording)[0], detail="fine")])
    assert run(words) == ExitCode.MISMATCH
    assert "differs: detail: stored fine" in capsys.readouterr().out
    other = record_shop(tmp_path / "other")
    assert run(["check", str(other), "--verdicts", str(tmp_path / "r" / "run")]) == ExitCode.USAGE
    assert len(list(open_trajectories(recording).steps())) == 2
