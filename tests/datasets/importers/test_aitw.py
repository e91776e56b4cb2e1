"""AITW's shards: bytes of ours, written after its README and visualisation code."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import PIL.Image
import pytest
from import_sources import aitw, aitw_episode, aitw_features
from tf_examples import example, write_shard

from gui_rec.datasets.importers import aitw as module
from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError
from gui_rec.model.actions import Finish, FinishStatus, Invalid, Key, Swipe, Tap, Type
from gui_rec.model.flags import EndReason, Flag
from gui_rec.store.reader import open_trajectories


def test_shards_become_episodes(tmp_path: Path) -> None:
    report = import_recording("aitw", aitw(tmp_path / "src"), tmp_path / "rec")
    assert (report.episodes, report.steps, report.left_out) == (3, 12, ())
    recording = open_trajectories(tmp_path / "rec")
    first = recording.episodes[0]
    assert (first.info.task_id, first.info.goal) == ("11", "open a new tab")
    assert (first.info.device.model, first.info.device.sdk) == ("pixel_4", 30)
    assert first.end is not None
    assert first.end.reason is EndReason.CLAIMED_SUCCESS
    steps = list(recording.steps(first.info.episode_id))
    assert [step.action for step in steps] == [
        Key("HOME"),
        Tap(0.75, 0.25),
        Type("bread, \u00e9"),
        Finish(FinishStatus.SUCCESS),
    ]
    assert json.loads(steps[1].action_raw or "")["result_touch_yx"] == [0.25, 0.75]
    look = steps[1].pre
    assert (look.activity, look.size, look.ui_xml) == ("com.android.chrome.ChromeTabbedActivity", None, None)
    assert Flag.IMAGE_RESIZED in look.flags
    picture = PIL.Image.open(io.BytesIO(look.screenshot or b""))
    assert (picture.size, picture.tobytes()) == ((27, 60), bytes(range(27 * 3)) * 60)


def _write(tmp_path: Path, steps: list[dict[str, Any]]) -> Any:
    write_shard(tmp_path / "src" / "x-00000-of-00001", [example(step) for step in steps])
    return import_recording("aitw", tmp_path / "src", tmp_path / "rec")


def test_a_swipe_is_a_touch_and_a_lift_apart(tmp_path: Path) -> None:
    step: dict[str, Any] = aitw_features(0, 1, 4, touch=(0.5, 0.5))
    step["results/yx_lift"] = [0.25, 0.5]
    _write(tmp_path, [step])
    (only,) = open_trajectories(tmp_path / "rec").steps()
    assert only.action == Swipe(0.5, 0.5, 0.5, 0.25)


def test_a_picture_that_is_encoded_already_is_kept(tmp_path: Path) -> None:
    out = io.BytesIO()
    PIL.Image.new("RGB", (27, 60), (9, 9, 9)).save(out, "PNG")
    _write(tmp_path, [aitw_features(0, 1, 10) | {"image/encoded": [out.getvalue()]}])
    (only,) = open_trajectories(tmp_path / "rec").steps()
    assert only.pre.screenshot == out.getvalue()


Change = Callable[[list[dict[str, Any]]], object]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda steps: steps.pop(1), "episode_length"),
        (lambda steps: steps[2].update(step_id=[3]), "step_id"),
        (lambda steps: steps[2].update({"episode_length": [5]}), "episode_length"),
        (lambda steps: steps[2].update(goal_info=["other"]), "goal_info"),
        (lambda steps: steps[2].pop("results/yx_lift"), "yx_lift"),
        (lambda steps: steps[2].update({"results/yx_lift": [0.5]}), "yx_lift"),
        (lambda steps: steps[2].update({"image/encoded": [b"short"]}), "image/encoded"),
        (lambda steps: steps[2].update({"image/channels": [2]}), "image/height"),
        (lambda steps: steps[2].update({"image/width": [-27]}), "image/height"),
        (lambda steps: steps[2].update({"image/width": [10**9]}), "image/height"),
        (lambda steps: steps[2].update({"image/encoded": [b"\x89PNG\r\n\x1a\n"]}), "PNG"),
    ],
)
def test_a_broken_episode_is_left_out_and_the_next_stays(tmp_path: Path, change: Change, field: str) -> None:
    first = aitw_episode("11")
    change(first)
    report = _write(tmp_path, [*first, *aitw_episode("12")])
    assert (report.episodes, [each.what for each in report.left_out]) == (1, ["episode"])
    assert field in report.left_out[0].reason
    assert [each.info.task_id for each in open_trajectories(tmp_path / "rec").episodes] == ["12"]


@pytest.mark.parametrize("kind", [0, 2, 99])
def test_an_action_of_an_unknown_number_is_kept_as_invalid(tmp_path: Path, kind: int) -> None:
    steps: list[dict[str, Any]] = list(aitw_episode("11"))
    steps[1]["results/action_type"] = [kind]
    report = _write(tmp_path, steps)
    assert (report.steps, [each.what for each in report.left_out]) == (4, ["action"])
    action = list(open_trajectories(tmp_path / "rec").steps())[1].action
    assert isinstance(action, Invalid)
    assert json.loads(action.raw)["result_action_type"] == kind


def test_a_record_without_an_episode_does_not_lose_the_others(tmp_path: Path) -> None:
    report = _write(tmp_path, [{"episode_id": [3]}, *aitw_episode("11")])
    assert (report.episodes, [each.what for each in report.left_out]) == (1, ["action"])


def test_an_episode_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_STEPS", 3)
    with pytest.raises(InputError, match="at most 3 steps"):
        _write(tmp_path, list(aitw_episode("11")))
