"""A replay's document is read back only where it is one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from replay_reports import a_report, a_step

from gui_rec.errors import InputError
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.documents import read_report


def test_a_report_is_read_back(tmp_path: Path) -> None:
    failed = a_step(1, Verdict.MISMATCH, Code.NO_EFFECT, "as before")
    report = a_report(a_step(), failed)
    report.write(tmp_path)
    found = read_report(tmp_path)
    assert found == report.as_record()
    assert [step["line"] for step in found["steps"]] == [None, failed.line]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"report_version": 1, "steps": []}'])
def test_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="expected the report of a replay"):
        read_report(tmp_path)


def test_a_later_version_is_refused(tmp_path: Path) -> None:
    later = {**a_report(a_step()).as_record(), "report_version": 2}
    (tmp_path / "report.json").write_text(json.dumps(later), encoding="utf-8")
    with pytest.raises(InputError, match="expected report version 1, got 2"):
        read_report(tmp_path)
