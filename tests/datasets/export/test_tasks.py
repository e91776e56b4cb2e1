"""Recordings become tasks, whole or not at all, and the tasks do what was recorded."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from shop import BUY, SHOP, record_shop, shop, tap
from small_recordings import record, small_step

from gui_rec.datasets.export.tasks import LeftOut, TaskSpec, Written, episode_task, export_tasks, task_actions
from gui_rec.datasets.reviews import Decision, review_rows
from gui_rec.dsl.task_protocol.model import StepAction
from gui_rec.dsl.task_protocol.parse import read_task
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.model.actions import Direction, Finish, Key, OpenApp, Scroll, Swipe, Tap, Type
from gui_rec.replayer.protocol.session import RunConfig, run_task
from gui_rec.store.reader import open_trajectories
from gui_rec.store.side_tables import append_labels
from gui_rec.testing.clock import FakeClock
from gui_rec.testing.fake_device import FakeDevice

SPEC = TaskSpec("fake-1")


def written(recording: Path, out: Path, spec: TaskSpec = SPEC) -> Path:
    """The only task of a recording."""
    stats = export_tasks([recording], out, spec)
    (item,) = stats.written
    return out / f"{item.episode_id}.json"


def test_a_recorded_purchase_runs_as_a_task_and_back_is_the_same_recording(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "t.parquet", (*BUY, Key("BACK"), Finish()))
    task = read_task(written(recording, tmp_path / "out"))
    assert task.version == 1
    assert [step.action for step in task.steps] == [StepAction.CLICK, StepAction.CLICK, StepAction.BACK]
    device = shop()
    again = tmp_path / "again.parquet"
    result = run_task(task, device, RunConfig(record=again), clock=device.clock)
    assert result.successful, result
    assert device.performed == [*BUY, Key("BACK")]
    first, second = (list(open_trajectories(path).steps()) for path in (recording, again))
    assert [step.action for step in second] == [step.action for step in first[:3]]
    assert [step.post.state_key for step in second] == [step.post.state_key for step in first[:3]]
    assert task_actions(task, [step.pre for step in first[:3]]) == (*BUY, Key("BACK"))
    assert read_task(written(again, tmp_path / "once more")).steps == task.steps


def test_a_recording_that_begins_at_home_is_a_task(tmp_path: Path) -> None:
    recording = record_shop(
        tmp_path / "t.parquet", (Key("HOME"), OpenApp(package="com.android.launcher3"), tap(70))
    )
    task = read_task(written(recording, tmp_path / "out"))
    assert [step.action for step in task.steps] == [StepAction.OPEN, StepAction.CLICK]


def test_the_lowest_version_that_says_an_episode_is_taken(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "t.parquet", (OpenApp(package="com.android.launcher3"), tap(70)))
    task = read_task(written(recording, tmp_path / "out"))
    assert (task.version, [step.action for step in task.steps]) == (2, [StepAction.OPEN, StepAction.CLICK])
    with pytest.raises(InputError, match="open_app: version 1 has no step for it"):
        export_tasks([recording], tmp_path / "one", TaskSpec("a", version=1))
    assert not (tmp_path / "one").exists()


def test_the_record_tells_what_was_lost(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "t.parquet", (Tap(0.1, 50 / 240), Finish()))
    stats = export_tasks([recording], tmp_path / "out", SPEC)
    told = json.loads((tmp_path / "out" / "export.json").read_text(encoding="utf-8"))
    assert told == stats.as_record()
    (item,) = told["tasks"]
    assert item["steps"] == 1
    assert sorted(item["losses"].values()) == [1, 1]
    assert any("middle" in what for what in item["losses"])
    assert told["left_out"] == []


def test_an_episode_with_a_step_that_cannot_be_said_is_left_out_whole(tmp_path: Path) -> None:
    good = record_shop(tmp_path / "good.parquet")
    bad = record_shop(tmp_path / "bad.parquet", (*BUY, Swipe(0.5, 0.5, 0.5, 0.4)), device=_later())
    stats = export_tasks([good, bad], tmp_path / "out", SPEC)
    (left,) = stats.left_out
    assert left.step_index == 2
    assert left.reason.startswith("swipe: a SCROLL needs what it is to bring into view")
    assert len(list((tmp_path / "out").glob("*.json"))) == 2
    with pytest.raises(InputError, match="no episode can be a task"):
        export_tasks([bad], tmp_path / "none", SPEC)


def _later() -> FakeDevice:
    return shop(FakeClock(start_s=2_000.0, wall_start_us=1_700_000_900_000_000))


def test_several_scrolls_aim_at_the_one_target(tmp_path: Path) -> None:
    scroll = Scroll(Direction.DOWN)
    pages = dict(shop().screens) | {"list": replace(SHOP["list"], scrolls_to="item")}
    device = FakeDevice(pages, "list")
    recording = record_shop(tmp_path / "t.parquet", (scroll, scroll, tap(70)), device=device)
    task = read_task(written(recording, tmp_path / "out"))
    assert [step.action for step in task.steps] == [StepAction.SCROLL, StepAction.SCROLL, StepAction.CLICK]
    again = FakeDevice(pages, "list")
    result = run_task(task, again, clock=again.clock)
    assert result.successful
    assert [step.detail for step in result.steps[:2]] == ["1 scroll(s)", "0 scroll(s)"]


def test_withheld_texts_are_inputs(tmp_path: Path) -> None:
    steps = [small_step(0, Key("BACK"))]
    recording = record(tmp_path / "rec", steps)
    found = episode_task("e", list(open_trajectories(recording).steps()), SPEC)
    assert isinstance(found, Written)
    assert found.task.inputs == ()
    typed = episode_task("e", [small_step(0, Type("a"))], SPEC)
    assert isinstance(typed, LeftOut)
    assert "its target is not known" in typed.reason


def test_what_people_said_decides(tmp_path: Path) -> None:
    recording = record(tmp_path / "rec", [small_step(0, Key("BACK"))])
    (episode,) = open_trajectories(recording).episodes
    with pytest.raises(InputError, match="other_outcome"):
        export_tasks([recording], tmp_path / "a", TaskSpec("a", outcome="failure"))
    rows = review_rows(episode.info.episode_id, None, "ana", 1, decision=Decision.REJECT)
    append_labels(recording, rows)
    with pytest.raises(InputError, match="rejected_in_review"):
        export_tasks([recording], tmp_path / "a", SPEC)
    export_tasks([recording], tmp_path / "a", TaskSpec("a", include_rejected=True))


def test_nothing_is_overwritten_and_nothing_is_twice(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    export_tasks([recording], tmp_path / "out", SPEC)
    with pytest.raises(OutputExistsError):
        export_tasks([recording], tmp_path / "out", SPEC)
    with pytest.raises(InputError, match="give it once"):
        export_tasks([recording, recording], tmp_path / "twice", SPEC)
    with pytest.raises(UsageError):
        export_tasks([], tmp_path / "none", SPEC)


def test_a_task_has_at_most_200_steps() -> None:
    found = episode_task("e", [small_step(index, Key("BACK")) for index in range(201)], SPEC)
    assert isinstance(found, LeftOut)
    assert "1 to 200 steps" in found.reason
    assert isinstance(episode_task("e", [small_step(0, Finish())], SPEC), LeftOut)


def test_screens_and_steps_go_together() -> None:
    found = episode_task("e", [small_step(0, Key("BACK"))], SPEC)
    assert isinstance(found, Written)
    with pytest.raises(UsageError, match="expected 1 screens"):
        task_actions(found.task, [])
