"""The whole check lists everything that is wrong, each with its place."""

from __future__ import annotations

import io
from pathlib import Path

import PIL.Image
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pictures import tiny_png, tiny_xml
from trajectories import EPISODE_ID, a_look, a_step, an_episode, record

from gui_rec.errors import InputError, StoreError
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.label import LabelRow
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.store.integrity import check, check_picture
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.side_tables import append_labels

PNG = tiny_png()


def recorded(target: Path, *steps: Step) -> Path:
    with RecordingWriter.create(target, an_episode()) as writer:
        for step in steps:
            writer.append(step)
    return target


def problems(path: Path) -> list[str]:
    return [str(finding) for finding in check(path).findings]


@pytest.mark.parametrize("name", ["rec", "x.parquet"])
def test_a_whole_recording_has_no_findings(tmp_path: Path, name: str) -> None:
    record(tmp_path / name)
    report = check(tmp_path / name)
    assert report.ok
    assert (report.episodes, report.steps, report.findings) == (1, 3, ())


DAMAGED = [
    (Observation(screenshot=PNG[:-20]), "pre_screenshot: the picture does not decode"),
    (
        Observation(screenshot=PNG[:45] + b"\x00\x01" + PNG[47:]),
        "pre_screenshot: the picture does not decode",
    ),
    (Observation(screenshot=b"error: closed"), "pre_screenshot: the picture does not decode"),
    (
        Observation(screenshot=PNG, size=ScreenSize(3, 2)),
        "pre_screenshot: the picture is 2x3, the screen 3x2",
    ),
    (Observation(ui_xml="<hierarchy"), "pre_ui_xml: not a view hierarchy"),
    (Observation(ui_xml="<html><body/></html>"), "pre_ui_xml: not a view hierarchy"),
    (Observation(ui_xml='<!DOCTYPE a [<!ENTITY b "c">]><hierarchy/>'), "pre_ui_xml: not a view hierarchy"),
]


@pytest.mark.parametrize(("look", "message"), DAMAGED)
def test_pictures_and_hierarchies_that_are_none_are_found(
    tmp_path: Path, look: Observation, message: str
) -> None:
    path = recorded(tmp_path / "x.parquet", a_step(0), a_step(1, pre=look))
    (finding,) = check(path).findings
    assert (finding.episode_id, finding.step_index) == (EPISODE_ID, 1)
    assert f"x.parquet, episode {EPISODE_ID}, step 1, {message}" in str(finding)


def test_a_resized_picture_is_no_finding(tmp_path: Path) -> None:
    look = Observation(screenshot=PNG, ui_xml=tiny_xml(), size=ScreenSize(30, 20))
    path = recorded(tmp_path / "x.parquet", a_step(0, pre=look, flags=(Flag.IMAGE_RESIZED,)))
    assert problems(path) == []


def test_every_finding_is_listed_not_the_first(tmp_path: Path) -> None:
    bad = Observation(screenshot=b"no picture", ui_xml="no <xml")
    path = recorded(tmp_path / "x.parquet", *(a_step(index, pre=bad) for index in range(3)))
    assert len(problems(path)) == 6


def test_a_damaged_file_among_good_ones_is_one_finding(tmp_path: Path) -> None:
    record(tmp_path / "rec")
    (tmp_path / "rec" / "data" / "zz.parquet").write_bytes(b"PAR1 cut off")
    report = check(tmp_path / "rec")
    assert report.steps == 3
    assert "zz.parquet: not a whole Parquet file" in str(report.findings[0])


def test_the_index_is_held_against_the_data(tmp_path: Path) -> None:
    shard = record(tmp_path / "rec")
    other = record(tmp_path / "other", episode_id="01OTHER")
    (tmp_path / "rec" / "data" / "01OTHER.parquet").write_bytes(other.read_bytes())
    assert any(
        "the index lacks this episode; run `gui-rec recover" in line for line in problems(tmp_path / "rec")
    )
    (tmp_path / "rec" / "data" / "01OTHER.parquet").unlink()
    shard.write_bytes(record(tmp_path / "again.parquet", steps=2).read_bytes())
    assert any("the index counts 3 steps, the data 2" in line for line in problems(tmp_path / "rec"))
    shard.write_bytes(recorded_other_way(tmp_path / "third.parquet").read_bytes())
    assert any("changed since it was indexed" in line for line in problems(tmp_path / "rec"))


def recorded_other_way(target: Path) -> Path:
    return recorded(target, *(a_step(index, pre=a_look(9)) for index in range(3)))


def test_an_index_that_names_lost_episodes_is_found(tmp_path: Path) -> None:
    for name in ("01A", "01B"):
        with RecordingWriter.extend(tmp_path / "set", an_episode(name)) as writer:
            writer.append(a_step())
    (tmp_path / "set" / "data" / "01A.parquet").unlink()
    assert any(
        "01A: the index names an episode that is not here" in line for line in problems(tmp_path / "set")
    )
    (tmp_path / "set" / "episodes.parquet").write_bytes(b"PAR1")
    assert any("episodes.parquet: not a whole Parquet" in line for line in problems(tmp_path / "set"))


def test_labels_of_steps_that_are_not_there_are_found(tmp_path: Path) -> None:
    record(tmp_path / "rec")
    row = LabelRow(EPISODE_ID, 2, "ok", "true", "replay", 1.0, "t", 0, 1)
    append_labels(tmp_path / "rec", [row])
    assert problems(tmp_path / "rec") == []
    append_labels(tmp_path / "rec", [LabelRow(EPISODE_ID, 3, "ok", "true", "replay", 1.0, "t", 0, 1)])
    append_labels(tmp_path / "rec", [LabelRow("01GONE", None, "ok", "true", "replay", 1.0, "t", 0, 1)])
    assert [line.endswith("has no such step") for line in problems(tmp_path / "rec")] == [True, True]
    (tmp_path / "rec" / "verdicts.parquet").write_bytes(b"x")
    assert any("verdicts.parquet" in line for line in problems(tmp_path / "rec"))


def test_an_open_recording_beside_finished_ones_is_told(tmp_path: Path) -> None:
    record(tmp_path / "rec")
    RecordingWriter.extend(tmp_path / "rec", an_episode("01NEW")).close()
    assert any("an unfinished recording; run `gui-rec recover" in line for line in problems(tmp_path / "rec"))


def test_a_place_with_nothing_cannot_be_checked(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no trajectories here"):
        check(tmp_path)


@pytest.mark.parametrize("kind", ["JPEG", "WEBP"])
def test_imported_pictures_may_be_of_other_kinds(kind: str) -> None:
    sink = io.BytesIO()
    PIL.Image.new("RGB", (4, 5)).save(sink, kind)
    assert check_picture(sink.getvalue()) == ScreenSize(4, 5)
    with pytest.raises(InputError, match="expected a PNG, JPEG or WebP"):
        check_picture(sink.getvalue()[:30])


def test_a_picture_of_a_kind_that_no_screen_makes_is_refused() -> None:
    sink = io.BytesIO()
    PIL.Image.new("RGB", (4, 5)).save(sink, "GIF")
    with pytest.raises(InputError):
        check_picture(sink.getvalue())


def test_an_action_and_its_text_must_be_the_same(tmp_path: Path) -> None:
    shard = record(tmp_path / "x.parquet")
    table = pq.read_table(shard)
    at = table.column_names.index("action_dsl")
    texts = [None, '{"code":"BACK","type":"key"}', *table["action_dsl"].to_pylist()[2:]]
    pq.write_table(table.set_column(at, "action_dsl", pa.array(texts, pa.string())), shard)
    (problem,) = problems(shard)
    assert "step 1, action_dsl: another action than the column 'action' holds" in problem


def test_a_finding_names_its_file_once(tmp_path: Path) -> None:
    whole = record(tmp_path / "folder")
    path = whole.with_name("01JABCDEFGHJKMNPQRSTVWXYZ1.parquet")
    path.write_bytes(b"")
    assert f"{path}: the file is empty" in problems(tmp_path / "folder")


def test_where_nothing_can_be_read_there_is_nothing_to_check(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(b"")
    with pytest.raises(StoreError, match="the file is empty"):
        check(path)
