"""AndroidControl's shards: bytes of ours, written after its README and android_env's messages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from import_sources import android_control, android_control_features
from tf_examples import Feature, example, write_shard

from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError
from gui_rec.model.actions import Direction, Invalid, OpenApp, Scroll, Tap
from gui_rec.model.flags import EndReason, MissingReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.store.reader import open_trajectories


def test_shards_become_episodes(tmp_path: Path) -> None:
    report = import_recording("android_control", android_control(tmp_path / "src"), tmp_path / "rec")
    assert (report.episodes, report.steps, report.left_out) == (3, 9, ())
    recording = open_trajectories(tmp_path / "rec")
    assert {each.info.task_id for each in recording.episodes} == {"7", "8", "9"}
    first = recording.episodes[0]
    assert first.info.goal == "Buy the first thing, \u00e9\u4e2d"
    assert first.end is not None
    assert (first.end.reason, first.end.outcome) == (EndReason.STOPPED, None)
    steps = list(recording.steps(first.info.episode_id))
    assert [step.action for step in steps] == [
        OpenApp("Shop"),
        Tap(300 / 1080, 500 / 2400),
        Scroll(Direction.DOWN),
    ]
    assert [step.operation for step in steps] == ["Open Shop", "Tap Buy", "Tap Buy"]
    assert steps[-1].post.screenshot is not None, "the last screenshot is what came of the last action"
    assert all(step.post.screenshot == after.pre.screenshot for step, after in pairwise(steps))
    look = steps[1].pre
    assert (look.size, look.package, look.activity) == (ScreenSize(1080, 2400), "com.shop", None)
    assert look.state_key is not None
    assert steps[0].pre.state_key != steps[1].pre.state_key, "its title changed"
    assert steps[1].target is not None
    assert steps[1].target.text == "Buy"


Change = Callable[[dict[str, Any]], object]


def _import(tmp_path: Path, change: Change) -> Any:
    records: list[bytes] = []
    for number in (1, 2):
        features: dict[str, Feature] = android_control_features(number, tmp_path / "shots")
        if number == 1:
            change(features)
        records.append(example(features))
    write_shard(tmp_path / "src" / "x-00000-of-00001", records)
    return import_recording("android_control", tmp_path / "src", tmp_path / "rec")


@pytest.mark.parametrize(
    "change",
    [
        lambda of: of.pop("goal"),
        lambda of: of["actions"].pop(),
        lambda of: of["step_instructions"].pop(),
        lambda of: of["accessibility_trees"].pop(),
        lambda of: of["screenshot_widths"].pop(),
        lambda of: of.update(episode_id=["seven"]),
        lambda of: of.update(goal=[b"\xff"]),
        lambda of: of.update(screenshots=[b"none"] * 4),
        lambda of: of.update(screenshot_heights=[0] * 4),
        lambda of: of.update(actions=[]),
    ],
)
def test_a_broken_episode_is_left_out_and_the_other_stays(tmp_path: Path, change: Change) -> None:
    report = _import(tmp_path, change)
    assert (report.episodes, report.left_out_count) == (1, 1)
    assert report.left_out[0].what == "episode"


def test_a_tree_that_cannot_be_read_is_null_and_counted(tmp_path: Path) -> None:
    report = _import(tmp_path, lambda of: of["accessibility_trees"].__setitem__(1, b"\xff"))
    assert (report.episodes, [each.what for each in report.left_out]) == (2, ["hierarchy"])
    step = list(open_trajectories(tmp_path / "rec").steps("android_control-1"))[1]
    assert (step.pre.ui_xml, step.target_missing) == (None, MissingReason.NOT_RECORDED)
    assert step.pre.screenshot is not None


@pytest.mark.parametrize(
    "raw", ['{"action_type": "fly"}', "tap", '{"action_type": "click", "x": 5000, "y": 1}', ""]
)
def test_an_action_that_cannot_be_read_is_kept_as_invalid(tmp_path: Path, raw: str) -> None:
    report = _import(tmp_path, lambda of: of["actions"].__setitem__(1, raw))
    assert (report.episodes, [each.what for each in report.left_out]) == (2, ["action"])
    step = list(open_trajectories(tmp_path / "rec").steps("android_control-1"))[1]
    assert isinstance(step.action, Invalid)
    assert step.action.raw == raw


def test_a_shard_that_is_cut_off_keeps_what_was_whole(tmp_path: Path) -> None:
    folder = android_control(tmp_path / "src")
    shard = folder / "android_control-00001-of-00002"
    shard.write_bytes(shard.read_bytes()[: shard.stat().st_size // 2])
    report = import_recording("android_control", folder, tmp_path / "rec")
    assert (report.episodes, [each.what for each in report.left_out]) == (2, ["file"])
    assert "00001-of-00002" in report.left_out[0].reason
    with pytest.raises(InputError, match="00001-of-00002"):
        import_recording("android_control", shard, tmp_path / "alone")
