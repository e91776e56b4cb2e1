"""ScaleCUA's rows: two published steps of one episode."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from import_sources import blank_png, scalecua, scalecua_rows, write_lines

from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError
from gui_rec.model.actions import Invalid, OpenApp, Tap, Wait
from gui_rec.model.geometry import ScreenSize
from gui_rec.store.reader import open_trajectories

Row = dict[str, Any]


def test_published_rows_become_one_episode(tmp_path: Path) -> None:
    report = import_recording("scalecua", scalecua(tmp_path / "src"), tmp_path / "rec")
    assert (report.episodes, report.steps, report.left_out) == (1, 2, ())
    recording = open_trajectories(tmp_path / "rec")
    info = recording.episodes[0].info
    assert info.task_id == "android_lab_data_Cantook/cantook_5"
    assert info.goal == "Could you check my reading progress for War and Peace?"
    first, second = recording.steps()
    assert first.action == OpenApp("Cantook")
    assert isinstance(second.action, Tap)
    assert (second.action.x, second.action.y) == (round(0.3674 * 1440) / 1440, round(0.9192 * 3120) / 3120)
    assert (
        second.operation
        == "Click on the 'My Books' tab at the bottom of the screen to view your book library"
    )
    assert second.operation_source == "scalecua:operation"
    assert (second.thought or "").startswith("Looking at the screenshot")
    assert first.pre.size == ScreenSize(1440, 3120)
    assert first.post.screenshot == second.pre.screenshot


def _import(tmp_path: Path, rows: list[Row]) -> tuple[Any, list[list[Any]]]:
    write_lines(tmp_path / "src" / "rows.jsonl", rows)
    for row in rows:
        blank_png(tmp_path / "src" / row["image"], (row["width"] // 4, row["height"] // 4))
    report = import_recording("scalecua", tmp_path / "src", tmp_path / "rec")
    recording = open_trajectories(tmp_path / "rec")
    return report, [list(recording.steps(each.info.episode_id)) for each in recording.episodes]


def test_a_smaller_picture_is_marked_as_resized(tmp_path: Path) -> None:
    _, ((first, _second),) = _import(tmp_path, scalecua_rows())
    assert first.pre.size == ScreenSize(1440, 3120)
    assert [flag.value for flag in first.pre.flags] == ["image_resized"]


def test_several_calls_of_one_answer_are_steps_of_one_turn(tmp_path: Path) -> None:
    rows = scalecua_rows()
    answer = rows[0]["conversations"][1]
    answer["value"] = answer["value"].replace("</action>", "wait(seconds=2)\n</action>")
    _, (steps,) = _import(tmp_path, rows)
    assert [type(step.action) for step in steps] == [OpenApp, Wait, Tap]
    assert [step.turn_id for step in steps] == ["turn-0", "turn-0", None]
    assert (steps[0].post.screenshot, steps[1].pre.screenshot) == (None, None), "nobody saw what came between"
    assert steps[1].post.screenshot == steps[2].pre.screenshot
    assert [step.operation is not None for step in steps] == [True, False, True]


def test_a_gap_in_the_history_begins_another_episode(tmp_path: Path) -> None:
    rows = scalecua_rows()
    report, episodes = _import(tmp_path, [rows[1], rows[0]])
    assert (report.episodes, report.left_out) == (2, ())
    names = {each.info.task_id for each in open_trajectories(tmp_path / "rec").episodes}
    folder = "android_lab_data_Cantook/cantook_5"
    assert names == {folder, f"{folder}-from1"}
    assert [len(steps) for steps in episodes] == [1, 1]
    assert all(step.post.screenshot is None for steps in episodes for step in steps)


def test_an_answer_that_is_no_action_is_kept_as_invalid(tmp_path: Path) -> None:
    rows = scalecua_rows()
    rows[0]["conversations"][1]["value"] = "<action>\nfly(x=0.1)\n</action>"
    report, (steps,) = _import(tmp_path, rows)
    assert [each.what for each in report.left_out] == ["action"]
    assert isinstance(steps[0].action, Invalid)
    assert isinstance(steps[1].action, Tap)


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row.pop("image"),
        lambda row: row.update(conversations=[]),
        lambda row: row["conversations"].pop(),
        lambda row: row["conversations"][0].update(value="<image>\nOpen the menu"),
    ],
)
def test_a_row_that_cannot_be_read_is_left_out(tmp_path: Path, change: Callable[[Row], object]) -> None:
    rows = scalecua_rows()
    change(rows[0])
    write_lines(tmp_path / "src" / "rows.jsonl", rows)
    blank_png(tmp_path / "src" / rows[1]["image"])
    report = import_recording("scalecua", tmp_path / "src", tmp_path / "rec")
    assert (report.episodes, report.steps) == (1, 1)
    assert "row 0" in report.left_out[0].reason


@pytest.mark.parametrize("size", [{"width": None}, {"height": "3120"}, {"width": 0}, {"height": 10**9}])
def test_a_size_that_is_none_leaves_the_episode_out(tmp_path: Path, size: Row) -> None:
    rows = scalecua_rows()
    rows[0].update(size)
    write_lines(tmp_path / "src" / "rows.jsonl", rows)
    with pytest.raises(InputError):
        import_recording("scalecua", tmp_path / "src", tmp_path / "rec")
