"""AndroidLab's logs: files of ours, written after its recorder and executor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from import_sources import androidlab, androidlab_rows

from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError
from gui_rec.model.actions import (
    Direction,
    Finish,
    Invalid,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.flags import EndReason
from gui_rec.store.reader import open_trajectories


def test_a_task_becomes_an_episode(tmp_path: Path) -> None:
    report = import_recording("androidlab", androidlab(tmp_path / "src"), tmp_path / "rec")
    assert (report.episodes, report.steps, report.left_out) == (1, 4, ())
    recording = open_trajectories(tmp_path / "rec")
    info, end = recording.episodes[0].info, recording.episodes[0].end
    assert (info.task_id, info.goal) == ("shop_1", "Buy bread")
    assert end is not None
    assert end.reason is EndReason.FINISHED, "to say that it is done claims no success"
    steps = list(recording.steps())
    assert [step.action for step in steps] == [
        OpenApp(package="com.shop"),
        Tap(550 / 1080, 600 / 2400),
        Type("bread", press_enter=True),
        Finish(message="bought"),
    ]
    assert (steps[1].pre.package, steps[1].pre.activity) == ("com.shop", None)
    assert steps[1].target is not None
    assert (steps[1].target.text, steps[1].action_raw) == ("Buy", "do(1)")


def _import(tmp_path: Path, change: dict[str, Any]) -> Any:
    rows = androidlab_rows()
    rows[1].update(change)
    import_recording("androidlab", androidlab(tmp_path / "src", rows), tmp_path / "rec")
    return list(open_trajectories(tmp_path / "rec").steps())[1]


def _did(action: str, **kwargs: Any) -> dict[str, Any]:
    return {"parsed_action": {"operation": "do", "action": action, "kwargs": kwargs}}


@pytest.mark.parametrize(
    ("change", "action"),
    [
        (_did("Tap", element=[540, 600]), Tap(0.5, 0.25)),
        (_did("Long Press", element=[540, 600]), LongPress(0.5, 0.25)),
        (
            _did("Swipe", element=[540, 600], direction="up", dist="medium"),
            Scroll(Direction.DOWN, x=0.5, y=0.25),
        ),
        (_did("Swipe", element=None, direction="left"), Scroll(Direction.RIGHT)),
        ({"parsed_action": {"operation": "do", "action": "Press Back"}}, Key("BACK")),
        ({"parsed_action": {"operation": "do", "action": "Press Enter"}}, Key("ENTER")),
        (_did("Wait"), Wait()),
    ],
)
def test_every_action_is_understood(tmp_path: Path, change: dict[str, Any], action: object) -> None:
    assert _import(tmp_path, change).action == action


@pytest.mark.parametrize(
    "change",
    [
        _did("Fly"),
        _did("Tap", element=[1, 2, 3]),
        _did("Tap", element=[99999, 2]),
        _did("Tap", element=[float("nan"), 2]),
        _did("Swipe", direction="sideways"),
        _did("Launch"),
        {"parsed_action": None},
        {"parsed_action": None, "error_message": "no such element"},
    ],
)
def test_what_failed_or_cannot_be_read_is_kept_as_invalid(tmp_path: Path, change: dict[str, Any]) -> None:
    action = _import(tmp_path, change).action
    assert isinstance(action, Invalid)
    assert action.raw == "do(1)"


def test_what_adb_did_not_tell_is_null(tmp_path: Path) -> None:
    step = _import(
        tmp_path, {"current_activity": 0, "xml": "ERROR", "ac_xml": None, "image": "../../../etc/passwd"}
    )
    assert (step.pre.package, step.pre.ui_xml, step.pre.screenshot) == (None, None, None)


@pytest.mark.parametrize(
    "change",
    [{"index": 2}, {"window": [1]}, {"window": [1080.0, 2400]}, {"window": "1080x2400"}, {"index": None}],
)
def test_a_broken_log_is_left_out(tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"trace\.jsonl: row 1"):
        _import(tmp_path, change)
