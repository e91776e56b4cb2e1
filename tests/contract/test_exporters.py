"""What every export format must keep to, whichever it is."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from small_recordings import record, small_step

import gui_rec
from gui_rec.datasets.card import yaml_features
from gui_rec.datasets.export._api import ExportFormat, ExportSpec
from gui_rec.datasets.export._members import FORMATS
from gui_rec.datasets.export.run import export_training_set
from gui_rec.dsl._members import CODECS, WRITTEN
from gui_rec.errors import OutputExistsError
from gui_rec.model.actions import Drag, Finish, FinishStatus, Key, Tap, Type
from gui_rec.store.features import features_json

_STEPS = (
    small_step(0, Tap(0.25, 0.5)),
    small_step(1, Drag(0.1, 0.1, 0.5, 0.5)),
    small_step(2, Type("日本語 <image> 'x=0.5'")),
    small_step(3, Finish(FinishStatus.SUCCESS)),
    small_step(4, Key("BACK")),
)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record(tmp_path_factory.mktemp("recordings") / "rec", _STEPS)


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("dialect", WRITTEN)
@pytest.mark.parametrize("name", sorted(FORMATS))
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
    assert stats.steps == stats.samples + sum(stats.refused.values()) == len(_STEPS)
    record = json.loads((tmp_path / "out" / "export.json").read_text(encoding="utf-8"))
    head = yaml.safe_load((tmp_path / "out" / "README.md").read_text(encoding="utf-8").split("---\n")[1])
    paths = [file["path"] for file in record["files"]]
    assert head["configs"][0]["data_files"] == [{"split": "train", "path": paths}]
    assert head["dataset_info"]["features"] == yaml_features(layout.schema)
    assert sum(file["rows"] for file in record["files"]) == record["samples"] == stats.samples
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
    by_files = datasets.load_dataset(
        "parquet", data_files=str(out / "data" / "*.parquet"), cache_dir=str(tmp_path / "a"), split="train"
    )
    by_folder = datasets.load_dataset(str(out), cache_dir=str(tmp_path / "b"), split="train")
    for rows in (by_files, by_folder):
        assert rows.num_rows == stats.samples
        assert rows[0]["images"][0].size == (40, 80)
        assert rows[1]["step_index"] == 2


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
