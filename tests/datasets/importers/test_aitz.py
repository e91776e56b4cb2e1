from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gui_rec.datasets.importers.aitz import TAP_DISTANCE
from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.model.actions import Finish, FinishStatus, Key, Swipe, Tap, Type
from gui_rec.model.flags import EndReason, Flag, MissingReason
from gui_rec.model.geometry import Point, ScreenSize, to_px
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories

_DATA = Path(__file__).parents[2] / "data" / "aitz"
_JSON = "GOOGLE_APPS-523638528775825151.json"
_PICTURE = ScreenSize(270, 600)

Row = dict[str, Any]


@pytest.fixture
def episode(tmp_path: Path) -> Path:
    """A copy of the real episode that a test may change."""
    return Path(shutil.copytree(_DATA, tmp_path / "src"))


def _edit(episode: Path, change: Callable[[list[Row]], None]) -> Path:
    file = episode / _JSON
    rows = json.loads(file.read_text(encoding="utf-8"))
    change(rows)
    file.write_text(json.dumps(rows), encoding="utf-8")
    return episode


def _set(row: int, **values: object) -> Callable[[list[Row]], None]:
    return lambda rows: rows[row].update(values)


def _set_all(**values: object) -> Callable[[list[Row]], None]:
    def change(rows: list[Row]) -> None:
        for row in rows:
            row.update(values)

    return change


@pytest.mark.parametrize("name", ["rec", "rec.parquet"])
def test_a_real_episode_becomes_a_recording(tmp_path: Path, name: str) -> None:
    report = import_recording("aitz", _DATA, tmp_path / name)
    assert (report.episodes, report.steps) == (1, 4)
    assert report.notes
    recording = open_trajectories(tmp_path / name)
    steps = list(recording.steps())
    assert [type(step.action) for step in steps] == [Key, Swipe, Tap, Finish]
    assert steps[0].action == Key("HOME")
    tap, swipe = steps[2].action, steps[1].action
    assert isinstance(tap, Tap)
    assert isinstance(swipe, Swipe)
    assert to_px(Point(tap.x, tap.y), _PICTURE) == to_px(
        Point(0.6069772839546204, 0.49836206436157227), _PICTURE
    )
    assert swipe.y2 < swipe.y1
    assert not check(tmp_path / name).findings
    (record,) = recording.episodes
    assert record.info.goal == 'open app "Clock" (install if not already installed)'
    assert (record.info.source, record.info.task_id) == ("import:aitz", "523638528775825151")
    assert record.end is not None
    assert record.end.reason is EndReason.CLAIMED_SUCCESS


def test_pictures_are_those_of_the_source_and_nothing_is_invented(tmp_path: Path) -> None:
    import_recording("aitz", _DATA, tmp_path / "rec")
    steps = list(open_trajectories(tmp_path / "rec").steps())
    for index, step in enumerate(steps):
        picture = (_DATA / f"GOOGLE_APPS-523638528775825151_{index}.png").read_bytes()
        assert step.pre.screenshot == picture
        assert (step.pre.size, step.pre.ui_xml, step.pre.package, step.sent) == (None, None, None, None)
        assert Flag.IMPORTED_INCOMPLETE in step.flags
        assert step.action_space == "norm01_yx"
        assert json.loads(step.action_raw or "")["result_action_type"] in (4, 6, 10)
        assert (step.operation is None) == (step.operation_source is None)
        if index + 1 < len(steps):
            assert step.post.screenshot == steps[index + 1].pre.screenshot
    last = steps[-1]
    assert (last.action, last.claimed) == (Finish(FinishStatus.SUCCESS), "success")
    assert last.post.screenshot is None
    assert {(gap.column, gap.reason) for gap in last.post.missing} >= {
        ("screenshot", MissingReason.NOT_RECORDED)
    }


def test_every_action_id_is_understood(episode: Path, tmp_path: Path) -> None:
    def change(rows: list[Row]) -> None:
        rows[0]["result_action_type"] = 5
        rows[1].update(result_touch_yx="[0.5, 0.5]", result_lift_yx=f"[0.5, {0.5 + TAP_DISTANCE * 0.99}]")
        rows[2].update(
            result_action_type=3,
            result_action_text="  ",
            result_touch_yx="[-1, -1]",
            result_lift_yx="[-1.0, -1.0]",
        )
        rows[3]["result_action_type"] = 11

    import_recording("aitz", _edit(episode, change), tmp_path / "rec")
    recording = open_trajectories(tmp_path / "rec")
    actions = [step.action for step in recording.steps()]
    assert actions == [Key("BACK"), Tap(0.5, 0.5), Type("  "), Finish(FinishStatus.INFEASIBLE)]
    end = recording.episodes[0].end
    assert end is not None
    assert end.reason is EndReason.CLAIMED_INFEASIBLE


def test_several_episodes_make_a_folder_and_never_one_file(episode: Path, tmp_path: Path) -> None:
    second = Path(shutil.copytree(_DATA, episode / "second"))
    _edit(second, _set_all(episode_id="7"))
    with pytest.raises(UsageError, match="2 episodes"):
        import_recording("aitz", episode, tmp_path / "rec.parquet")
    assert import_recording("aitz", episode, tmp_path / "rec").episodes == 2
    assert len(open_trajectories(tmp_path / "rec").episodes) == 2


@pytest.mark.parametrize(
    ("change", "row", "field"),
    [
        (_set(1, result_action_type=99), 1, "result_action_type"),
        (_set(1, result_action_type="4"), 1, "result_action_type"),
        (_set(1, result_action_type=True), 1, "result_action_type"),
        (_set(2, result_touch_yx="[0.5]"), 2, "result_touch_yx"),
        (_set(2, result_touch_yx="[0.5, NaN]"), 2, "result_touch_yx"),
        (_set(2, result_touch_yx=[0.5, 0.5]), 2, "result_touch_yx"),
        (_set(2, result_lift_yx="[0.5, 1.5]"), 2, "result_lift_yx"),
        (_set(2, result_touch_yx="[-1.0, -1.0]"), 2, "result_touch_yx"),
        (_set(0, result_touch_yx="[0.5, 0.5]"), 0, "result_touch_yx"),
        (_set(0, result_action_text=None), 0, "result_action_text"),
        (_set(3, image_path="missing.png"), 3, "image_path"),
        (_set(3, image_path="../../src/" + _JSON), 3, "image_path"),
        (_set(3, image_path="x" * 5000), 3, "image_path"),
        (_set(3, image_path="a\0b"), 3, "image_path"),
        (_set(3, image_path=".."), 3, "image_path"),
        (_set(3, coat_action_think="half \ud800"), 3, "coat_action_think"),
        (_set(3, step_id=4), 3, "step_id"),
        (_set(3, episode_length=5), 3, "episode_length"),
        (_set(3, episode_id="other"), 3, "episode_id"),
        (_set(2, instruction="other"), 2, "instruction"),
        (_set(0, coat_action_desc=5), 0, "coat_action_desc"),
    ],
)
def test_an_error_names_file_row_and_field_and_nothing_is_written(
    episode: Path, tmp_path: Path, change: Callable[[list[Row]], None], row: int, field: str
) -> None:
    with pytest.raises(InputError) as caught:
        import_recording("aitz", _edit(episode, change), tmp_path / "rec")
    assert _JSON in str(caught.value)
    assert f"row {row}" in str(caught.value)
    assert field in str(caught.value)
    assert not (tmp_path / "rec").exists()


@pytest.mark.parametrize("content", ["", "{", "{}", "[]", "[1]", "[" * 100_000])
def test_what_is_no_list_of_rows_is_refused(tmp_path: Path, content: str) -> None:
    source = tmp_path / "bad.json"
    source.write_text(content)
    with pytest.raises(InputError, match=r"bad\.json"):
        import_recording("aitz", source, tmp_path / "rec")


def test_a_damaged_picture_and_an_unsafe_id_are_refused(episode: Path, tmp_path: Path) -> None:
    (episode / "GOOGLE_APPS-523638528775825151_1.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    with pytest.raises(InputError, match="row 1, field 'image_path'"):
        import_recording("aitz", episode, tmp_path / "rec")
    shutil.copy(_DATA / "GOOGLE_APPS-523638528775825151_1.png", episode)
    _edit(episode, _set_all(episode_id="../up"))
    with pytest.raises(InputError, match="episode_id"):
        import_recording("aitz", episode, tmp_path / "rec")


def test_the_same_episode_is_taken_once_and_an_existing_output_is_refused(
    episode: Path, tmp_path: Path
) -> None:
    with pytest.raises(OutputExistsError):
        import_recording("aitz", _DATA, episode)
    shutil.copytree(_DATA, episode / "again")
    report = import_recording("aitz", episode, tmp_path / "rec")
    assert (report.episodes, report.left_out_count) == (1, 1)
    assert "more than one file" in report.left_out[0].reason


def test_an_episode_that_cannot_be_read_does_not_lose_the_others(episode: Path, tmp_path: Path) -> None:
    second = Path(shutil.copytree(_DATA, episode / "second"))
    _edit(second, _set_all(episode_id="7"))
    _edit(episode, _set(2, result_action_type=99))
    report = import_recording("aitz", episode, tmp_path / "rec")
    assert (report.episodes, report.left_out_count) == (1, 1)
    assert "row 2, field 'result_action_type'" in report.left_out[0].reason
    assert [record.info.task_id for record in open_trajectories(tmp_path / "rec").episodes] == ["7"]
