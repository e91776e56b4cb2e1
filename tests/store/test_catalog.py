"""Episodes are recounted from the rows; the metadata is believed only where the rows agree."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from trajectories import EPISODE_ID, FINISHED, a_step, an_episode, record

from gui_rec.errors import StoreError
from gui_rec.store.catalog import Catalog, found_files, scan
from gui_rec.store.layout import Layout
from gui_rec.store.rows import to_row
from gui_rec.store.schema import STEP_SCHEMA
from gui_rec.store.shards import EpisodeSummary, write_shard


def a_shard(path: Path, counts: dict[str, int]) -> Path:
    summaries = [EpisodeSummary(an_episode(name), FINISHED, count) for name, count in counts.items()]
    rows = [to_row(a_step(at), an_episode(name)) for name, count in counts.items() for at in range(count)]
    with path.open("wb") as stream:
        write_shard(stream, summaries, rows)
    return path


def test_several_episodes_in_one_file(tmp_path: Path) -> None:
    records = scan(Layout(a_shard(tmp_path / "x.parquet", {"01A": 2, "01B": 0, "01C": 3})))
    assert [(item.info.episode_id, item.step_count) for item in records] == [
        ("01A", 2),
        ("01B", 0),
        ("01C", 3),
    ]
    assert [span.first_row for item in records for span in item.spans] == [0, 2]
    assert all(item.end == FINISHED for item in records)


def test_an_episode_that_goes_on_in_another_file_keeps_its_end(tmp_path: Path) -> None:
    record(tmp_path / "x.parquet", steps=2)
    with pq.ParquetFile(tmp_path / "x.parquet") as source:
        table = source.read()
    tail = table.slice(1).replace_schema_metadata(None)
    head = tmp_path / "set" / "a.parquet"
    head.parent.mkdir()
    with head.open("wb") as stream:
        write_shard(stream, [EpisodeSummary(an_episode(), None, 1)], [to_row(a_step(0), an_episode())])
    pq.write_table(tail, tmp_path / "set" / "b.parquet")
    (item,) = scan(Layout(tmp_path / "set"))
    assert (item.step_count, item.end, len(item.spans)) == (2, None, 2)


def test_a_frame_that_the_rows_tell_wrongly_is_named(tmp_path: Path) -> None:
    row = {**to_row(a_step(), an_episode()), "source": None}
    path = tmp_path / "x.parquet"
    pq.write_table(pa.Table.from_pylist([row], schema=STEP_SCHEMA), path)
    with pytest.raises(StoreError, match=r"x\.parquet: row 0, column source: expected text, got None"):
        Catalog().add(path)


def test_where_there_are_no_files_it_says_what_is_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no trajectories here"):
        found_files(Layout(tmp_path))
    (tmp_path / "journal").mkdir()
    with pytest.raises(StoreError, match="was not finished"):
        found_files(Layout(tmp_path))
    record(tmp_path / "rec")
    assert [path.stem for path in found_files(Layout(tmp_path / "rec"))] == [EPISODE_ID]
