from __future__ import annotations

from pathlib import Path

from small_recordings import record, small_step

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.samples import SampleMaker
from gui_rec.datasets.export.source import Source, source_at
from gui_rec.datasets.reviews import Decision, review_rows
from gui_rec.model.actions import Tap
from gui_rec.model.label import LabelRow
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.store.reader import open_trajectories
from gui_rec.store.side_tables import append_labels, append_verdicts

_IDS = [f"01ARZ3NDEKTSV4RRFFQ69G5{at:03d}" for at in range(3)]


def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "rec"
    folder.mkdir()
    for episode_id in _IDS:
        record(folder, [small_step(0, Tap(0.5, 0.5))], episode_id=episode_id)
    return folder


def test_only_what_is_wanted_is_read_and_counted(tmp_path: Path) -> None:
    maker = SampleMaker.for_spec(ExportSpec())
    found = list(source_at(_folder(tmp_path)).samples(maker, {_IDS[0], _IDS[2], "another"}))
    assert [sample.episode_id for sample in found] == [_IDS[0], _IDS[2]]
    assert maker.steps == 2


def test_a_sample_carries_the_rows_of_its_own_episode(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    append_verdicts(
        folder,
        [StepVerdict("r", _IDS[0], 0, "d", Verdict.MATCH, Code.OK, "", 1.0, None, "{}", None)],
    )
    append_labels(folder, review_rows(_IDS[1], 0, "ann", 5, decision=Decision.ACCEPT))
    append_labels(folder, [LabelRow(_IDS[2], 0, "step_label", "bad", "rule:step_label", 1.0, "t", 1, 1)])
    source = Source(open_trajectories(folder))
    assert len(source.reviews) == 1
    first, second, third = source.samples(SampleMaker.for_spec(ExportSpec()), set(_IDS))
    assert first.labels["replay_verdict"].value == "match"
    assert "replay_verdict" not in second.labels or second.labels["replay_verdict"].value == "unknown"
    assert second.labels["review"].value == "accept"
    assert third.labels["step_label"].value == "bad"
    assert "review" not in third.labels
