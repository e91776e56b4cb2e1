from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from strategies import tiny_png

from gui_rec.datasets.export import shards
from gui_rec.datasets.export.shards import write_shards
from gui_rec.errors import StoreError
from gui_rec.store.features import IMAGE

_COLUMNS: list[tuple[str, pa.DataType]] = [("step_index", pa.int32()), ("images", pa.list_(IMAGE))]
_SCHEMA = pa.schema(_COLUMNS)


def _rows(count: int) -> Iterator[dict[str, object]]:
    for index in range(count):
        yield {"step_index": index, "images": [{"bytes": tiny_png(), "path": None}]}


def test_files_are_named_as_the_hub_names_a_split(tmp_path: Path) -> None:
    files = write_shards(tmp_path / "data", _SCHEMA, _rows(250), max_bytes=1)
    assert [file.path for file in files] == [f"data/train-0000{at}-of-00003.parquet" for at in range(3)]
    assert [file.rows for file in files] == [100, 100, 50]
    read = [
        index
        for file in files
        for index in pq.ParquetFile(tmp_path / file.path)
        .read(columns=["step_index"])["step_index"]
        .to_pylist()
    ]
    assert read == list(range(250))


def test_row_groups_suit_the_viewer_and_pictures_stay_as_they_are(tmp_path: Path) -> None:
    (file,) = write_shards(tmp_path / "data", _SCHEMA, _rows(250))
    metadata = pq.ParquetFile(tmp_path / file.path).metadata
    assert [metadata.row_group(at).num_rows for at in range(metadata.num_row_groups)] == [100, 100, 50]
    columns = {
        metadata.row_group(0).column(at).path_in_schema: metadata.row_group(0).column(at).compression
        for at in range(metadata.num_columns)
    }
    assert columns["step_index"] == "ZSTD"
    assert {kind for path, kind in columns.items() if path.endswith(".bytes")} == {"UNCOMPRESSED"}
    features = json.loads(pq.ParquetFile(tmp_path / file.path).schema_arrow.metadata[b"huggingface"])
    assert features["info"]["features"]["images"] == [{"_type": "Image"}]


def test_large_pictures_make_smaller_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "MAX_GROUP_BYTES", 2 * len(tiny_png()))
    (file,) = write_shards(tmp_path / "data", _SCHEMA, _rows(5))
    metadata = pq.ParquetFile(tmp_path / file.path).metadata
    assert [metadata.row_group(at).num_rows for at in range(metadata.num_row_groups)] == [2, 2, 1]


def test_no_rows_are_no_files(tmp_path: Path) -> None:
    assert write_shards(tmp_path / "data", _SCHEMA, iter(())) == []


def test_the_same_rows_are_the_same_bytes(tmp_path: Path) -> None:
    first = write_shards(tmp_path / "a" / "data", _SCHEMA, _rows(5))
    second = write_shards(tmp_path / "b" / "data", _SCHEMA, _rows(5))
    assert first == second


def test_a_file_that_reads_back_otherwise_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = shards._verify

    def spoil(part: Path, count: int, expected: str) -> None:
        pq.write_table(pa.Table.from_pylist(list(_rows(count - 1)), schema=_SCHEMA), part)
        verify(part, count, expected)

    monkeypatch.setattr(shards, "_verify", spoil)
    with pytest.raises(StoreError, match="3 rows were written"):
        write_shards(tmp_path / "data", _SCHEMA, _rows(3))
