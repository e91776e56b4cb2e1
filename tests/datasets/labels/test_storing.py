"""Labels beside the data: only what is new is added, nothing is taken away."""

from __future__ import annotations

from pathlib import Path

import pytest
from label_walks import BACK, OPEN, page, walk

from gui_rec.datasets.labels.asked import Asked, Condition
from gui_rec.datasets.labels.settled import settled
from gui_rec.datasets.labels.storing import label_recording
from gui_rec.model.actions import Finish, FinishStatus
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.side_tables import read_labels

A, B = page(1), page(2)
HOLDS = Asked(expected=(Condition("holds", lambda *_: True),))
FAILS = Asked(expected=(Condition("fails", lambda *_: False),))


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    steps = walk((A, OPEN, A), (A, OPEN, B), (B, Finish(FinishStatus.SUCCESS), B))
    with RecordingWriter.create(tmp_path / "rec", EpisodeInfo("e", "script", goal="g")) as writer:
        for step in steps:
            writer.append(step)
        writer.finish(EpisodeEnd(EndReason.CLAIMED_SUCCESS))
    return tmp_path / "rec"


def _now(recording: Path, label: str, step: int | None = None) -> tuple[str, str]:
    row = settled(read_labels(recording))["e", step, label]
    return row.value, row.source


def test_labels_stand_beside_the_data_with_source_and_confidence(recording: Path) -> None:
    found = label_recording(recording, HOLDS)
    rows = read_labels(recording)
    assert (found.added, found.unchanged, found.replacing, found.withdrawn) == (len(rows), 0, 0, 0)
    assert _now(recording, "episode_label") == ("success", "rule:post_conditions")
    assert found.counts["step_label"] == {"bad": 1, "good": 2}
    assert found.decided == {"success": {"rule:post_conditions": 1}}
    assert (found.unknown, found.unlabelled_steps) == ((), 0)


def test_running_again_adds_nothing(recording: Path) -> None:
    first = label_recording(recording, HOLDS)
    again = label_recording(recording, HOLDS)
    assert (again.added, again.unchanged) == (0, first.added)
    assert len(read_labels(recording)) == first.added


def test_another_answer_is_added_and_counts(recording: Path) -> None:
    first = label_recording(recording, HOLDS)
    found = label_recording(recording, FAILS)
    assert found.replacing >= 1
    assert len(read_labels(recording)) == first.added + found.added
    assert _now(recording, "episode_label") == ("failure", "rule:post_conditions")
    assert _now(recording, "step_label", 1) == ("neutral", "rule:step_label")


def test_what_is_no_longer_labelled_is_taken_back_by_a_row(recording: Path) -> None:
    label_recording(recording, HOLDS)
    found = label_recording(recording)
    assert found.withdrawn == 4, "three steps and `verified`"
    assert found.unknown == ("e",)
    assert found.unlabelled_steps == 3
    assert _now(recording, "step_label", 1) == ("unknown", "rule:step_label")
    assert label_recording(recording).added == 0
    assert label_recording(recording, HOLDS).counts["step_label"] == {"bad": 1, "good": 2}


def test_an_episode_that_was_stopped_is_labelled_too(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", EpisodeInfo("e", "script", goal="g")) as writer:
        writer.append(walk((A, BACK, B))[0])
        writer.finish(EpisodeEnd(EndReason.STOPPED))
    found = label_recording(tmp_path / "rec")
    assert (found.episodes, found.steps) == (1, 1)
    assert found.counts["ended"] == {"human_stop": 1}
