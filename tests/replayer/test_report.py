from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

from replay_reports import a_report, a_step
from rich.console import Console

from gui_rec.errors import ExitCode
from gui_rec.model.verdict import Code, Verdict

DOCUMENT = Path(__file__).parents[2] / "docs" / "report.md"


def test_ok_only_when_every_step_ran_and_succeeded() -> None:
    assert a_report(a_step(), a_step(1, Verdict.ACCEPTABLE)).ok
    assert not a_report().ok
    assert not a_report(a_step(), not_run=1).ok
    assert not a_report(a_step(0, Verdict.UNKNOWN, Code.NOT_SETTLED)).ok
    assert not a_report(a_step(0, Verdict.MISMATCH, Code.NO_EFFECT)).ok


def test_the_exit_codes() -> None:
    assert a_report(a_step()).exit_code is ExitCode.OK
    assert a_report(a_step(0, Verdict.UNKNOWN, Code.OPAQUE_SCREEN)).exit_code is ExitCode.MISMATCH
    assert a_report(a_step(0, Verdict.UNKNOWN, Code.DEVICE_LOST)).exit_code is ExitCode.DEVICE


def test_a_failure_is_one_line_with_expected_seen_place_and_numbers() -> None:
    failed = a_step(3, Verdict.MISMATCH, Code.STATE_MISMATCH, "TEXT_CHANGED: price: '$5' -> '$6'")
    (line,) = a_report(a_step(), failed).failures()
    assert "\n" not in line
    for part in ("step 3", "STATE_MISMATCH", "'$5' -> '$6'", "Cart (0123)", ".Item (4567)", "edits=2", "Pay"):
        assert part in line
    assert "nothing" not in line


def test_the_document_is_stable_and_complete(tmp_path: Path) -> None:
    report = a_report(a_step(), a_step(1, Verdict.MISMATCH, Code.NO_EFFECT, "as before"), not_run=2)
    path = report.write(tmp_path / "deep" / "er")
    record = json.loads(path.read_text("utf-8"))
    assert record["counts"] == {"match": 1, "acceptable": 0, "mismatch": 1, "unknown": 0}
    assert (record["ok"], record["exit_code"], record["not_run"]) == (False, 1, 2)
    assert record["steps"][1]["code"] == "NO_EFFECT"
    assert report.to_json() == replace(report).to_json()
    assert [p.name for p in path.parent.iterdir()] == ["report.json"]


def test_every_key_is_documented() -> None:
    text = DOCUMENT.read_text("utf-8")
    record = a_report(a_step()).as_record()
    steps = record["steps"]
    assert isinstance(steps, list)
    for key in (*record, *steps[0]):
        assert f"`{key}`" in text, key


def test_every_code_is_documented_with_its_meaning() -> None:
    text = DOCUMENT.read_text("utf-8")
    for code in Code:
        assert f"| `{code}` | {code.meaning} |" in text


def test_the_table_shows_screen_text_as_it_is() -> None:
    out = io.StringIO()
    step = a_step(0, Verdict.MISMATCH, Code.STATE_MISMATCH, "text: '[bold]x[/bold]'")
    Console(file=out, width=200, no_color=True).print(a_report(step).table())
    assert "[bold]x[/bold]" in out.getvalue()
    assert "STATE_MISMATCH" in out.getvalue()
