"""What every export format must keep to, whichever it is."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from small_recordings import record, small_look, small_step

import gui_rec
from gui_rec.datasets.card import yaml_features
from gui_rec.datasets.export._api import ExportFormat, ExportSpec, Sample, Takes, Unit
from gui_rec.datasets.export._members import FORMATS
from gui_rec.datasets.export.run import export_training_set
from gui_rec.datasets.export.samples import SampleMaker
from gui_rec.dsl._members import CODECS, WRITTEN
from gui_rec.errors import OutputExistsError, UsageError
from gui_rec.model.actions import Drag, Finish, FinishStatus, Key, Tap, Type
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.store.features import features_json
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter

_STEPS = (
    small_step(0, Tap(0.25, 0.5)),
    small_step(1, Drag(0.1, 0.1, 0.5, 0.5)),
    small_step(2, Type("日本語 <b> 'x=0.5'")),
    small_step(3, Finish(FinishStatus.SUCCESS)),
    small_step(4, Key("BACK")),
)
_WORSE = (small_step(0, Tap(0.75, 0.75), post=small_look(0)),)
"""On the first screen of `_STEPS`, and without effect."""
_EVERY_STEP = len(_STEPS) + len(_WORSE)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recordings") / "rec"
    for name, steps, outcome in (("good", _STEPS, "success"), ("worse", _WORSE, "failure")):
        begin = RecordingWriter.extend if folder.is_dir() else RecordingWriter.create
        with begin(folder, EpisodeInfo(name, "script", goal="open the clock", recorder="test")) as writer:
            for step in steps:
                writer.append(step)
            writer.finish(EpisodeEnd(EndReason.FINISHED, outcome=outcome))
    return folder


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize(
    ("name", "dialect"),
    [*((name, "scalecua") for name in FORMATS), *(("messages", dialect) for dialect in WRITTEN)],
)
def test_an_export_is_deterministic_and_names_no_place_of_this_machine(
    name: str, dialect: str, recording: Path, tmp_path: Path
) -> None:
    spec = ExportSpec(format=name, dialect=dialect)
    for out in ("a", "b"):
        export_training_set([recording], tmp_path / out, spec)
    first = _files(tmp_path / "a")
    assert first == _files(tmp_path / "b")
    for data in first.values():
        assert str(tmp_path).encode() not in data
        assert str(recording.parent).encode() not in data


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_columns_card_and_record_agree(name: str, recording: Path, tmp_path: Path) -> None:
    layout = FORMATS.get(name)
    assert isinstance(layout, ExportFormat)
    assert (layout.name, layout.version >= 1) == (name, True)
    stats = export_training_set([recording], tmp_path / "out", ExportSpec(format=name))
    assert stats.samples > 0
    assert stats.steps == stats.taught + sum(stats.refused.values()) == _EVERY_STEP
    record = json.loads((tmp_path / "out" / "export.json").read_text(encoding="utf-8"))
    head = yaml.safe_load((tmp_path / "out" / "README.md").read_text(encoding="utf-8").split("---\n")[1])
    paths = [file["path"] for file in record["files"] if file["rows"]]
    assert head["configs"][0]["data_files"] == [{"split": "train", "path": paths}]
    assert sum(file["rows"] for file in record["files"]) == record["samples"] == stats.samples
    for file in record["files"]:
        data = (tmp_path / "out" / file["path"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file["bytes"], file["sha256"])
    if layout.schema is None:
        assert "dataset_info" not in head
        return
    assert head["dataset_info"]["features"] == yaml_features(layout.schema)
    for path in paths:
        schema = pq.ParquetFile(tmp_path / "out" / path).schema_arrow
        assert schema.metadata[b"huggingface"] == features_json(layout.schema)
        assert schema.equals(layout.schema)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_an_output_is_never_overwritten(name: str, recording: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(OutputExistsError):
        export_training_set([recording], tmp_path / "out", ExportSpec(format=name))
    assert (tmp_path / "out").read_text() == "mine"


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_hugging_face_opens_it_with_pictures_decoded(name: str, recording: Path, tmp_path: Path) -> None:
    import datasets

    out = tmp_path / "out"
    stats = export_training_set([recording], out, ExportSpec(format=name, wrapping="cot"))
    rows = datasets.load_dataset(str(out), cache_dir=str(tmp_path / "b"), split="train")
    assert rows.num_rows == stats.samples
    if FORMATS.get(name).schema is not None:
        assert rows[0]["images"][0].size == (40, 80)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_picture_has_its_place_and_every_place_its_picture(
    name: str, recording: Path, tmp_path: Path
) -> None:
    layout = FORMATS.get(name)
    several = layout.traits.turns
    spec = ExportSpec(format=name, dialect="canonical", history_images=1 if several else 0)
    seen: list[Sample] = []
    export_training_set([recording], tmp_path / "out", spec, watch=seen.append)
    for sample in seen:
        row = layout.row(sample)
        assert _places(row) == len(sample.pictures)
        files = row.get("images", row.get("image"))
        if layout.schema is None and layout.traits.picture_files:
            paths = [files] if isinstance(files, str) else files
            assert isinstance(paths, list)
            assert [(tmp_path / "out" / path).read_bytes() for path in paths] == [
                picture.data for picture in sample.pictures
            ]
    counts = {len(sample.pictures) for sample in seen}
    assert counts <= {1, 2}
    assert (2 in counts) == (several and layout.traits.takes is not Takes.PAIRS)


def _places(row: object) -> int:
    """Tags in texts, or parts that stand for a picture; a plain prompt has its one before it."""
    if isinstance(row, dict):
        if "prompt" in row and isinstance(row["prompt"], str) and "completions" not in row:
            return 1
        return (row.get("type") in ("image", "image_url")) + sum(map(_places, row.values()))
    if isinstance(row, list):
        return sum(map(_places, row))
    return row.count("<image>") if isinstance(row, str) else 0


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_marked_rows_have_a_mark_and_pairs_a_worse_answer(name: str, recording: Path, tmp_path: Path) -> None:
    seen: list[Sample] = []
    stats = export_training_set([recording], tmp_path / "out", ExportSpec(format=name), watch=seen.append)
    takes = FORMATS.get(name).traits.takes
    marks = {sample.good for sample in seen}
    assert marks == ({True, False} if takes is Takes.MARKED else {None})
    assert all((sample.rejected is not None) == (takes is Takes.PAIRS) for sample in seen)
    assert stats.samples == len(seen) > 0


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_text_that_looks_like_a_picture_never_reaches_a_trainer(name: str, tmp_path: Path) -> None:
    steps = [
        small_step(0, Key("BACK")),
        small_step(1, Key("BACK"), post=small_look(1)),
        small_step(2, Type("an <image> here"), operation="type it"),
        small_step(3, Key("HOME"), operation="after <|im_end|> it"),
    ]
    recording = record(tmp_path / "rec", steps)
    maker = SampleMaker.for_spec(ExportSpec(format=name, history=0))
    opened = open_trajectories(recording)
    info = opened.episodes[0].info
    samples = list(maker.samples(info, opened.steps(info.episode_id), {}))
    assert [sample.step_index for sample in samples] == [0, 1]
    assert dict(maker.refused) == {"placeholder_in_text": 2}


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_what_a_layout_cannot_hold_is_refused_before_anything_is_written(
    name: str, recording: Path, tmp_path: Path
) -> None:
    traits = FORMATS.get(name).traits
    specs = []
    if not traits.episodes:
        specs.append(ExportSpec(format=name, unit=Unit.EPISODE))
    if not traits.turns:
        specs.append(ExportSpec(format=name, history_images=1))
    if traits.takes is not Takes.SAMPLES:
        specs.append(ExportSpec(format=name, grounding=True))
    for spec in specs:
        with pytest.raises(UsageError):
            export_training_set([recording], tmp_path / "out", spec)
    assert list(tmp_path.iterdir()) == []


def test_hugging_faces_datasets_is_not_ours() -> None:
    found = importlib.util.find_spec("datasets")
    assert found is not None
    assert found.origin is not None
    source = Path(gui_rec.__file__).resolve().parents[1]
    assert not Path(found.origin).resolve().is_relative_to(source)
    assert not Path(found.origin).resolve().is_relative_to(source.parent / "tests")


def test_lists_and_structs_are_spelled_for_the_card() -> None:
    columns: list[tuple[str, pa.DataType]] = [
        ("a", pa.list_(pa.string())),
        ("b", pa.list_(pa.struct([("c", pa.int8())]))),
    ]
    assert yaml_features(pa.schema(columns)) == [
        {"name": "a", "list": "string"},
        {"name": "b", "list": [{"name": "c", "dtype": "int8"}]},
    ]


def test_a_key_is_written_in_every_dialect() -> None:
    keys = (Key("BACK"), Key("ENTER"))
    for name in WRITTEN:
        codec = CODECS.get(name)
        assert any(codec.fidelity(key).expressible for key in keys)
