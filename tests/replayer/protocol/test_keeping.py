"""What a run leaves behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import shop
from task_runs import codes, ran
from tasks import step

from gui_rec.errors import OutputExistsError
from gui_rec.model.actions import ExtractText, Tap, Type, WaitFor
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import Rect
from gui_rec.replayer.protocol.session import RunConfig
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.builders import TEXT_FIELD, Element
from gui_rec.testing.fake_device import Screen


def test_a_report_holds_the_result_and_the_screen_of_the_failure(tmp_path: Path) -> None:
    out = tmp_path / "out"
    config = RunConfig(report_dir=out)
    ran(shop(), step("CLICK", text="Milk"), step("WAIT", "../up", text="Eggs", timeoutMs=200), config=config)
    assert sorted(path.name for path in out.iterdir()) == ["failure-002.png", "result.json"]
    with pytest.raises(OutputExistsError):
        ran(shop(), step("CLICK", text="Milk"), config=config)


def test_a_run_is_recorded_on_request(tmp_path: Path) -> None:
    place = tmp_path / "run.parquet"
    result = ran(
        shop(),
        step("WAIT", text="Milk"),
        step("CLICK", text="Milk"),
        step("EXTRACT_TEXT", text="$5.00", outputField="price"),
        config=RunConfig(record=place),
    )
    assert result.successful
    assert check(place).findings == ()
    recording = open_trajectories(place)
    (episode,) = recording.episodes
    assert (episode.info.task_id, episode.info.source) == ("task-1", "script")
    assert episode.end is not None
    assert episode.end.reason is EndReason.FINISHED
    steps = list(recording.steps())
    assert [type(kept.action) for kept in steps] == [WaitFor, Tap, ExtractText]
    assert steps[1].target is not None
    assert steps[1].target.text == "Milk"
    assert b"fake-1" not in place.read_bytes()


def test_a_failed_run_is_recorded_as_far_as_it_came(tmp_path: Path) -> None:
    place = tmp_path / "run.parquet"
    late = step("WAIT", text="Eggs", timeoutMs=100)
    ran(shop(), step("CLICK", text="Milk"), late, config=RunConfig(record=place))
    (episode,) = open_trajectories(place).episodes
    assert episode.end is not None
    assert episode.end.reason is EndReason.STOPPED
    nothing = tmp_path / "nothing.parquet"
    ran(shop(), late, config=RunConfig(record=nothing))
    assert not nothing.exists()


def test_a_password_that_is_entered_is_withheld_from_the_recording(tmp_path: Path) -> None:
    pin = Element(Rect(4, 40, 104, 60), "", "x:id/pin", class_name=TEXT_FIELD, password=True)
    place = tmp_path / "run"
    device = shop(list=Screen((pin,)))
    result = ran(device, step("INPUT", rid="x:id/pin", value="s3cr3t9"), config=RunConfig(record=place))
    assert codes(result) == ["OK"]
    assert "s3cr3t9" not in result.steps[0].detail
    (kept,) = open_trajectories(place).steps()
    assert kept.action == Type("${password}", clear_before=True, x=0.5, y=50 / 240)
