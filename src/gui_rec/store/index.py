"""`episodes.parquet`: the index of a folder. Derived from the data, rebuildable, never the only place of a fact."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import pyarrow as pa

from gui_rec.errors import StoreError
from gui_rec.model.flags import Flag
from gui_rec.store.catalog import Catalog, EpisodeRecord, scan
from gui_rec.store.layout import EPISODES, Layout
from gui_rec.store.migrate import Row
from gui_rec.store.rows import device_to_cell
from gui_rec.store.schema import EPISODES_SCHEMA
from gui_rec.store.shards import ShardReader
from gui_rec.store.side_tables import read_table, write_table

_COUNTED = ("pre_package", "post_package", "pre_flags", "post_flags", "flags", "pre_masked", "post_masked")


def rebuild_index(path: Path) -> Path:
    """Write the index of the folder `path` anew from its data; the index's path. Raises StoreError."""
    layout = Layout(path)
    _write(layout, [index_row(layout, record) for record in scan(layout)])
    return layout.table(EPISODES)


def add_to_index(path: Path, data_file: Path) -> Path:
    """Enter the episodes of `data_file`, which just came into the folder `path`; the index's path.

    An index that is missing or cannot be read is rebuilt.
    """
    layout = Layout(path)
    target = layout.table(EPISODES)
    try:
        old = read_index(path) if target.exists() else []
    except StoreError:
        return rebuild_index(path)
    if not target.exists() and len(layout.data_files()) > 1:
        return rebuild_index(path)
    catalog = Catalog()
    catalog.add(data_file)
    fresh = [index_row(layout, record) for record in catalog.episodes()]
    names = {row["episode_id"] for row in fresh}
    _write(layout, [*(row for row in old if row["episode_id"] not in names), *fresh])
    return target


def refresh_index(path: Path) -> bool:
    """Rebuild the index of the folder `path` when it does not name the folder's files; True when it did so."""
    layout = Layout(path)
    there = {file.relative_to(path).as_posix() for file in layout.data_files()}
    try:
        named = {item["path"] for row in read_index(path) for item in row["files"]}  # type: ignore[attr-defined]
    except StoreError:
        named = None
    if named == there or not there:
        return False
    rebuild_index(path)
    return True


def read_index(path: Path) -> list[Row]:
    """The index's rows as plain values. Raises StoreError."""
    return read_table(Layout(path).table(EPISODES), EPISODES_SCHEMA).to_pylist()


def index_row(layout: Layout, record: EpisodeRecord) -> Row:
    """One episode's row, read off its files."""
    info, end = record.info, record.end
    apps: dict[str, None] = {}
    masked, regions = 0, 0
    for row in _counted_rows(record):
        for name in (row["pre_package"], row["post_package"]):
            if isinstance(name, str):
                apps[name] = None
        masked += any(Flag.MASKED in _texts(row[name]) for name in _COUNTED[2:5])
        regions += sum(n for name in _COUNTED[5:] if isinstance(n := row[name], int))
    return {
        "episode_id": info.episode_id,
        "source": info.source,
        "goal": info.goal,
        "task_id": info.task_id,
        "annotator": info.annotator,
        "recorder": info.recorder,
        "device": device_to_cell(info.device),
        "started_at_us": info.started_at_us,
        "ended_at_us": end and end.ended_at_us,
        "ended": end and end.reason.value,
        "end_message": end and end.message,
        "outcome": end and end.outcome,
        "expectations": [msgspec.to_builtins(item) for item in end.expectations] if end else [],
        "steps": record.step_count,
        "withdrawn_steps": record.withdrawn_count,
        "apps": list(apps),
        "mask_rules": list(info.mask_rules),
        "masked_steps": masked,
        "masked_regions": regions,
        "files": _files(layout, record),
    }


def _counted_rows(record: EpisodeRecord) -> Iterable[Row]:
    for span in record.spans:
        with ShardReader.open(span.file) as shard:
            yield from shard.rows(span.first_row, span.rows, _COUNTED)


def _files(layout: Layout, record: EpisodeRecord) -> list[dict[str, object]]:
    rows = {span.file: span.rows for span in record.spans} or {record.file: 0}
    return [
        {
            "path": path.relative_to(layout.target).as_posix(),
            "rows": count,
            "bytes": path.stat().st_size,
            "sha256": sha256_of(path),
        }
        for path, count in rows.items()
    ]


def sha256_of(path: Path) -> str:
    """The file's SHA-256 in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write(layout: Layout, rows: Sequence[Row]) -> None:
    write_table(layout.table(EPISODES), pa.Table.from_pylist(list(rows), schema=EPISODES_SCHEMA))


def _texts(value: object) -> list[object]:
    return value if isinstance(value, list) else []
