"""UI-S1's rows: 32 published episodes, their numbers in pixels of pictures that tests draw."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from import_sources import blank_png, ui_s1, ui_s1_rows, write_lines

from gui_rec.datasets.importers._api import ImportReport
from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError
from gui_rec.model.actions import Finish, FinishStatus, Invalid, Key, OpenApp, target_point
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import PxPoint, Rect, ScreenSize, to_px
from gui_rec.store.reader import Recording, open_trajectories

_ROWS = Path(__file__).parents[2] / "data" / "ui_s1" / "rows.jsonl"
_SCREEN = ScreenSize(1080, 2400)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[ImportReport, Recording]:
    """All published rows, imported once."""
    out = tmp_path_factory.mktemp("ui_s1") / "rec"
    report = import_recording("ui_s1", _ROWS, out, screen=_SCREEN)
    return report, open_trajectories(out)


def test_all_published_rows_become_episodes(published: tuple[ImportReport, Recording]) -> None:
    report, recording = published
    assert (report.episodes, report.steps) == (32, 206)
    assert {each.what for each in report.left_out} == {"picture"}, "the pictures alone are not there"
    assert report.left_out_count == 206
    kinds = Counter(step.action.type for step in recording.steps())
    assert kinds == {
        "tap": 102, "finish": 32, "swipe": 19, "type": 16, "wait": 15, "open_app": 13, "key": 9
    }  # fmt: skip


def test_every_tap_is_the_rounded_pixel_of_the_row(published: tuple[ImportReport, Recording]) -> None:
    _, recording = published
    steps = list(recording.steps(xml=False))
    rows = {Path(row["steps"][0]["screenshot"]).stem.removesuffix("_0"): row for row in ui_s1_rows()}
    names = [episode.info.task_id or "" for episode in recording.episodes]
    said = [step["action_content"] for name in names for step in rows[name]["steps"]]
    clicks = 0
    for step, content in zip(steps, said, strict=True):
        if content["action"] != "click":
            continue
        at = target_point(step.action)
        assert at is not None
        pixel = to_px(at, _SCREEN)
        assert pixel == PxPoint(round(content["coordinate"][0]), round(content["coordinate"][1]))
        assert "bbox" not in content or Rect(*content["bbox"]).contains(pixel)
        clicks += 1
    assert clicks == 102


def test_what_stands_in_a_row_stands_in_the_episode(tmp_path: Path) -> None:
    report = import_recording("ui_s1", ui_s1(tmp_path / "src", rows=2), tmp_path / "rec")
    assert (report.episodes, report.steps, report.left_out) == (2, 9, ())
    recording = open_trajectories(tmp_path / "rec")
    first = recording.episodes[0]
    assert first.info.task_id == "0"
    assert first.info.goal == "Open the Zoho Meet app , view the scheduled meetings ."
    assert first.end is not None
    assert (first.end.reason, first.end.outcome) == (EndReason.CLAIMED_SUCCESS, None)
    assert first.end.message == "is_successful: true"
    steps = list(recording.steps(first.info.episode_id))
    assert steps[0].action == OpenApp("Zoho Meeting")
    assert steps[-1].action == Finish(FinishStatus.SUCCESS)
    assert steps[2].pre.size == _SCREEN
    assert json.loads(steps[2].action_raw or "")["bbox"] == [360, 327, 695, 466]
    assert (steps[2].action_dialect, steps[2].action_space) == ("ui_s1", "px")
    assert [step.post.screenshot for step in steps[:-1]] == [step.pre.screenshot for step in steps[1:]]
    assert steps[-1].post.screenshot is None
    second = list(recording.steps("ui_s1-20"))
    assert second[0].action == Key("BACK")


Row = dict[str, Any]


def _changed(tmp_path: Path, change: Callable[[Row], None]) -> Path:
    folder = ui_s1(tmp_path / "src", rows=2)
    rows = ui_s1_rows()[:2]
    change(rows[1])
    write_lines(folder / "rows.jsonl", rows)
    return folder


def test_an_action_that_cannot_be_read_is_kept_as_invalid_and_counted(tmp_path: Path) -> None:
    def change(row: Row) -> None:
        row["steps"][1]["action_content"] = {"action": "teleport", "coordinate": [1, 2]}

    report = import_recording("ui_s1", _changed(tmp_path, change), tmp_path / "rec")
    assert (report.episodes, report.left_out_count) == (2, 1)
    assert (report.left_out[0].what, "row 1" in report.left_out[0].reason) == ("action", True)
    step = list(open_trajectories(tmp_path / "rec").steps("ui_s1-20"))[1]
    assert isinstance(step.action, Invalid)
    assert json.loads(step.action.raw)["action"] == "teleport"


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row.pop("goal"),
        lambda row: row.update(steps=[]),
        lambda row: row.update(steps=[3]),
        lambda row: row.update(is_successful="yes"),
        lambda row: row["steps"][0].update(action_content="tap"),
        lambda row: row["steps"][0].pop("screenshot"),
    ],
)
def test_a_broken_row_is_left_out_and_the_other_stays(tmp_path: Path, change: Callable[[Row], None]) -> None:
    report = import_recording("ui_s1", _changed(tmp_path, change), tmp_path / "rec")
    assert (report.episodes, report.left_out_count) == (1, 1)
    assert "rows.jsonl: row 1" in report.left_out[0].reason


def test_pixels_without_any_size_are_refused_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"row 0, field 'steps\[2\].*--screen"):
        import_recording("ui_s1", _ROWS, tmp_path / "rec")


@pytest.mark.parametrize("line", [b"{", b"[]", b"3", b"\xff", b'{"goal": NaN', b"[" * 9999])
def test_a_line_that_is_no_row_is_left_out(tmp_path: Path, line: bytes) -> None:
    folder = ui_s1(tmp_path / "src", rows=1)
    with (folder / "rows.jsonl").open("ab") as stream:
        stream.write(line + b"\n")
    report = import_recording("ui_s1", folder, tmp_path / "rec")
    assert (report.episodes, report.left_out_count) == (1, 1)
    assert "row 1" in report.left_out[0].reason


@pytest.mark.parametrize(
    "named", ["../secret.png", "/etc/passwd", "a\0b.png", "x" * 5000, "..", "", "link.png"]
)
def test_a_path_never_leads_out_of_the_folder(tmp_path: Path, named: str) -> None:
    blank_png(tmp_path / "secret.png")
    folder = ui_s1(tmp_path / "src", rows=2)
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    rows = ui_s1_rows()[:2]
    rows[1]["steps"][-1]["screenshot"] = named
    write_lines(folder / "rows.jsonl", rows)
    report = import_recording("ui_s1", folder, tmp_path / "rec")
    assert [each.what for each in report.left_out] == ["picture"]
    assert list(open_trajectories(tmp_path / "rec").steps("ui_s1-20"))[-1].pre.screenshot is None


def test_a_damaged_picture_leaves_its_episode_out(tmp_path: Path) -> None:
    folder = ui_s1(tmp_path / "src", rows=2)
    (folder / "images" / "20_1.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    report = import_recording("ui_s1", folder, tmp_path / "rec")
    assert (report.episodes, [each.what for each in report.left_out]) == (1, ["episode"])
    with pytest.raises(InputError):
        import_recording("ui_s1", folder / "images", tmp_path / "other")
