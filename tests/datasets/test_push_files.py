from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_recordings import record, small_step

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.run import export_training_set
from gui_rec.datasets.push_files import files_of
from gui_rec.errors import InputError, StoreError
from gui_rec.model.actions import Key
from gui_rec.model.episode import EpisodeInfo
from gui_rec.store.recording import RecordingWriter

_ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return record(tmp_path / "rec", [small_step(0, Key("BACK"))])


@pytest.fixture
def export(recording: Path, tmp_path: Path) -> Path:
    export_training_set([recording], tmp_path / "out", ExportSpec())
    return tmp_path / "out"


def test_an_export_goes_data_first_and_card_last(export: Path) -> None:
    files = files_of(export)
    assert [file.path for file in files] == ["data/train-00000-of-00001.parquet", "export.json", "README.md"]
    assert [file.size for file in files] == [(export / file.path).stat().st_size for file in files]


def test_a_recording_goes_with_its_tables_and_a_card_of_its_own(recording: Path) -> None:
    assert [file.path for file in files_of(recording)] == [
        f"data/{_ID}.parquet",
        "episodes.parquet",
        "README.md",
    ]


def test_a_single_file_goes_into_the_data_folder(tmp_path: Path) -> None:
    path = record(tmp_path / "my trip.parquet", [small_step(0, Key("BACK"))])
    assert [file.path for file in files_of(path)] == ["data/my trip.parquet", "README.md"]


def test_strangers_beside_the_data_stay_here(export: Path) -> None:
    (export / "secret.txt").write_text("s")
    (export / "data" / "notes.parquet").write_text("s")
    assert len(files_of(export)) == 3


@pytest.mark.parametrize(
    "files",
    [
        [{"path": "../rec/episodes.parquet", "bytes": 1}],
        [{"path": "/etc/passwd", "bytes": 1}],
        [{"path": "data/../x.parquet", "bytes": 1}],
        [{"path": "data/missing.parquet", "bytes": 1}],
        [{"path": "data/train-00000-of-00001.parquet", "bytes": 1}],
        [{"path": "data/train-00000-of-00001.parquet"}],
        [{"path": "data/train-00000-of-00001.parquet", "bytes": float("inf")}],
        [],
        "none",
    ],
)
def test_a_record_that_names_something_else_is_refused(export: Path, files: object) -> None:
    (export / "export.json").write_text(json.dumps({"files": files}))
    with pytest.raises(InputError, match="export again"):
        files_of(export)


def test_a_record_nested_without_end_is_refused(export: Path) -> None:
    (export / "export.json").write_text("[" * 100_000)
    with pytest.raises(InputError, match="export again"):
        files_of(export)


def test_a_link_is_not_followed(export: Path, tmp_path: Path) -> None:
    data = export / "data" / "train-00000-of-00001.parquet"
    data.rename(tmp_path / "elsewhere.parquet")
    data.symlink_to(tmp_path / "elsewhere.parquet")
    with pytest.raises(InputError, match="export again"):
        files_of(export)


def test_an_export_without_its_card_is_refused(export: Path) -> None:
    (export / "README.md").unlink()
    with pytest.raises(InputError, match="card"):
        files_of(export)


def test_an_open_recording_and_no_recording_are_refused(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "open", EpisodeInfo("e", "script"))
    writer.append(small_step(0, Key("BACK")))
    writer.close()
    with pytest.raises(InputError, match="gui-rec recover"):
        files_of(tmp_path / "open")
    with pytest.raises(InputError, match="found nothing"):
        files_of(tmp_path / "missing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(StoreError):
        files_of(tmp_path / "empty")
