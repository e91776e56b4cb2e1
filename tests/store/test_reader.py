"""Reading a file, a folder, or a set of shards; only what is asked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from pictures import tiny_png
from trajectories import EPISODE_ID, a_step, an_episode, record

from gui_rec.errors import StoreError, UsageError
from gui_rec.model.actions import Action, Key, Tap, Type, Wait
from gui_rec.store.reader import open_trajectories, projection
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.schema import IMAGE_COLUMNS, XML_COLUMNS


def a_set(folder: Path) -> Path:
    for number in range(2):
        with RecordingWriter.extend(folder, an_episode(f"01E{number}")) as writer:
            for index in range(number + 1):
                writer.append(a_step(index))
    return folder


def test_a_shard_copied_alone_reads_as_the_whole_does(tmp_path: Path) -> None:
    shard = record(tmp_path / "rec")
    copy = tmp_path / "copy.parquet"
    copy.write_bytes(shard.read_bytes())
    alone, whole = open_trajectories(copy), open_trajectories(tmp_path / "rec")
    assert list(alone.steps()) == list(whole.steps())
    assert alone.episodes[0].info == whole.episodes[0].info


def test_episodes_are_read_apart_or_together(tmp_path: Path) -> None:
    recording = open_trajectories(a_set(tmp_path / "set"))
    assert [step.index for step in recording.steps()] == [0, 0, 1]
    assert [step.index for step in recording.steps("01E1")] == [0, 1]
    assert recording.episode("01E0").file.name == "01E0.parquet"
    with pytest.raises(UsageError, match="no episode 'x' here; there are 01E0, 01E1"):
        list(recording.steps("x"))


def test_without_images_their_bytes_are_never_touched(tmp_path: Path) -> None:
    shard = record(tmp_path / "x.parquet")
    whole = list(open_trajectories(shard).steps(images=False))
    data = bytearray(shard.read_bytes())
    with pq.ParquetFile(shard) as source:
        group = source.metadata.row_group(0)
        chunks = [group.column(at) for at in range(group.num_columns)]
    for chunk in chunks:
        if chunk.path_in_schema.endswith("screenshot.bytes"):
            start = chunk.data_page_offset
            data[start : start + chunk.total_compressed_size] = b"\xff" * chunk.total_compressed_size
    shard.write_bytes(bytes(data))
    assert list(open_trajectories(shard).steps(images=False)) == whole
    with pytest.raises(StoreError, match=r"x\.parquet"):
        list(open_trajectories(shard).steps())


def test_what_was_not_asked_for_is_none_and_not_missing(tmp_path: Path) -> None:
    record(tmp_path / "x.parquet", steps=1)
    recording = open_trajectories(tmp_path / "x.parquet")
    (bare,) = recording.steps(images=False, xml=False)
    assert (bare.pre.screenshot, bare.pre.ui_xml, bare.pre.missing) == (None, None, ())
    (pictured,) = recording.steps(xml=False)
    assert (pictured.pre.screenshot, pictured.pre.ui_xml) == (tiny_png((0, 0, 7)), None)


def test_the_projection_names_every_other_column() -> None:
    assert projection(images=True, xml=True) is None
    light = projection(images=False, xml=False)
    assert light is not None
    assert not set(light) & {*IMAGE_COLUMNS, *XML_COLUMNS}
    assert "post_facts" in light


def split(shard: Path, folder: Path, parts: list[slice]) -> Path:
    """The shard's rows in several files, as an export would cut them; without per-file counts."""
    folder.mkdir()
    with pq.ParquetFile(shard) as source:
        table = source.read().replace_schema_metadata(None)
    for at, part in enumerate(parts):
        piece = table.slice(part.start, part.stop - part.start)
        pq.write_table(piece, folder / f"part-{at}.parquet", store_schema=False)
    return folder


def test_an_episode_may_be_split_into_shards(tmp_path: Path) -> None:
    shard = record(tmp_path / "x.parquet", steps=5)
    folder = split(shard, tmp_path / "parts", [slice(0, 2), slice(2, 4), slice(4, 5)])
    recording = open_trajectories(folder)
    assert [episode.step_count for episode in recording.episodes] == [5]
    assert list(recording.steps()) == [a_step(index) for index in range(5)]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([slice(0, 2), slice(3, 5)], "goes on with step 3, expected 2"),
        ([slice(0, 3), slice(2, 5)], "goes on with step 2, expected 3"),
        ([slice(0, 5), slice(0, 5)], "goes on with step 0, expected 5"),
    ],
)
def test_shards_that_do_not_join_are_refused(tmp_path: Path, parts: list[slice], message: str) -> None:
    shard = record(tmp_path / "x.parquet", steps=5)
    folder = split(shard, tmp_path / "parts", parts)
    with pytest.raises(
        StoreError, match=rf"part-1\.parquet: row 0, column step_index.*{EPISODE_ID} {message}"
    ):
        open_trajectories(folder)


def test_a_folder_without_data_and_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no trajectories here; expected data/\*\.parquet"):
        open_trajectories(tmp_path)
    with pytest.raises(StoreError, match="no such file or folder"):
        open_trajectories(tmp_path / "none")
    with pytest.raises(StoreError, match="no such file or folder"):
        open_trajectories(tmp_path / "none.parquet")


def test_a_path_may_be_text(tmp_path: Path) -> None:
    record(tmp_path / "x.parquet", steps=1)
    assert len(list(open_trajectories(str(tmp_path / "x.parquet")).steps())) == 1


def test_what_pandas_wrote_reads_as_the_same_steps(tmp_path: Path) -> None:
    shard = tmp_path / "x.parquet"
    actions: tuple[Action, ...] = (Tap(0.5, 0.25), Key("BACK", presses=2), Type("caf\u00e9"), Wait(300))
    with RecordingWriter.create(shard, an_episode()) as writer:
        for index, action in enumerate(actions):
            writer.append(a_step(index, action))
    before = list(open_trajectories(shard).steps())
    again = tmp_path / "again.parquet"
    pq.read_table(shard).to_pandas().to_parquet(again)
    assert list(open_trajectories(again).steps()) == before


@pytest.mark.skipif(sys.platform != "linux", reason="names are Unicode elsewhere")
def test_a_name_that_is_no_utf8_is_a_name(tmp_path: Path) -> None:
    for name in (b"\xff bad.parquet", b"line\nend [red].parquet"):
        target = tmp_path / os.fsdecode(name)
        record(target)
        assert len(list(open_trajectories(target).steps())) == 3


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.parquet")
    with pytest.raises(StoreError, match="a pipe or a device"):
        open_trajectories(tmp_path / "pipe.parquet")
