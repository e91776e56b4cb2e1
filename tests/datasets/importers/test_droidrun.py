"""droidrun's trajectories: files of ours, written after its writer and events."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from import_sources import droidrun, droidrun_actions, write_json

from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError
from gui_rec.model.actions import Drag, Invalid, Key, OpenApp, Swipe, Tap, Type
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.store.reader import open_trajectories

_NAME = "20260101_120000_ab12cd34"


def test_a_trajectory_becomes_an_episode(tmp_path: Path) -> None:
    report = import_recording("droidrun", droidrun(tmp_path / "src"), tmp_path / "rec")
    assert (report.episodes, report.steps, report.left_out) == (1, 5, ())
    recording = open_trajectories(tmp_path / "rec")
    info, end = recording.episodes[0].info, recording.episodes[0].end
    assert (info.task_id, info.goal) == (_NAME, "Buy bread")
    assert end is not None
    assert (end.reason, end.message, end.outcome) == (EndReason.CLAIMED_SUCCESS, "bought", None)
    steps = list(recording.steps())
    assert [step.action for step in steps] == [
        OpenApp(package="com.shop"),
        Tap(0.5, 0.25),
        Swipe(0.5, 0.5, 0.5, 0.125, duration_ms=400),
        Type("bread"),
        Key("BACK"),
    ]
    assert [step.operation for step in steps][:2] == ["Start app com.shop", "Tap Buy"]
    assert steps[-1].post.screenshot is not None


def test_screenshots_that_cannot_be_told_apart_are_null(tmp_path: Path) -> None:
    folder = droidrun(tmp_path / "src")
    for at in (1, 2):
        (folder / _NAME / "screenshots" / f"{at:04d}.png").unlink()
    report = import_recording("droidrun", folder, tmp_path / "rec")
    assert [each.what for each in report.left_out] == ["picture"]
    steps = list(open_trajectories(tmp_path / "rec").steps())
    assert all(step.pre.screenshot is None for step in steps)
    assert steps[1].action == Tap(0.5, 0.25), "the size of the screen is that of the pictures"


def _import(tmp_path: Path, action: dict[str, Any]) -> Any:
    folder = droidrun(tmp_path / "src")
    actions = droidrun_actions()
    actions[1] = action
    write_json(folder / _NAME / "macro.json", {"description": "x", "actions": actions})
    import_recording("droidrun", folder, tmp_path / "rec")
    return list(open_trajectories(tmp_path / "rec").steps())[1].action


def test_the_other_kinds_are_read(tmp_path: Path) -> None:
    at = {"start_x": 0, "start_y": 0, "end_x": 540, "end_y": 1200, "duration_ms": 9}
    assert _import(tmp_path / "a", {"type": "DragActionEvent", **at}) == Drag(0, 0, 0.5, 0.5, duration_ms=9)
    key = {"type": "KeyPressActionEvent", "keycode": 24, "key_name": "volume_up"}
    assert _import(tmp_path / "b", key) == Key("VOLUME_UP")


@pytest.mark.parametrize(
    "action",
    [
        {"type": "FlyActionEvent"},
        {"type": "TapActionEvent", "x": 5000, "y": 1},
        {"type": "TapActionEvent", "x": "1", "y": 1},
        {"type": "KeyPressActionEvent", "keycode": 999},
        {"type": "KeyPressActionEvent", "keycode": 999, "key_name": "rm -rf"},
        {"type": "StartAppEvent", "package": ""},
        {"type": "InputTextActionEvent"},
        {},
    ],
)
def test_an_action_that_cannot_be_read_is_kept_as_invalid(tmp_path: Path, action: dict[str, Any]) -> None:
    assert isinstance(_import(tmp_path, action), Invalid)


def test_pixels_without_a_screenshot_need_a_size(tmp_path: Path) -> None:
    folder = droidrun(tmp_path / "src")
    for shot in (folder / _NAME / "screenshots").iterdir():
        shot.unlink()
    with pytest.raises(InputError, match="--screen"):
        import_recording("droidrun", folder, tmp_path / "rec")
    report = import_recording("droidrun", folder, tmp_path / "sized", screen=ScreenSize(1080, 2400))
    assert report.episodes == 1


def test_a_claim_of_failure_stays_a_claim_and_none_is_none(tmp_path: Path) -> None:
    folder = droidrun(tmp_path / "src")
    write_json(
        folder / _NAME / "trajectory.json", [{"type": "FinalizeEvent", "success": False, "reason": "no"}]
    )
    import_recording("droidrun", folder, tmp_path / "rec")
    end = open_trajectories(tmp_path / "rec").episodes[0].end
    assert end is not None
    assert (end.reason, end.outcome) == (EndReason.CLAIMED_FAILURE, None)
    (folder / _NAME / "trajectory.json").unlink()
    import_recording("droidrun", folder / _NAME / "macro.json", tmp_path / "alone")
    end = open_trajectories(tmp_path / "alone").episodes[0].end
    assert end is not None
    assert end.reason is EndReason.STOPPED
