from __future__ import annotations

import json
from pathlib import Path

import pytest
from shop import SHOP, record_shop, shop
from varied_shop import replayed, saying

from gui_rec.errors import InputError, UsageError
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.induction.acceptance import differences
from gui_rec.replayer.induction.shown import shown_step


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return record_shop(tmp_path / "buy")


def changed_report(folder: Path, key: str, value: object) -> None:
    document = json.loads((folder / "report.json").read_text("utf-8"))
    document["steps"][0][key] = value
    (folder / "report.json").write_text(json.dumps(document), "utf-8")


def test_a_step_as_recorded_and_as_replayed(recording: Path, tmp_path: Path) -> None:
    replayed(recording, tmp_path / "out", saying(price="$6.00"))
    shown = shown_step(recording, tmp_path / "out", 0)
    assert (shown.verdict, shown.code) == (Verdict.MISMATCH, Code.STATE_MISMATCH)
    assert [(str(found.address), found.said) for found in differences(shown)] == [
        ("/TextView#price:text", ("$5.00", "$6.00"))
    ]
    assert [step.index for step in shown.others] == [1]
    assert shown_step(recording, tmp_path / "out", 1).replayed.index == 1


def test_what_was_not_performed_cannot_be_shown(recording: Path, tmp_path: Path) -> None:
    replayed(recording, tmp_path / "out", shop(item=SHOP["crash"]))
    with pytest.raises(UsageError, match="step 1: was not performed"):
        shown_step(recording, tmp_path / "out", 1)
    with pytest.raises(UsageError, match="no step 7 in this report; there are 0, 1"):
        shown_step(recording, tmp_path / "out", 7)


def test_a_report_of_another_recording_is_refused(recording: Path, tmp_path: Path) -> None:
    other = record_shop(tmp_path / "other")
    replayed(other, tmp_path / "out", saying())
    with pytest.raises(UsageError, match=r"is the report of episode .*, which is not in"):
        shown_step(recording, tmp_path / "out", 0)


def test_a_report_that_is_none_is_told(recording: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        shown_step(recording, tmp_path, 0)
    replayed(recording, tmp_path / "out", saying(price="$6.00"))
    changed_report(tmp_path / "out", "code", "NO_SUCH")
    with pytest.raises(InputError, match="step 0: no such code: 'NO_SUCH'"):
        shown_step(recording, tmp_path / "out", 0)
    changed_report(tmp_path / "out", "verdict", "fine")
    with pytest.raises(InputError, match="step 0: no such verdict: 'fine'"):
        shown_step(recording, tmp_path / "out", 0)
    changed_report(tmp_path / "out", "evidence", {"circumstances": {"parameters": [["a"]]}})
    with pytest.raises(InputError, match="expected a list of"):
        shown_step(recording, tmp_path / "out", 0)
