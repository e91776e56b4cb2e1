from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from small_recordings import record, small_look, small_step

import datasets
from gui_rec.datasets.export._api import ExportSpec, ExportStats
from gui_rec.datasets.export.run import export_training_set
from gui_rec.datasets.splits._api import Split, SplitSpec
from gui_rec.model.actions import Invalid, Tap
from gui_rec.model.label import LabelRow
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.store.reader import open_trajectories
from gui_rec.store.side_tables import append_labels, append_verdicts

_TAP = Tap(0.5, 0.5)


def _id(at: int) -> str:
    return f"01ARZ3NDEKTSV4RRFFQ69G5{at:03d}"


def _rows(out: Path, split: str) -> list[dict[str, Any]]:
    return [
        row for file in sorted((out / "data").glob(f"{split}-*")) for row in pq.read_table(file).to_pylist()
    ]


def _check_sums(stats: ExportStats) -> None:
    assert stats.steps == stats.samples + sum(stats.refused.values())
    for report in stats.selection.filters:
        for reason, count in report.dropped.items():
            assert stats.refused[f"{report.name}/{reason}"] == count
    for report, following in zip(stats.selection.filters, stats.selection.filters[1:], strict=False):
        assert following.seen == report.kept


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Three episodes: a plain one, its equal, and one on pages of its own in another app."""
    folder = tmp_path / "rec"
    folder.mkdir()
    for at in range(2):
        steps = [small_step(0, _TAP), small_step(1, Invalid("x", "no action")), small_step(2, Tap(0.1, 0.1))]
        record(folder, steps, episode_id=_id(at))
    other = [small_step(at, _TAP, pre=small_look(at + 7, package="com.other")) for at in range(2)]
    shared = small_step(2, _TAP, pre=small_look(0))
    record(folder, [*other, shared], goal="do another thing", episode_id=_id(2))
    return folder


def test_what_filters_leave_out_is_counted_everywhere_and_adds_up(recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    spec = ExportSpec(filters=("duplicate_trajectories", "structure"))
    stats = export_training_set([recording], out, spec)
    _check_sums(stats)
    assert stats.refused == {"duplicate_trajectories/same_course": 2, "structure/invalid_action": 2}
    assert [(report.name, report.seen, report.kept) for report in stats.selection.filters] == [
        ("structure", 9, 7),
        ("duplicate_trajectories", 7, 5),
    ]
    assert {row["episode_id"] for row in _rows(out, "train")} == {_id(0), _id(2)}
    said = json.loads((out / "export.json").read_text())
    assert said["filters"][0] == {
        "filter": "structure",
        "version": 1,
        "options": [],
        "seen": 9,
        "dropped": {"invalid_action": 2},
        "kept": 7,
    }
    card = (out / "README.md").read_text()
    assert "## Filters" in card
    assert "| an earlier episode of the task took the same course (`same_course`) |  | 2 |" in card


def test_splits_are_files_that_load_as_they_are_named(recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    spec = ExportSpec(split=SplitSpec({}, 0, ("com.other",)))
    stats = export_training_set([recording], out, spec)
    _check_sums(stats)
    names = sorted(file.path for file in stats.files)
    assert names == ["data/apps_unseen-00000-of-00001.parquet", "data/train-00000-of-00001.parquet"]
    assert [row["step_index"] for row in _rows(out, "apps_unseen")] == [0, 1]
    assert stats.refused["split/also_in_train"] == 1
    loaded = datasets.load_dataset(str(out), cache_dir=str(tmp_path / "cache"))
    assert {name: len(part) for name, part in loaded.items()} == {"train": 4, "apps_unseen": 2}
    # The Hub's own patterns find the same without the card.
    (out / "README.md").unlink()
    bare = datasets.load_dataset(str(out), cache_dir=str(tmp_path / "cache2"))
    assert {name: len(part) for name, part in bare.items()} == {"train": 4, "apps_unseen": 2}


def test_the_card_names_splits_and_what_was_removed(recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export_training_set([recording], out, ExportSpec(split=SplitSpec({Split.TEST: 0.0}, 7, ("com.other",))))
    card = (out / "README.md").read_text()
    head = yaml.safe_load(card.split("---")[1])
    assert [part["split"] for part in head["configs"][0]["data_files"]] == ["train", "apps_unseen"]
    assert [part["num_examples"] for part in head["dataset_info"]["splits"]] == [4, 2]
    assert "A hash with the seed 7 decides" in card
    assert "| 1 | 3 | 1 (33.3%) |" in card
    assert (
        json.loads((out / "export.json").read_text())["split"]["splits"]["apps_unseen"]["also_in_train"] == 1
    )


def test_a_recorded_replay_stands_on_the_side_of_its_recording(tmp_path: Path) -> None:
    folder = tmp_path / "rec"
    folder.mkdir()
    for at in range(12):
        steps = [small_step(0, _TAP, pre=small_look(at))]
        record(folder, steps, goal=f"task {chr(97 + at)}", episode_id=_id(at))
    for at in range(0, 12, 2):
        row = StepVerdict("r", _id(at), 0, "d", Verdict.MATCH, Code.OK, "", 1.0, None, "{}", _id(at + 1))
        append_verdicts(folder, [row])
    spec = ExportSpec(split=SplitSpec({Split.TEST: 0.5}))
    side = export_training_set([folder], tmp_path / "out", spec).selection.sides
    assert all(side[_id(at)] is side[_id(at + 1)] for at in range(0, 12, 2))
    assert set(side.values()) == {Split.TRAIN, Split.TEST}


def test_a_persons_label_is_taken_before_the_rules_own(tmp_path: Path) -> None:
    folder = tmp_path / "rec"
    folder.mkdir()
    record(folder, [small_step(at, _TAP) for at in range(3)], episode_id=_id(0))
    rows = [
        LabelRow(_id(0), 1, "loop", "false", "rule:loop", 1.0, "t", 9, 1),
        LabelRow(_id(0), 1, "loop", "true", "human:ann", 1.0, "t", 5, 1),
    ]
    append_labels(folder, rows)
    stats = export_training_set([folder], tmp_path / "cut", ExportSpec(filters=("loops",)))
    assert stats.refused == {"loops/loop": 1}
    _check_sums(stats)
    told = {}
    for name, options in (("cut", ""), ("told", "=told")):
        if options:
            export_training_set([folder], tmp_path / name, ExportSpec(filters=(f"loops{options}",)))
        last = _rows(tmp_path / name, "train")[-1]
        told[name] = last["messages"][1]["content"][1]["text"]
    assert "operation 1" in told["told"]
    assert "operation 1" not in told["cut"]
    assert "operation 0" in told["cut"]


def test_withdrawn_steps_are_no_filters_business(tmp_path: Path) -> None:
    steps = [small_step(0, _TAP), small_step(1, Invalid("x", "y")), small_step(2, _TAP)]
    folder = tmp_path / "rec"
    record(folder, [steps[0], replace(steps[1], withdrawn=True), steps[2]])
    stats = export_training_set([folder], tmp_path / "out", ExportSpec(filters=("structure",)))
    assert stats.refused == {"withdrawn": 1}
    assert stats.selection.filters[0].seen == 2


def test_without_filters_and_splits_nothing_is_said_of_them(recording: Path, tmp_path: Path) -> None:
    stats = export_training_set([recording], tmp_path / "out", ExportSpec())
    assert stats.selection.document() == {}
    assert "## Filters" not in (tmp_path / "out" / "README.md").read_text()
    assert len(open_trajectories(recording).episodes) == stats.episodes == 3


def test_a_loop_that_nobody_labelled_is_found_by_the_rules(tmp_path: Path) -> None:
    same = [small_step(at, _TAP, pre=small_look(1), post=small_look(1)) for at in range(4)]
    stats = export_training_set(
        [record(tmp_path / "rec", same)], tmp_path / "out", ExportSpec(filters=("loops",))
    )
    assert stats.refused == {"loops/loop": 3}
    assert [row["step_index"] for row in _rows(tmp_path / "out", "train")] == [0]
