from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from small_recordings import SIZE, record, small_look, small_step

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.run import export_training_set
from gui_rec.datasets.reviews import Decision, review_rows
from gui_rec.errors import InputError, OutputExistsError, StoreError, UsageError
from gui_rec.model.actions import (
    Drag,
    Finish,
    FinishStatus,
    Invalid,
    Key,
    OpenApp,
    Swipe,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason, Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.label import LabelRow
from gui_rec.model.observation import Missing
from gui_rec.model.step import Target
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.side_tables import append_labels, append_verdicts

_ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
_TAP = Tap(20 / SIZE.width_px, 40 / SIZE.height_px)


def _rows(out: Path) -> list[dict[str, Any]]:
    files = sorted((out / "data").glob("*.parquet"))
    return [row for file in files for row in pq.ParquetFile(file).read().to_pylist()]


def _target(bounds: Rect) -> Target:
    return Target(None, bounds, None, None, None, None, "0", 1)


def _user_text(row: dict[str, Any]) -> str:
    (text,) = [part["text"] for part in row["messages"][1]["content"] if part["type"] == "text"]
    return str(text)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Four good steps."""
    steps = [
        small_step(0, _TAP, target=_target(Rect(0, 0, 40, 80))),
        small_step(1, Type("5 o'clock, <b> </action>\n")),
        small_step(2, Swipe(0.5, 0.75, 0.5, 0.25, 300)),
        small_step(3, Finish(FinishStatus.SUCCESS)),
    ]
    return record(tmp_path / "rec", steps)


def test_every_step_becomes_a_row_with_its_picture(recording: Path, tmp_path: Path) -> None:
    stats = export_training_set([recording], tmp_path / "out", ExportSpec())
    assert (stats.episodes, stats.steps, stats.samples, stats.refused) == (1, 4, 4, {})
    assert stats.losses == {"swipe: duration_ms": 1}
    rows = _rows(tmp_path / "out")
    assert [row["step_index"] for row in rows] == [0, 1, 2, 3]
    first = rows[0]
    assert first["target"] == "<action>\nclick(x=0.5000, y=0.5000)\n</action>"
    assert first["images"] == [{"bytes": small_look(0).screenshot, "path": None}]
    assert first["image_size"] == first["checked_size"] == {"width_px": 40, "height_px": 80}
    assert (first["dialect"], first["wrapping"], first["coordinate_space"]) == (
        "scalecua",
        "grounding",
        "norm01",
    )
    assert [message["role"] for message in first["messages"]] == ["system", "user", "assistant"]
    assert first["messages"][2]["content"] == [{"type": "text", "text": first["target"]}]
    assert first["labels"]["changed"] == {
        "value": "true", "source": "rule:changed", "confidence": 0.95, "scope": "step"
    }  # fmt: skip
    assert first["labels"]["claimed"]["scope"] == "episode"
    assert rows[3]["labels"]["executed"] is None


def test_the_prompt_tells_the_task_and_what_was_done(recording: Path, tmp_path: Path) -> None:
    export_training_set([recording], tmp_path / "all", ExportSpec(wrapping="planning"))
    export_training_set([recording], tmp_path / "two", ExportSpec(wrapping="planning", history=2))
    export_training_set([recording], tmp_path / "none", ExportSpec(wrapping="planning", history=0))
    rows = _rows(tmp_path / "all")
    assert _user_text(rows[0]) == "Task: open the clock\n\nDone so far:\nnothing yet"
    assert _user_text(rows[3]).endswith("1. operation 0\n2. operation 1\n3. operation 2")
    assert _user_text(_rows(tmp_path / "two")[3]).endswith("Done so far:\n2. operation 1\n3. operation 2")
    assert _user_text(_rows(tmp_path / "two")[1]).endswith("Done so far:\n1. operation 0")
    assert _user_text(_rows(tmp_path / "none")[3]).endswith("nothing yet")
    system = rows[0]["messages"][0]["content"][0]["text"]
    assert "- click(x, y, clicks=1, button='left')" in system
    assert "<operation>" in system


@pytest.mark.parametrize(
    ("changes", "action", "wrapping", "reason"),
    [
        ({}, Invalid("do it", "no call"), None, "invalid_action"),
        (
            {
                "pre": small_look(
                    0, screenshot=None, missing=(Missing("screenshot", MissingReason.SECURE_SCREEN),)
                )
            },
            _TAP,
            None,
            "no_pre_screenshot",
        ),
        ({"flags": (Flag.PRE_STATE_STALE,)}, _TAP, None, "pre_state_stale"),
        ({}, Drag(0.1, 0.1, 0.5, 0.5), None, "inexpressible:drag: the Android set has no drag"),
        (
            {},
            Finish(),
            None,
            "inexpressible:finish: terminate() claims success or failure, and this finish claims neither",
        ),
        (
            {},
            Type("a", press_enter=True),
            None,
            "inexpressible:type: write() neither clears the field nor presses enter: press_enter",
        ),
        ({"operation": None}, _TAP, "planning", "no_operation"),
        ({"thought": "  "}, _TAP, "cot", "no_thought"),
        ({"operation": "a </operation> b"}, _TAP, "planning", "words_do_not_fit_the_wrapping"),
        ({"target": _target(Rect(0, 0, 20, 40))}, _TAP, None, "point_left_target"),
    ],
)
def test_a_step_that_is_no_honest_sample_is_left_out_and_counted(
    tmp_path: Path, changes: dict[str, Any], action: Any, wrapping: str | None, reason: str
) -> None:
    steps = [small_step(0, action, **changes), small_step(1, Key("BACK"))]
    recording = record(tmp_path / "rec", steps)
    stats = export_training_set([recording], tmp_path / "out", ExportSpec(wrapping=wrapping))
    assert stats.refused == {reason: 1}
    assert (stats.steps, stats.samples) == (2, 1)
    written = json.loads((tmp_path / "out" / "export.json").read_text(encoding="utf-8"))
    assert written["refused"] == {reason: 1}
    assert reason.split(":")[0] in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")


def test_withdrawn_steps_are_neither_rows_nor_history(tmp_path: Path) -> None:
    info = EpisodeInfo("e1", "script", goal="g")
    with RecordingWriter.create(tmp_path / "rec", info) as writer:
        for index in range(3):
            writer.append(small_step(index, Key("BACK"), pre=small_look(0), post=small_look(0)))
        writer.withdraw(1)
        writer.finish(EpisodeEnd(EndReason.FINISHED))
    stats = export_training_set([tmp_path / "rec"], tmp_path / "out", ExportSpec())
    assert stats.refused == {"withdrawn": 1}
    assert "operation 1" not in _user_text(_rows(tmp_path / "out")[1])


def test_only_what_a_replay_confirmed_when_asked(recording: Path, tmp_path: Path) -> None:
    given = {0: Verdict.MATCH, 1: Verdict.UNKNOWN, 2: Verdict.MISMATCH}
    append_verdicts(
        recording,
        [
            StepVerdict("r", _ID, index, "d", verdict, Code.OK, "", 1.0, None, "{}", None)
            for index, verdict in given.items()
        ],
    )
    stats = export_training_set([recording], tmp_path / "out", ExportSpec(verified_only=True))
    assert (stats.samples, stats.refused) == (1, {"not_verified": 3})
    assert _rows(tmp_path / "out")[0]["labels"]["replay_verdict"]["value"] == "match"


def test_no_sample_at_all_is_an_error_that_leaves_nothing(tmp_path: Path) -> None:
    recording = record(tmp_path / "rec", [small_step(0, Wait(1))], goal=None)
    with pytest.raises(InputError, match=r"none of 1 steps can be a sample: the episode has no goal .*: 1"):
        export_training_set([recording], tmp_path / "out", ExportSpec())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rec"]


def test_an_output_is_never_overwritten(recording: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(OutputExistsError, match="exists already"):
        export_training_set([recording], tmp_path / "out", ExportSpec())


@pytest.mark.parametrize(
    "spec",
    [
        ExportSpec(format="tape"),
        ExportSpec(dialect="klingon"),
        ExportSpec(wrapping="haiku"),
        ExportSpec(dialect="canonical", wrapping="cot"),
    ],
)
def test_a_spec_that_cannot_be_meant_is_refused(recording: Path, tmp_path: Path, spec: ExportSpec) -> None:
    with pytest.raises(UsageError):
        export_training_set([recording], tmp_path / "out", spec)
    with pytest.raises(UsageError):
        ExportSpec(history=-1)


def test_recordings_are_joined_and_none_counts_twice(recording: Path, tmp_path: Path) -> None:
    other = record(tmp_path / "b.parquet", [small_step(0, Key("HOME"))], episode_id="other")
    stats = export_training_set([recording, other], tmp_path / "out", ExportSpec(dialect="canonical"))
    assert (stats.episodes, stats.samples) == (2, 5)
    for twice in ([recording, recording], [recording, record(tmp_path / "c", [small_step(0, Key("HOME"))])]):
        with pytest.raises(InputError, match="give it once"):
            export_training_set(twice, tmp_path / "out2", ExportSpec())
    with pytest.raises(UsageError, match="at least one recording"):
        export_training_set([], tmp_path / "out2", ExportSpec())
    with pytest.raises(StoreError):
        export_training_set([tmp_path / "nothing"], tmp_path / "out2", ExportSpec())


def test_what_the_system_refuses_is_told_with_the_place_and_leaves_nothing(
    recording: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreError, match=r"file/out: cannot write: "):
        export_training_set([recording], tmp_path / "file" / "out", ExportSpec())
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    with pytest.raises(OutputExistsError, match="exists already"):
        export_training_set([recording], link, ExportSpec())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", recording.name]


def test_a_discarded_episode_gives_no_row_and_is_counted(tmp_path: Path) -> None:
    for number, outcome in enumerate(("success", "discarded")):
        info = EpisodeInfo(f"01E{number}", "script", goal="open the clock")
        with RecordingWriter.extend(tmp_path / "r", info) as writer:
            writer.append(small_step(0, _TAP))
            writer.finish(EpisodeEnd(EndReason.FINISHED, outcome=outcome))
    stats = export_training_set([tmp_path / "r"], tmp_path / "out", ExportSpec())
    assert (stats.episodes, stats.discarded, stats.samples) == (1, 1, 1)
    assert {row["episode_id"] for row in _rows(tmp_path / "out")} == {"01E0"}
    assert "1 discarded episode left out." in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")


def test_an_app_that_was_started_by_its_activity_is_called_by_its_name(tmp_path: Path) -> None:
    opened = OpenApp(package="com.example.shop", activity=".Main")
    steps = [small_step(0, opened, app_name="Shop", operation=None), small_step(1, opened, operation=None)]
    path = record(tmp_path / "r", steps)
    export_training_set([path], tmp_path / "out", ExportSpec())
    first, second = _rows(tmp_path / "out")
    assert first["messages"][-1]["content"][0]["text"].count("open_app(app_name='Shop')") == 1
    assert "1. Open Shop\n" in _user_text(second)
    assert "open_app(app_name='com.example.shop')" in second["messages"][-1]["content"][0]["text"]


def _judged(folder: Path, outcome: str | None, episode_id: str) -> None:
    begin = RecordingWriter.extend if folder.is_dir() else RecordingWriter.create
    with begin(folder, EpisodeInfo(episode_id, "script", goal="g")) as writer:
        for index in range(2):
            writer.append(small_step(index, Key("BACK")))
        writer.finish(EpisodeEnd(EndReason.FINISHED, outcome=outcome))


def test_only_episodes_of_the_outcome_asked_for(tmp_path: Path) -> None:
    for outcome, name in (("success", "good"), ("failure", "bad"), (None, "unsaid")):
        _judged(tmp_path / "rec", outcome, name)
    for wanted, name in (("success", "good"), ("failure", "bad")):
        stats = export_training_set([tmp_path / "rec"], tmp_path / wanted, ExportSpec(outcome=wanted))
        assert (stats.steps, stats.samples, stats.refused) == (6, 2, {"other_outcome": 4})
        assert {row["episode_id"] for row in _rows(tmp_path / wanted)} == {name}
        written = json.loads((tmp_path / wanted / "export.json").read_text(encoding="utf-8"))
        assert written["outcome"] == wanted
    with pytest.raises(UsageError, match="success or failure"):
        ExportSpec(outcome="discarded")


def test_what_a_reviewer_rejected_is_left_out_and_counted(tmp_path: Path) -> None:
    folder = tmp_path / "rec"
    for name in ("steps", "whole"):
        _judged(folder, "success", name)
    rows = [
        *review_rows("steps", 1, "ana", 1, decision=Decision.REJECT),
        *review_rows("steps", None, "ben", 2, decision=Decision.ACCEPT),
        *review_rows("whole", 0, "ana", 3, decision=Decision.ACCEPT),
        *review_rows("whole", None, "ben", 4, decision=Decision.REJECT),
    ]
    append_labels(folder, rows)
    stats = export_training_set([folder], tmp_path / "out", ExportSpec())
    assert (stats.samples, stats.refused) == (1, {"rejected_in_review": 3})
    (kept,) = _rows(tmp_path / "out")
    assert (kept["episode_id"], kept["step_index"]) == ("steps", 0)
    assert kept["labels"]["review"] == {
        "value": "accept", "source": "human:ben", "confidence": 1.0, "scope": "episode"
    }  # fmt: skip
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "| `review` |" in card
    assert "a reviewer rejected" in card
    everything = export_training_set([folder], tmp_path / "all", ExportSpec(include_rejected=True))
    assert (everything.samples, everything.refused) == (4, {})
    said = [row["labels"]["review"]["value"] for row in _rows(tmp_path / "all")]
    assert said == ["accept", "reject", "reject", "reject"]


def test_without_reviews_the_options_change_not_a_byte(recording: Path, tmp_path: Path) -> None:
    for name, rejected in (("a", False), ("b", True)):
        export_training_set([recording], tmp_path / name, ExportSpec(include_rejected=rejected))
    first, second = (next((tmp_path / name / "data").iterdir()).read_bytes() for name in "ab")
    assert first == second
    assert "review" not in _rows(tmp_path / "a")[0]["labels"]


def test_a_comment_alone_or_a_word_taken_back_rejects_nothing(recording: Path, tmp_path: Path) -> None:
    rows = [
        *review_rows(_ID, 0, "ana", 1, decision=Decision.REJECT, comment="The wrong lamp"),
        *review_rows(_ID, 0, "ana", 2, decision=Decision.ACCEPT),
    ]
    append_labels(recording, rows)
    assert export_training_set([recording], tmp_path / "out", ExportSpec()).samples == 4


def test_pairs_come_from_stored_step_labels_and_a_persons_word_outweighs_a_rules(tmp_path: Path) -> None:
    folder = tmp_path / "rec"
    for name, action in (("a", _TAP), ("b", Key("BACK"))):
        begin = RecordingWriter.extend if folder.is_dir() else RecordingWriter.create
        with begin(folder, EpisodeInfo(name, "script", goal="g")) as writer:
            writer.append(small_step(0, action))
            writer.finish(EpisodeEnd(EndReason.FINISHED))
    with pytest.raises(InputError, match="nobody knows whether the answer was good or bad"):
        export_training_set([folder], tmp_path / "none", ExportSpec(format="trl_dpo"))
    said = (("a", "bad", "human:ana"), ("a", "good", "rule:step_label"), ("b", "good", "rule:step_label"))
    append_labels(
        folder,
        [LabelRow(name, 0, "step_label", value, source, 1.0, "t", 0, 1) for name, value, source in said],
    )
    stats = export_training_set([folder], tmp_path / "out", ExportSpec(format="trl_dpo"))
    (row,) = _rows(tmp_path / "out")
    assert "navigate_back()" in row["chosen"][0]["content"][0]["text"]
    assert "click(" in row["rejected"][0]["content"][0]["text"]
    assert (stats.samples, stats.taught, stats.refused) == (1, 2, {})
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "trl_dpo" in card
