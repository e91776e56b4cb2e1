"""The index of a folder is derived from the data and can always be made again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from trajectories import a_look, a_step, an_episode, record

from gui_rec.errors import StoreError
from gui_rec.model.episode import EpisodeEnd, Expectation
from gui_rec.model.flags import EndReason, Flag
from gui_rec.store.index import add_to_index, read_index, rebuild_index, refresh_index, sha256_of
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.schema import META_VERSION, STORE_VERSION


def a_folder(folder: Path) -> Path:
    end = EpisodeEnd(
        EndReason.MAX_STEPS, 9, "enough", "failure", (Expectation("wifi", "on", "off", passed=False),)
    )
    for number in range(2):
        with RecordingWriter.extend(folder, an_episode(f"01E{number}")) as writer:
            writer.append(a_step(0))
            writer.append(a_step(1, flags=(Flag.MASKED,), post=replace(a_look(2), masked=3)))
            writer.append(a_step(2))
            writer.withdraw(2)
            writer.finish(end)
    return folder


def test_an_episode_s_row_holds_what_the_data_says(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "set")
    first, second = read_index(folder)
    assert (first["episode_id"], second["episode_id"]) == ("01E0", "01E1")
    assert first["goal"] == "Turn on Wi-Fi"
    assert (first["steps"], first["withdrawn_steps"], first["masked_steps"]) == (2, 1, 1)
    assert first["masked_regions"] == 3
    assert (first["ended"], first["outcome"], first["ended_at_us"]) == ("max_steps", "failure", 9)
    assert first["expectations"] == [{"probe": "wifi", "expected": "on", "answer": "off", "passed": False}]
    assert first["apps"] == ["com.example"]
    shard = folder / "data" / "01E0.parquet"
    assert first["files"] == [
        {
            "path": "data/01E0.parquet",
            "rows": 3,
            "bytes": shard.stat().st_size,
            "sha256": sha256_of(shard),
        }
    ]


def test_a_rebuilt_index_is_the_same_as_the_grown_one(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "set")
    grown = read_index(folder)
    (folder / "episodes.parquet").unlink()
    rebuild_index(folder)
    assert read_index(folder) == grown


def test_an_index_of_an_older_version_is_read_and_what_it_lacks_was_not_told(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "set")
    index = folder / "episodes.parquet"
    table = pq.read_table(index).drop_columns(["masked_regions"])
    pq.write_table(table.replace_schema_metadata({META_VERSION: b"1"}), index)
    first, _ = read_index(folder)
    assert (first["masked_regions"], first["masked_steps"]) == (None, 1)
    pq.write_table(table.replace_schema_metadata({META_VERSION: str(STORE_VERSION).encode()}), index)
    with pytest.raises(StoreError, match="'masked_regions' is missing"):
        read_index(folder)


def test_a_lost_or_damaged_index_is_made_again_when_an_episode_comes(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "set")
    whole = read_index(folder)
    index = folder / "episodes.parquet"
    for damage in (b"", b"PAR1"):
        index.write_bytes(damage)
        add_to_index(folder, folder / "data" / "01E1.parquet")
        assert read_index(folder) == whole
    index.unlink()
    add_to_index(folder, folder / "data" / "01E1.parquet")
    assert read_index(folder) == whole


def test_entering_a_file_twice_changes_nothing(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "set")
    add_to_index(folder, folder / "data" / "01E1.parquet")
    assert [row["episode_id"] for row in read_index(folder)] == ["01E0", "01E1"]


def test_an_index_is_refreshed_only_when_it_names_other_files(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "set")
    assert not refresh_index(folder)
    (folder / "data" / "01E0.parquet").unlink()
    assert refresh_index(folder)
    assert [row["episode_id"] for row in read_index(folder)] == ["01E1"]


def test_an_empty_episode_still_has_its_file(tmp_path: Path) -> None:
    record(tmp_path / "rec", steps=0)
    (row,) = read_index(tmp_path / "rec")
    assert (row["steps"], row["apps"]) == (0, [])
    assert isinstance(row["files"], list)
    assert row["files"][0]["rows"] == 0


def test_a_place_without_data_has_no_index(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no trajectories here"):
        rebuild_index(tmp_path)
