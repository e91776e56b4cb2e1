"""GUI-Odyssey's annotations: files of ours, written after its description and converter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from import_sources import blank_png, gui_odyssey, gui_odyssey_episode, write_json

from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError
from gui_rec.model.actions import Finish, FinishStatus, Invalid, Key, LongPress, Swipe, Tap, Type
from gui_rec.model.flags import EndReason, Flag
from gui_rec.model.geometry import ScreenSize
from gui_rec.store.reader import open_trajectories


def test_an_annotation_becomes_an_episode(tmp_path: Path) -> None:
    report = import_recording("gui_odyssey", gui_odyssey(tmp_path / "src"), tmp_path / "rec")
    assert (report.episodes, report.steps, report.left_out) == (1, 6, ()), "the file of splits is none"
    recording = open_trajectories(tmp_path / "rec")
    info, end = recording.episodes[0].info, recording.episodes[0].end
    assert (info.task_id, info.goal) == ("0123456789", "Find the fashion week")
    assert (info.device.model, info.device.width_px, info.device.height_px) == ("Pixel 7 Pro", 1080, 2400)
    assert end is not None
    assert end.reason is EndReason.CLAIMED_SUCCESS
    steps = list(recording.steps())
    assert [step.action for step in steps] == [
        Tap(0.5, 0.25),
        Type("fashion week"),
        Swipe(0.5, 0.8, 551 / 1080, 0.2),
        Key("APP_SWITCH"),
        LongPress(1079 / 1080, 2399 / 2400),
        Finish(FinishStatus.SUCCESS),
    ]
    assert (steps[0].operation, steps[0].thought) == ("Tap the search field", "Because of step 0")
    assert steps[0].operation_source == "gui_odyssey:low_level_instruction"
    assert steps[0].pre.size == ScreenSize(1080, 2400)
    assert steps[0].post.screenshot == steps[1].pre.screenshot


@pytest.mark.parametrize("flat", [True, False])
def test_pictures_are_found_flat_or_in_their_parts(tmp_path: Path, flat: bool) -> None:
    folder = gui_odyssey(tmp_path / "src")
    if flat:
        for file in list((folder / "screenshots" / "data_0").iterdir()):
            file.rename(folder / "screenshots" / file.name)
    report = import_recording("gui_odyssey", folder, tmp_path / "rec")
    assert report.left_out == ()


def test_one_annotation_alone_finds_its_pictures_beside(tmp_path: Path) -> None:
    folder = gui_odyssey(tmp_path / "src")
    file = folder / "annotations" / "0123456789.json"
    report = import_recording("gui_odyssey", file, tmp_path / "rec", pictures=folder)
    assert (report.episodes, report.left_out) == (1, ())


def test_a_smaller_picture_is_marked_as_resized(tmp_path: Path) -> None:
    folder = gui_odyssey(tmp_path / "src")
    blank_png(folder / "screenshots" / "data_0" / "0123456789_0.png", (540, 1200))
    import_recording("gui_odyssey", folder, tmp_path / "rec")
    first, second, *_ = open_trajectories(tmp_path / "rec").steps()
    assert (first.pre.flags, second.pre.flags) == ((Flag.IMAGE_RESIZED,), ())


def _import(tmp_path: Path, step: int, change: dict[str, Any]) -> Any:
    folder = gui_odyssey(tmp_path / "src")
    episode = gui_odyssey_episode()
    episode["steps"][step].update(change)
    write_json(folder / "annotations" / "0123456789.json", episode)
    import_recording("gui_odyssey", folder, tmp_path / "rec")
    return list(open_trajectories(tmp_path / "rec").steps())[step].action


@pytest.mark.parametrize(
    ("change", "action"),
    [
        ({"action": "TYPE", "info": "x"}, Type("x")),
        ({"action": "HOME", "info": ""}, Key("HOME")),
        ({"action": "BACK", "info": ""}, Key("BACK")),
        ({"action": "CLICK", "info": "KEY_BACK"}, Key("BACK")),
        ({"action": "INCOMPLETE", "info": ""}, Finish(FinishStatus.INFEASIBLE)),
        ({"action": "IMPOSSIBLE", "info": ""}, Finish(FinishStatus.INFEASIBLE)),
    ],
)
def test_both_releases_spellings_are_read(tmp_path: Path, change: dict[str, Any], action: object) -> None:
    assert _import(tmp_path, 5, change) == action


@pytest.mark.parametrize(
    "change",
    [
        {"action": "FLY"},
        {"action": "CLICK", "info": ""},
        {"action": "CLICK", "info": [[1001, 0]]},
        {"action": "CLICK", "info": [["a", 0]]},
        {"action": "CLICK", "info": [[True, 0]]},
        {"action": "SCROLL", "info": [[1, 2]]},
        {"action": "CLICK", "info": "KEY_POWER"},
        {"action": "TEXT", "info": [1]},
        {"action": None},
    ],
)
def test_an_action_that_cannot_be_read_is_kept_as_invalid(tmp_path: Path, change: dict[str, Any]) -> None:
    assert isinstance(_import(tmp_path, 1, change), Invalid)


@pytest.mark.parametrize(
    "change",
    [
        lambda of: of.pop("device_info"),
        lambda of: of["device_info"].update(w=0),
        lambda of: of["task_info"].pop("instruction"),
        lambda of: of["steps"].pop(1),
        lambda of: of.update(steps=[]),
        lambda of: of.update(episode_id=7),
    ],
)
def test_a_broken_annotation_is_left_out(tmp_path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    folder = gui_odyssey(tmp_path / "src")
    episode = gui_odyssey_episode()
    change(episode)
    write_json(folder / "annotations" / "0123456789.json", episode)
    with pytest.raises(InputError, match=r"0123456789\.json"):
        import_recording("gui_odyssey", folder, tmp_path / "rec")
