from __future__ import annotations

from pathlib import Path

import pytest
from small_recordings import record, small_step

from gui_rec.datasets.labels._members import ROW_LABELS
from gui_rec.datasets.labels.compute import MADE_BY, compute_labels
from gui_rec.errors import StoreError, UsageError
from gui_rec.model.actions import Finish, FinishStatus, Key
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.side_tables import append_labels, append_verdicts, read_labels
from gui_rec.testing.clock import FakeClock

_STEPS = (small_step(0, Key("BACK")), small_step(1, Finish(FinishStatus.SUCCESS)))


@pytest.mark.parametrize("name", ["rec", "rec.parquet"])
def test_labels_of_a_recording_can_be_stored_beside_it(tmp_path: Path, name: str) -> None:
    path = record(tmp_path / name, _STEPS)
    rows = compute_labels(path, names=ROW_LABELS, clock=FakeClock())
    assert {row.label for row in rows} == {"executed", "changed", "no_op", "claimed"}
    assert {row.made_by for row in rows} == {MADE_BY}
    assert compute_labels(path, names=ROW_LABELS, clock=FakeClock()) == rows
    append_labels(path, rows)
    assert list(read_labels(path)) == rows


def test_verdicts_count_for_their_own_episode_only(tmp_path: Path) -> None:
    path = record(tmp_path / "rec", _STEPS)
    record(path, _STEPS, episode_id="01ARZ3NDEKTSV4RRFFQ69G5FAW")
    verdict = StepVerdict(
        "run", "01ARZ3NDEKTSV4RRFFQ69G5FAW", 0, "d", Verdict.MATCH, Code.OK, "", 1.0, None, "{}", None
    )
    append_verdicts(path, [verdict])
    rows = compute_labels(path, names=["replay_verdict"])
    assert [(row.episode_id, row.step_index, row.value) for row in rows] == [
        ("01ARZ3NDEKTSV4RRFFQ69G5FAW", 0, "match")
    ]


def test_withdrawn_steps_have_no_labels(tmp_path: Path) -> None:
    path = record(tmp_path / "rec", _STEPS)
    with RecordingWriter.extend(path, EpisodeInfo("other", "script", goal="g")) as writer:
        for step in _STEPS:
            writer.append(step)
        writer.withdraw(0)
        writer.finish(EpisodeEnd(EndReason.FINISHED))
    rows = [row for row in compute_labels(path, names=["changed"]) if row.episode_id == "other"]
    assert [row.step_index for row in rows] == [1]


def test_an_unknown_label_or_no_recording_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown label 'good'"):
        compute_labels(record(tmp_path / "rec", _STEPS), names=["good"])
    with pytest.raises(StoreError):
        compute_labels(tmp_path / "nothing")
