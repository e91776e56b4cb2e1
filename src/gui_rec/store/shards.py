"""Parquet shards of transitions: the writer and the reader, side by side, sharing every constant.

Layout, from measurements: pictures stay uncompressed and without dictionary or statistics (they are compressed
already, and equal screens stay equal bytes for a chunk-deduplicating hub); everything else is ZSTD level 3;
dictionaries and statistics exist on key columns only; a row group is an episode, cut at 64 MB.
"""

from __future__ import annotations

import functools
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from gui_rec import __version__
from gui_rec.errors import StoreError
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.store import migrate
from gui_rec.store.migrate import Row
from gui_rec.store.schema import (
    IMAGE_COLUMNS,
    KEY_COLUMNS,
    META_EPISODES,
    META_HUGGINGFACE,
    META_MASK_RULES,
    META_RECORDER,
    META_VERSION,
    STEP_FEATURES,
    STEP_SCHEMA,
    STORE_VERSION,
    XML_COLUMNS,
)

ROW_GROUP_BYTES = 64 * 1024 * 1024
ZSTD_LEVEL = 3
_BLOBS = {*IMAGE_COLUMNS, *XML_COLUMNS}  # bytes and text of any length fit; no need to copy them for a check
_LIGHT_ROW = pa.struct([field for field in STEP_SCHEMA if field.name not in _BLOBS])
_UNSTORABLE = (pa.ArrowException, OverflowError, TypeError, ValueError)
_LIGHT_ROWS_AT_ONCE = 1024
_VERSION_DIGITS = 9
_ROWS_AT_ONCE = 16  # rows turned into Python values at a time; bounds a reader's memory to some 30 MB


@dataclass(frozen=True, slots=True)
class EpisodeSummary:
    """An episode as the file's metadata tells it; `rows` counts this file's, withdrawn ones too."""

    info: EpisodeInfo
    end: EpisodeEnd | None
    rows: int


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive rows of one episode in one file. `withdrawn` holds the step ids that are marked so."""

    file: Path
    episode_id: str
    first_row: int
    rows: int
    first_index: int
    withdrawn: frozenset[int]


def parquet_options(schema: pa.Schema) -> dict[str, object]:
    """The keyword arguments of `pq.ParquetWriter` for any of the store's schemas."""
    paths = _leaf_paths(schema)
    keys = [name for name in KEY_COLUMNS if name in schema.names]
    raw = {f"{name}.bytes" for name in IMAGE_COLUMNS}
    return {
        "compression": {path: "NONE" if path in raw else "ZSTD" for path in paths},
        "compression_level": {path: ZSTD_LEVEL for path in paths if path not in raw},
        "use_dictionary": keys,
        "write_statistics": keys,
    }


@functools.cache
def _leaf_paths(schema: pa.Schema) -> tuple[str, ...]:
    sink = io.BytesIO()
    pq.write_table(schema.empty_table(), sink)
    columns = pq.ParquetFile(io.BytesIO(sink.getvalue())).schema
    return tuple(columns.column(at).path for at in range(len(columns)))


def shard_schema(episodes: Sequence[EpisodeSummary]) -> pa.Schema:
    """The schema of steps with the metadata of a file that holds `episodes`."""
    rules = sorted({rule for episode in episodes for rule in episode.info.mask_rules})
    recorders = sorted({episode.info.recorder for episode in episodes if episode.info.recorder})
    metadata = {
        META_HUGGINGFACE: STEP_FEATURES,
        META_VERSION: str(STORE_VERSION).encode(),
        META_RECORDER: ", ".join(recorders or [f"gui-rec {__version__}"]).encode(),
        META_EPISODES: msgspec.json.encode(list(episodes)),
        META_MASK_RULES: msgspec.json.encode(rules),
    }
    return STEP_SCHEMA.with_metadata(metadata)


def write_shard(stream: IO[bytes], episodes: Sequence[EpisodeSummary], rows: Iterable[Row]) -> None:
    """Write a whole shard; `rows` run episode by episode in the order of `episodes`.

    Raises StoreError when the rows are not as many as the summaries say.
    """
    schema = shard_schema(episodes)
    group, size, written, episode_id = _Group(schema), 0, 0, None
    with pq.ParquetWriter(stream, schema, **parquet_options(STEP_SCHEMA)) as writer:  # type: ignore[arg-type]
        for row in rows:
            if group.rows and (row["episode_id"] != episode_id or size >= ROW_GROUP_BYTES):
                group.flush(writer)
                size = 0
            episode_id = row["episode_id"]
            group.rows.append(row)
            size += blob_bytes(row)
            written += 1
        group.flush(writer)
    expected = sum(episode.rows for episode in episodes)
    if written != expected:
        raise StoreError(f"expected {expected} steps to write, got {written}")


class _Group:
    """The rows of the row group that is being filled."""

    def __init__(self, schema: pa.Schema) -> None:
        self._schema = schema
        self.rows: list[Row] = []

    def flush(self, writer: pq.ParquetWriter) -> None:
        if self.rows:
            table = pa.Table.from_pylist(self.rows, schema=self._schema)
            writer.write_table(table, row_group_size=len(self.rows))
            self.rows.clear()


def blob_bytes(row: Row) -> int:
    """About how many bytes the row's pictures and hierarchies take."""
    pictures = (row.get(name) for name in IMAGE_COLUMNS)
    total = sum(len(picture["bytes"] or b"") for picture in pictures if isinstance(picture, dict))
    return total + sum(len(text) for name in XML_COLUMNS if isinstance(text := row.get(name), str))


def check_storable(row: Row) -> None:
    """Raise StoreError naming the column whose value the schema cannot hold."""
    light = {name: value for name, value in row.items() if name not in _BLOBS}
    try:
        pa.array([light], type=_LIGHT_ROW)
    except _UNSTORABLE:
        for field in _LIGHT_ROW:
            _check_cell(field, light.get(field.name))
        raise


def _check_cell(field: pa.Field[pa.DataType], value: object) -> None:
    try:
        pa.array([value], type=field.type)
    except _UNSTORABLE as error:
        message = f"{field.name}: the column cannot hold this value: {error}"
        raise StoreError(message, field=field.name) from error


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what pyarrow and the system say of a damaged file into StoreError."""
    try:
        yield
    except FileNotFoundError as error:
        raise StoreError(f"{path}: no such file", file=str(path)) from error
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise StoreError(
            f"{path}: not a whole Parquet file ({reason.rstrip('.')}); if a recording was cut off here, "
            "run `gui-rec recover`",
            file=str(path),
        ) from error


@contextmanager
def open_parquet(path: Path) -> Iterator[pq.ParquetFile]:
    """The Parquet file at `path`, mapped; closed at the end. Raises StoreError for what is no regular file, or empty.

    A pipe is refused because opening one waits for its other end. The name goes to Arrow as bytes: names on Linux
    need not be UTF-8.
    """
    if path.exists() and not path.is_file():
        raise StoreError(f"{path}: expected a Parquet file, got a folder, a pipe or a device", file=str(path))
    if path.exists() and path.stat().st_size == 0:
        raise StoreError(f"{path}: the file is empty", file=str(path))
    with pa.memory_map(os.fsencode(path)) as source, pq.ParquetFile(source) as file:  # type: ignore[arg-type]
        yield file


class ShardReader:
    """One file of transitions, opened and checked: its version, its columns, its metadata."""

    def __init__(self, path: Path, file: pq.ParquetFile) -> None:
        self.path = path
        self._file = file
        names = file.schema_arrow.names
        metadata = file.schema_arrow.metadata or {}
        self.version = self._read_version(names, metadata.get(META_VERSION))
        missing = [name for name in migrate.COLUMNS[self.version] if name not in names]
        if missing:
            raise StoreError(
                f"{path}: column {missing[0]!r} is missing"
                + (f" (and {len(missing) - 1} more)" if missing[1:] else ""),
                file=str(path),
                field=missing[0],
            )
        self.summaries = self._read_summaries(metadata.get(META_EPISODES))

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator[ShardReader]:
        """The reader, closed at the end. Raises StoreError for anything that is not a whole shard."""
        with ExitStack() as opened:
            with reading(path):
                file = opened.enter_context(open_parquet(path))
            yield cls(path, file)

    @property
    def row_count(self) -> int:
        """How many rows the file holds."""
        return int(self._file.metadata.num_rows)

    def spans(self) -> list[Span]:
        """The file's episodes in order. Raises StoreError for gaps in step_index and mixed episodes."""
        spans: list[Span] = []
        seen: set[str] = set()
        start, current = 0, _Run()
        for at, row in enumerate(self.rows(columns=["episode_id", "step_index", "withdrawn"])):
            episode_id, index = self._key(row, at)
            if episode_id != current.episode_id:
                spans += current.span(self.path, start)
                start, current = at, _Run(episode_id, index)
                if episode_id in seen:
                    raise self._refused(
                        at, episode_id, "episode_id", "rows of another episode stand between its rows"
                    )
                seen.add(episode_id)
            elif index != current.first + current.rows:
                raise self._refused(
                    at, episode_id, "step_index", f"expected {current.first + current.rows}, got {index}"
                )
            current.add(index, row["withdrawn"])
        return [*spans, *current.span(self.path, start)]

    def rows(
        self, first: int = 0, count: int | None = None, columns: Sequence[str] | None = None
    ) -> Iterator[Row]:
        """Rows `first` to `first + count` as plain values, upgraded to the present version."""
        last = self.row_count if count is None else first + count
        begin = 0
        for group in range(self._file.num_row_groups):
            end = begin + int(self._file.metadata.row_group(group).num_rows)
            low, high = max(first, begin), min(last, end)
            if low < high:
                yield from self._group_rows(group, low - begin, high - low, columns)
            begin = end

    def _group_rows(
        self, group: int, offset: int, count: int, columns: Sequence[str] | None
    ) -> Iterator[Row]:
        wanted = list(columns) if columns is not None else list(STEP_SCHEMA.names)
        with reading(self.path):
            table = self._file.read_row_group(group, columns=wanted).slice(offset, count)
        batch = _ROWS_AT_ONCE if _BLOBS.intersection(wanted) else _LIGHT_ROWS_AT_ONCE
        for at in range(0, count, batch):
            with reading(self.path):
                rows = table.slice(at, batch).to_pylist()
            for row in rows:
                yield (
                    migrate.upgrade(row, self.version) if columns is None else {n: row.get(n) for n in wanted}
                )

    def _key(self, row: Row, at: int) -> tuple[str, int]:
        episode_id, index = row["episode_id"], row["step_index"]
        if not isinstance(episode_id, str) or not episode_id:
            raise self._refused(at, None, "episode_id", f"expected an id, got {episode_id!r}")
        if isinstance(index, bool) or not isinstance(index, int) or index < 0:
            raise self._refused(at, episode_id, "step_index", f"expected 0 or more, got {index!r}")
        return episode_id, index

    def _refused(self, row: int, episode_id: str | None, field: str, problem: str) -> StoreError:
        return StoreError(
            f"{self.path}: row {row}, column {field}: {problem}",
            file=str(self.path),
            episode_id=episode_id,
            field=field,
        )

    def _read_version(self, names: Sequence[str], stored: bytes | None) -> int:
        if stored is None:
            if "episode_id" not in names or "action" not in names:
                some = ", ".join(names[:5])
                raise StoreError(
                    f"{self.path}: a Parquet file, but not a gui-rec trajectory (its columns: {some}, ...)",
                    file=str(self.path),
                )
            return migrate.version_by_columns(names)  # a foreign tool rewrote it and dropped the metadata
        if not stored.isdigit() or len(stored) > _VERSION_DIGITS:
            raise StoreError(f"{self.path}: store version: expected a number, got {stored[:20]!r}")
        version = int(stored)
        migrate.check_version(version, str(self.path))
        return version

    def _read_summaries(self, stored: bytes | None) -> list[EpisodeSummary] | None:
        if stored is None:
            return None
        try:
            return msgspec.json.decode(stored, type=list[EpisodeSummary])
        except msgspec.DecodeError as error:
            raise StoreError(
                f"{self.path}: metadata {META_EPISODES.decode()}: {error}", file=str(self.path)
            ) from error


@dataclass(slots=True)
class _Run:
    """The rows of one episode while they are counted."""

    episode_id: str | None = None
    first: int = 0
    rows: int = 0
    withdrawn: frozenset[int] = frozenset()

    def add(self, index: int, withdrawn: object) -> None:
        self.rows += 1
        if withdrawn is True:
            self.withdrawn |= {index}

    def span(self, file: Path, start: int) -> list[Span]:
        if self.episode_id is None:
            return []
        return [Span(file, self.episode_id, start, self.rows, self.first, self.withdrawn)]
