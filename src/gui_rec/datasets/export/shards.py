"""Training rows as Parquet files that Hugging Face `datasets` opens with pictures decoded.

Named as the Hub names a split's files, `train-00000-of-00001.parquet`; about 100 rows a row group, as its viewer
wants them; pictures uncompressed, since they are compressed already and equal bytes then stay equal chunks.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from gui_rec.datasets.export._api import ShardFile
from gui_rec.errors import StoreError
from gui_rec.store.features import features_json

ROWS_PER_GROUP = 100
MAX_GROUP_BYTES = 64 * 1024 * 1024
MAX_SHARD_BYTES = 400 * 1024 * 1024
_KEYS = ["episode_id", "step_index", "goal", "dialect", "wrapping"]

Row = dict[str, object]


def write_shards(
    folder: Path,
    schema: pa.Schema,
    rows: Iterable[Row],
    *,
    split: str = "train",
    max_bytes: int = MAX_SHARD_BYTES,
) -> list[ShardFile]:
    """Write the `rows` of `split` into as many files as `max_bytes` asks for, read them back, and name them.

    The paths in the result are relative to `folder`'s parent. Raises StoreError where a file does not hold what was
    written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    typed = schema.with_metadata({b"huggingface": features_json(schema)})
    parts: list[tuple[Path, int]] = []
    groups = _groups(rows, typed)
    pending = next(groups, None)
    while pending is not None:
        part = folder / f"{split}.part-{len(parts):05d}.parquet"
        count, pending, digest = _write_part(part, typed, pending, groups, max_bytes)
        _verify(part, count, digest)
        parts.append((part, count))
    return [_named(part, split, at, len(parts), count) for at, (part, count) in enumerate(parts)]


def _groups(rows: Iterable[Row], schema: pa.Schema) -> Iterator[pa.Table]:
    """Tables of up to 100 rows, fewer where large pictures would cost too much memory."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += _picture_bytes(row)
        if len(batch) == ROWS_PER_GROUP or size >= MAX_GROUP_BYTES:
            yield pa.Table.from_pylist(batch, schema=schema)
            batch, size = [], 0
    if batch:
        yield pa.Table.from_pylist(batch, schema=schema)


def _picture_bytes(value: object) -> int:
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, dict):
        return sum(_picture_bytes(item) for item in value.values())
    return sum(_picture_bytes(item) for item in value) if isinstance(value, list) else 0


def _write_part(
    part: Path, schema: pa.Schema, first: pa.Table, groups: Iterator[pa.Table], max_bytes: int
) -> tuple[int, pa.Table | None, str]:
    digest = hashlib.sha256()
    count = 0
    pending: pa.Table | None = first
    with part.open("xb") as stream, pq.ParquetWriter(stream, schema, **_options(schema)) as writer:  # type: ignore[arg-type]
        while pending is not None and (count == 0 or stream.tell() < max_bytes):
            writer.write_table(pending, row_group_size=ROWS_PER_GROUP)
            _digest(digest, pending)
            count += pending.num_rows
            pending = next(groups, None)
    return count, pending, digest.hexdigest()


def _digest(digest: hashlib._Hash, table: pa.Table) -> None:
    """Over the values, whichever way they lie in memory."""
    for at in range(table.num_rows):
        _feed(digest, table.slice(at, 1).to_pylist()[0])


def _feed(digest: hashlib._Hash, value: object) -> None:
    if isinstance(value, bytes):
        digest.update(b"%d:" % len(value))
        digest.update(value)
    elif isinstance(value, dict | list):
        digest.update(b"%d;" % len(value))
        for item in value.items() if isinstance(value, dict) else value:
            _feed(digest, list(item) if isinstance(item, tuple) else item)
    else:
        digest.update(repr(value).encode("utf-8"))


def _verify(part: Path, count: int, expected: str) -> None:
    digest = hashlib.sha256()
    found = 0
    with pq.ParquetFile(part) as file:
        for at in range(file.num_row_groups):
            table = file.read_row_group(at)
            found += table.num_rows
            _digest(digest, table)
    if found != count or digest.hexdigest() != expected:
        raise StoreError(
            f"{part}: {count} rows were written and {found} other ones read back; is the disk sound?"
        )


def _named(part: Path, split: str, at: int, total: int, rows: int) -> ShardFile:
    path = part.with_name(f"{split}-{at:05d}-of-{total:05d}.parquet")
    part.rename(path)
    with path.open("rb") as stream:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    return ShardFile(f"{path.parent.name}/{path.name}", rows, path.stat().st_size, sha256, split)


def _options(schema: pa.Schema) -> dict[str, object]:
    leaves = _leaves(schema)
    pictures = {path for path in leaves if path.startswith("images.") and path.endswith(".bytes")}
    return {
        "compression": {path: "NONE" if path in pictures else "ZSTD" for path in leaves},
        "use_dictionary": [path for path in leaves if path not in pictures],
        "write_statistics": [name for name in _KEYS if name in schema.names],
    }


def _leaves(schema: pa.Schema) -> list[str]:
    sink = io.BytesIO()
    pq.write_table(schema.empty_table(), sink)
    columns = pq.ParquetFile(io.BytesIO(sink.getvalue())).schema
    return [columns.column(at).path for at in range(len(columns))]
