"""A shard's layout, and a reader that takes what foreign tools did and names what it cannot take."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pictures import tiny_png
from trajectories import FINISHED, a_look, a_step, an_episode, record

from gui_rec.errors import StoreError
from gui_rec.model.step import Step
from gui_rec.store import shards
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.rows import to_row
from gui_rec.store.schema import KEY_COLUMNS, META_EPISODES, META_VERSION, STEP_SCHEMA, XML_COLUMNS
from gui_rec.store.shards import EpisodeSummary, ShardReader, write_shard

STEPS = [a_step(index) for index in range(3)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return record(tmp_path / "x.parquet")


def rewrite(path: Path, change: Callable[[pa.Table], pa.Table], **options: object) -> Path:
    """The file as another tool would leave it."""
    with pq.ParquetFile(path) as source:
        table = source.read()
    target = path.with_name("foreign.parquet")
    pq.write_table(change(table), target, **options)  # type: ignore[arg-type]
    return target


def read(path: Path) -> list[Step]:
    return list(open_trajectories(path).steps())


def columns_of(path: Path, group: int = 0) -> Iterator[pq.ColumnChunkMetaData]:
    with pq.ParquetFile(path) as source:
        row_group = source.metadata.row_group(group)
        for at in range(row_group.num_columns):
            yield row_group.column(at)


def test_pictures_are_raw_bytes_in_the_file(file: Path) -> None:
    assert tiny_png((0, 0, 7)) in file.read_bytes()


def test_dictionaries_and_statistics_stand_on_key_columns_only(file: Path) -> None:
    for column in columns_of(file):
        key = column.path_in_schema in KEY_COLUMNS
        picture = column.path_in_schema.endswith("screenshot.bytes")
        assert bool(column.is_stats_set) is key, column.path_in_schema
        assert column.has_dictionary_page is key, column.path_in_schema
        assert column.compression == ("UNCOMPRESSED" if picture else "ZSTD"), column.path_in_schema


def test_the_metadata_tells_whose_file_it_is(file: Path) -> None:
    with pq.ParquetFile(file) as source:
        metadata = source.schema_arrow.metadata
    assert metadata[META_VERSION] == b"2"
    assert metadata[b"gui_rec.recorder"] == b"test"
    assert metadata[b"gui_rec.mask_rules"] == b"[]"
    (episode,) = json.loads(metadata[META_EPISODES])
    assert (episode["info"]["goal"], episode["end"]["reason"], episode["rows"]) == (
        "Turn on Wi-Fi",
        "finished",
        3,
    )


def test_one_row_group_an_episode_cut_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "ROW_GROUP_BYTES", 1000)
    infos = [an_episode("01A"), an_episode("01B")]
    rows = [to_row(a_step(index), info) for info in infos for index in range(3)]
    sink = io.BytesIO()
    write_shard(sink, [EpisodeSummary(info, FINISHED, 3) for info in infos], rows)
    metadata = pq.ParquetFile(io.BytesIO(sink.getvalue())).metadata
    sizes = [metadata.row_group(at).num_rows for at in range(metadata.num_row_groups)]
    assert shards.blob_bytes(rows[0]) > 500
    assert sum(sizes[:2]) == 3
    assert sum(sizes) == 6


def test_a_count_that_differs_from_the_summaries_is_never_written_quietly() -> None:
    with pytest.raises(StoreError, match="expected 2 steps to write, got 1"):
        write_shard(io.BytesIO(), [EpisodeSummary(an_episode(), None, 2)], [to_row(a_step(), an_episode())])


def test_columns_in_another_order(file: Path) -> None:
    assert read(rewrite(file, lambda table: table.select(table.column_names[::-1]))) == STEPS


def test_extra_columns(file: Path) -> None:
    foreign = rewrite(file, lambda table: table.append_column("mine", pa.array([1, 2, 3])))
    assert read(foreign) == STEPS


def test_dictionary_encoded_and_short_texts(file: Path) -> None:
    def change(table: pa.Table) -> pa.Table:
        for name in ("episode_id", "goal", "thought", *XML_COLUMNS):
            at = table.column_names.index(name)
            column = table.column(at).cast(pa.string())
            column = column if name in XML_COLUMNS else column.dictionary_encode()
            table = table.set_column(at, name, column)
        return table

    assert read(rewrite(file, change)) == STEPS


def test_wider_numbers_and_other_codecs(file: Path) -> None:
    def change(table: pa.Table) -> pa.Table:
        at = table.column_names.index("step_index")
        return table.set_column(at, "step_index", table.column(at).cast(pa.int64()))

    assert read(rewrite(file, change, compression="snappy", row_group_size=1)) == STEPS


def test_long_lists_and_long_bytes(file: Path) -> None:
    def change(table: pa.Table) -> pa.Table:
        picture = pa.struct([("bytes", pa.large_binary()), ("path", pa.large_string())])
        kinds = {
            "flags": pa.large_list(pa.large_string()),
            "pre_screenshot": picture,
            "settle_ms": pa.float64(),
        }
        fields = [field.with_type(kinds.get(field.name, field.type)) for field in table.schema]
        return table.cast(pa.schema(fields))

    assert read(rewrite(file, change)) == STEPS


def test_a_file_that_went_through_pandas(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "x.parquet", an_episode()) as writer:
        writer.append(a_step(0, settle_ms=5))
        writer.append(a_step(1, settle_ms=None))
    foreign = rewrite(tmp_path / "x.parquet", lambda table: pa.Table.from_pandas(table.to_pandas()))
    with pq.ParquetFile(foreign) as source:
        assert source.schema_arrow.field("settle_ms").type == pa.float64()
    assert read(foreign) == [a_step(0, settle_ms=5), a_step(1)]


def test_without_our_metadata_the_frame_comes_from_the_rows(file: Path) -> None:
    foreign = rewrite(file, lambda table: table.replace_schema_metadata(None), store_schema=False)
    recording = open_trajectories(foreign)
    (episode,) = recording.episodes
    assert (episode.info.goal, episode.info.device.model, episode.end) == ("Turn on Wi-Fi", "Pixel 7", None)
    assert list(recording.steps()) == STEPS


def set_cell(name: str, values: list[object]) -> Callable[[pa.Table], pa.Table]:
    def change(table: pa.Table) -> pa.Table:
        at = table.column_names.index(name)
        return table.set_column(at, name, pa.array(values, type=STEP_SCHEMA.field(name).type))

    return change


def version(text: bytes) -> Callable[[pa.Table], pa.Table]:
    return lambda table: table.replace_schema_metadata({**table.schema.metadata, META_VERSION: text})


REFUSED: list[tuple[str, Callable[[pa.Table], pa.Table], str]] = [
    ("missing", lambda table: table.drop_columns(["action"]), "column 'action' is missing"),
    ("several", lambda table: table.drop_columns(["goal", "flags"]), r"'goal' is missing \(and 1 more\)"),
    ("gap", set_cell("step_index", [0, 1, 3]), "row 2, column step_index: expected 2, got 3"),
    ("negative", set_cell("step_index", [-1, 0, 1]), "row 0, column step_index: expected 0 or more"),
    ("null index", set_cell("step_index", [0, None, 1]), "row 1, column step_index"),
    ("late start", set_cell("step_index", [1, 2, 3]), "goes on with step 1, expected 0"),
    ("null id", set_cell("episode_id", ["a", None, "a"]), "row 1, column episode_id: expected an id"),
    (
        "mixed",
        lambda table: set_cell("step_index", [0, 0, 1])(set_cell("episode_id", ["a", "b", "a"])(table)),
        "row 2, column episode_id: rows of another episode stand between",
    ),
    ("newer", version(b"3"), "store version 3, but this gui-rec reads up to 2; upgrade gui-rec"),
    ("never", version(b"0"), "store version 0 was never released"),
    ("no sane number", version(b"9" * 5000), "store version: expected a number"),
    ("no number", version(b"one"), "store version: expected a number"),
    ("miscounted", lambda table: table.slice(0, 2), "the metadata counts 3 steps, the file has 2"),
    (
        "foreign",
        lambda table: pa.table({"image": [1], "label": [2]}),
        r"a Parquet file, but not a gui-rec trajectory \(its columns: image, label",
    ),
    (
        "bad metadata",
        lambda table: table.replace_schema_metadata({META_VERSION: b"1", META_EPISODES: b"[1]"}),
        "metadata gui_rec.episodes",
    ),
]


@pytest.mark.parametrize(("name", "change", "message"), REFUSED, ids=[item[0] for item in REFUSED])
def test_what_cannot_be_a_recording_is_refused_by_name(
    file: Path, name: str, change: Callable[[pa.Table], pa.Table], message: str
) -> None:
    def without_counts(table: pa.Table) -> pa.Table:
        # Ids and counts of the metadata would speak first; these cases are about the rows.
        changed = change(table)
        metadata = dict(changed.schema.metadata or {})
        if name in ("gap", "negative", "null index", "late start", "null id", "mixed"):
            metadata.pop(META_EPISODES, None)
        return changed.replace_schema_metadata(metadata)

    foreign = rewrite(file, without_counts)
    with pytest.raises(StoreError, match=message) as caught:
        open_trajectories(foreign)
    assert "foreign.parquet" in str(caught.value)
    assert "\n" not in str(caught.value)


def nan_tap(table: pa.Table) -> pa.Table:
    action = {"type": "tap", "x": float("nan"), "y": 0.5}
    good = {"type": "tap", "x": 0.1, "y": 0.5}
    return set_cell("action", [good, action, good])(table)


def test_a_coordinate_that_is_no_number_names_file_row_and_column(file: Path) -> None:
    foreign = rewrite(file, nan_tap)
    with pytest.raises(
        StoreError, match=r"foreign\.parquet: row 1 .*step 1.*column action: tap\.x"
    ) as caught:
        read(foreign)
    assert (caught.value.step_index, caught.value.field) == (1, "action")


def test_a_file_that_is_cut_anywhere_is_refused_in_one_line(file: Path) -> None:
    whole = file.read_bytes()
    cut = file.with_name("cut.parquet")
    for length in [1, 4, 100, len(whole) // 2, len(whole) - 8, len(whole) - 1]:
        cut.write_bytes(whole[:length])
        with pytest.raises(StoreError, match=r"cut\.parquet: not a whole Parquet file .*recover") as caught:
            open_trajectories(cut)
        assert "\n" not in str(caught.value)


def test_an_empty_file_and_a_file_of_another_kind(tmp_path: Path) -> None:
    empty = tmp_path / "e.parquet"
    empty.touch()
    with pytest.raises(StoreError, match="the file is empty"):
        open_trajectories(empty)
    text = tmp_path / "t.parquet"
    text.write_text("hello, this is no Parquet at all\n" * 10)
    with pytest.raises(StoreError, match="not a whole Parquet file"):
        open_trajectories(text)
    other = tmp_path / "t.json"
    other.write_text("{}")
    with pytest.raises(StoreError, match="not a whole Parquet file"):
        open_trajectories(other)


@pytest.mark.parametrize("seed", range(12))
def test_flipped_bytes_end_in_steps_or_a_refusal(file: Path, seed: int) -> None:
    data = bytearray(file.read_bytes())
    at = (seed * 7919 + 11) % len(data)
    data[at] ^= 0xFF
    broken = file.with_name("broken.parquet")
    broken.write_bytes(bytes(data))
    problem = ""
    try:
        read(broken)
    except StoreError as error:
        problem = str(error)
    assert problem == "" or "broken.parquet" in problem


def test_texts_that_are_no_utf8_are_refused(file: Path) -> None:
    def change(table: pa.Table) -> pa.Table:
        bad = pa.array([b"\xff\xfe", b"ok", b"ok"], type=pa.binary())
        at = table.column_names.index("thought")
        _, offsets, data = bad.buffers()
        assert offsets is not None
        assert data is not None
        text = pa.StringArray.from_buffers(3, offsets, data)
        return table.set_column(at, "thought", text)

    with pytest.raises(StoreError, match=r"foreign\.parquet"):
        read(rewrite(file, change))


def test_rows_may_be_read_in_part(file: Path) -> None:
    with ShardReader.open(file) as shard:
        assert shard.row_count == 3
        assert [row["step_index"] for row in shard.rows(1, 2, ["step_index"])] == [1, 2]
        (row,) = shard.rows(2, 1)
    assert row["post_fingerprint"] == a_look(3).fingerprint
