"""LlamaTouch's traces: files of ours, written after its README and evaluator."""

from __future__ import annotations

from pathlib import Path

import pytest
from import_sources import LLAMATOUCH_ACTIONS, llamatouch

from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError
from gui_rec.model.actions import Invalid, Key, Swipe, Tap, Type
from gui_rec.model.episode import Expectation
from gui_rec.model.flags import EndReason
from gui_rec.store.reader import open_trajectories


def test_a_trace_becomes_an_episode(tmp_path: Path) -> None:
    report = import_recording("llamatouch", llamatouch(tmp_path / "src"), tmp_path / "rec")
    assert (report.episodes, report.steps, report.left_out) == (1, 4, ())
    recording = open_trajectories(tmp_path / "rec")
    info, end = recording.episodes[0].info, recording.episodes[0].end
    assert (info.task_id, info.goal) == ("5551234", "Buy bread in Shop.")
    assert end is not None
    assert (end.reason, end.outcome) == (EndReason.STOPPED, None), "nobody wrote that it was done"
    assert end.expectations == (Expectation("llamatouch:4.ess", "activity<0>|exact<1>"),)
    steps = list(recording.steps())
    assert [step.action for step in steps] == [
        Key("HOME"),
        Tap(0.5, 0.25),
        Type("bread [2], please"),
        Swipe(0.5, 2000 / 2400, 0.5, 400 / 2400),
    ]
    assert [step.action_raw for step in steps] == list(LLAMATOUCH_ACTIONS)
    assert (steps[0].pre.package, steps[0].pre.activity) == ("com.shop", "com.shop.Main")
    assert steps[1].target is not None
    assert steps[1].target.text == "Buy"
    assert steps[-1].post.screenshot is not None


def _trace(folder: Path) -> Path:
    return folder / "general" / "trace_3"


@pytest.mark.parametrize(
    "line",
    [
        "[Fly]",
        "[Click] Click Position (1, 2)",
        "[Click] Screen Resolution (320, 720), Click Position (400, 2)",
        "[Click] Screen Resolution (0, 720), Click Position (1, 2)",
        "Home",
        "[Input]",
        "[Click] Screen Resolution (999999999, 1), Click Position (1, 2)",
    ],
)
def test_a_line_that_cannot_be_read_is_kept_as_invalid(tmp_path: Path, line: str) -> None:
    folder = llamatouch(tmp_path / "src")
    lines = [*LLAMATOUCH_ACTIONS[:1], line, *LLAMATOUCH_ACTIONS[2:]]
    (_trace(folder) / "eventStructs.txt").write_text("\n".join(lines))
    report = import_recording("llamatouch", folder, tmp_path / "rec")
    assert [each.what for each in report.left_out] == ["action"]
    assert "line 2" in report.left_out[0].reason
    assert isinstance(list(open_trajectories(tmp_path / "rec").steps())[1].action, Invalid)


def test_a_screen_that_is_not_there_is_null_and_counted(tmp_path: Path) -> None:
    folder = llamatouch(tmp_path / "src")
    for kind in ("png", "xml", "activity"):
        (_trace(folder) / f"4.{kind}").unlink()
    report = import_recording("llamatouch", folder, tmp_path / "rec")
    assert [each.what for each in report.left_out] == ["picture"]
    last = list(open_trajectories(tmp_path / "rec").steps())[-1]
    assert (last.post.screenshot, last.post.ui_xml) == (None, None)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("instruction.txt", ""),
        ("instruction.txt", "one line only"),
        ("instruction.txt", "\udcff"),
        ("eventStructs.txt", ""),
        ("eventStructs.txt", "\udcff"),
    ],
)
def test_a_broken_trace_is_left_out(tmp_path: Path, name: str, content: str) -> None:
    folder = llamatouch(tmp_path / "src")
    (_trace(folder) / name).write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match="trace_3"):
        import_recording("llamatouch", folder, tmp_path / "rec")


def test_a_link_out_of_the_trace_is_not_followed(tmp_path: Path) -> None:
    folder = llamatouch(tmp_path / "src")
    (tmp_path / "secret").write_text("1\nsecret task")
    (_trace(folder) / "instruction.txt").unlink()
    (_trace(folder) / "instruction.txt").symlink_to(tmp_path / "secret")
    with pytest.raises(InputError, match="expected instruction"):
        import_recording("llamatouch", folder, tmp_path / "rec")
