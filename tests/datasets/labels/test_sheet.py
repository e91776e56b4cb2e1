"""Labels as a sheet, out and in."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from label_walks import OPEN, page, walk

from gui_rec.datasets.labels.settled import settled
from gui_rec.datasets.labels.sheet import COLUMNS, export_sheet, import_sheet
from gui_rec.datasets.labels.storing import label_recording
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.model.actions import Finish, FinishStatus
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.side_tables import read_labels

A, B = page(1), page(2)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    steps = walk((A, OPEN, B), (B, Finish(FinishStatus.SUCCESS), B), claimed='=1+1, "done"\nreally')
    with RecordingWriter.create(tmp_path / "rec", EpisodeInfo("e", "script", goal="=HYPERLINK(1)")) as writer:
        for step in steps:
            writer.append(step)
        writer.finish(EpisodeEnd(EndReason.CLAIMED_SUCCESS))
    label_recording(tmp_path / "rec")
    return tmp_path / "rec"


def _sheet(tmp_path: Path, *lines: str, head: str = "episode_id,step_index,label,value") -> Path:
    path = tmp_path / "in.csv"
    path.write_text("\n".join((head, *lines)) + "\n", encoding="utf-8")
    return path


def test_a_sheet_that_comes_back_as_it_went_changes_nothing(recording: Path, tmp_path: Path) -> None:
    count = export_sheet(recording, tmp_path / "out.csv")
    before = read_labels(recording)
    assert count == len(settled(before))
    found = import_sheet(recording, tmp_path / "out.csv", "ada")
    assert (found.added, found.unchanged) == (0, 1)
    assert read_labels(recording) == before


def test_no_cell_is_a_formula(recording: Path, tmp_path: Path) -> None:
    export_sheet(recording, tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert tuple(lines[0]) == COLUMNS
    assert {line["goal"] for line in lines} == {"'=HYPERLINK(1)"}
    assert not [cell for line in lines for cell in line.values() if cell.startswith(("=", "+", "@"))]


def test_what_a_person_says_otherwise_is_kept_beside_the_rule_and_counts(
    recording: Path, tmp_path: Path
) -> None:
    sheet = _sheet(tmp_path, "e,,episode_label,success", "e,0,step_label,bad")
    assert import_sheet(recording, sheet, "ada").added == 2
    label_recording(recording)
    rows = read_labels(recording)
    now = settled(rows)
    assert now["e", None, "episode_label"].source == "human:ada"
    assert now["e", 0, "step_label"].value == "bad"
    kept = {(row.value, row.source) for row in rows if row.label == "step_label" and row.step_index == 0}
    assert kept == {("bad", "human:ada"), ("good", "rule:step_label")}
    assert now["e", 1, "step_label"].value == "good", "by the person's word on the episode"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x,,episode_label,success", "line 2: episode_id"),
        ("e,7,step_label,good", "line 2: step_index"),
        ("e,one,step_label,good", "line 2: step_index"),
        ("e,,step_label,good", "needs one"),
        ("e,0,episode_label,success", "needs none"),
        ("e,,episode_label,good", "expected success, failure, unknown"),
        ("e,0,step_label,great", "expected good, neutral, bad"),
        ("e,0,nonsense,good", "no label 'nonsense'"),
        ("e,0,executed,false", "cannot be set by a person"),
        ("e,,ended,crash", "cannot be set by a person"),
    ],
)
def test_a_line_that_cannot_be_meant_is_named_and_nothing_is_stored(
    recording: Path, tmp_path: Path, line: str, message: str
) -> None:
    before = read_labels(recording)
    with pytest.raises(InputError, match=message):
        import_sheet(recording, _sheet(tmp_path, line, "e,,episode_label,success"), "ada")
    assert read_labels(recording) == before


def test_sheets_that_are_none_are_refused(recording: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="value is missing"):
        import_sheet(recording, _sheet(tmp_path, head="episode_id,step_index,label"), "ada")
    twice = _sheet(tmp_path, "e,,episode_label,success", "e,,episode_label,failure")
    with pytest.raises(InputError, match="stands twice"):
        import_sheet(recording, twice, "ada")
    with pytest.raises(InputError, match="expected CSV"):
        import_sheet(recording, _sheet(tmp_path, 'e,,"episode_label'), "ada")
    with pytest.raises(UsageError, match="name"):
        import_sheet(recording, _sheet(tmp_path), " ")
    export_sheet(recording, tmp_path / "out.csv")
    with pytest.raises(OutputExistsError):
        export_sheet(recording, tmp_path / "out.csv")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=200))
def test_any_text_is_a_sheet_or_one_clear_error(recording: Path, tmp_path: Path, text: str) -> None:
    path = tmp_path / "any.csv"
    path.write_text("episode_id,step_index,label,value\n" + text, encoding="utf-8", errors="replace")
    before = read_labels(recording)
    said = ""
    try:
        import_sheet(recording, path, "ada")
    except InputError as error:
        said = str(error)
    assert not said or ("any.csv" in said and read_labels(recording) == before)
