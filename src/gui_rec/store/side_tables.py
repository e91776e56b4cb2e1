"""Tables beside the steps: verdicts and labels. Rows are only ever added; a table is replaced by rename."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from gui_rec._clock import Clock, Deadline, SystemClock
from gui_rec.errors import StoreError
from gui_rec.model.label import LabelRow
from gui_rec.model.verdict import StepVerdict
from gui_rec.store import durable, migrate
from gui_rec.store.layout import LABELS, VERDICTS, Layout
from gui_rec.store.lock import Lock
from gui_rec.store.rows import refuse_lone_surrogates
from gui_rec.store.schema import LABELS_SCHEMA, META_VERSION, STORE_VERSION, VERDICTS_SCHEMA
from gui_rec.store.shards import open_parquet, parquet_options, reading

T = TypeVar("T", StepVerdict, LabelRow)
_PATIENCE_S = 10.0
_ADVICE = "the table is as it was before; free some room and try again"


def append_verdicts(path: Path, rows: Sequence[StepVerdict], *, clock: Clock | None = None) -> None:
    """Add verdicts to the recording at `path` (a folder, or a single file with the table beside it).

    Waits up to 10 s for another process that is adding rows at the same moment.
    """
    _append(Layout(path).table(VERDICTS), VERDICTS_SCHEMA, rows, clock or SystemClock())


def read_verdicts(path: Path) -> list[StepVerdict]:
    """All verdicts, oldest first; none where there is no table. Raises StoreError."""
    return _read(Layout(path).table(VERDICTS), VERDICTS_SCHEMA, StepVerdict)


def append_labels(path: Path, rows: Sequence[LabelRow], *, clock: Clock | None = None) -> None:
    """Add labels to the recording at `path`, as `append_verdicts` does."""
    _append(Layout(path).table(LABELS), LABELS_SCHEMA, rows, clock or SystemClock())


def read_labels(path: Path) -> list[LabelRow]:
    """All labels, oldest first; none where there is no table. Raises StoreError."""
    return _read(Layout(path).table(LABELS), LABELS_SCHEMA, LabelRow)


def read_table(path: Path, schema: pa.Schema) -> pa.Table:
    """A table of ours with its columns in our order and types. Raises StoreError naming file and column."""
    with reading(path), open_parquet(path) as file:
        found = file.schema_arrow
        stored = _version((found.metadata or {}).get(META_VERSION))
        if stored is not None:
            migrate.check_version(stored, str(path))
        missing = [name for name in schema.names if name not in found.names]
        if missing and not _is_older(stored):
            message = f"{path}: column {missing[0]!r} is missing"
            raise StoreError(message, file=str(path), field=missing[0])
        table = file.read(columns=[name for name in schema.names if name not in missing])
        for name in missing:
            table = table.append_column(name, pa.nulls(len(table), schema.field(name).type))
        return table.select(schema.names).cast(schema)


def _version(stored: bytes | None) -> int | None:
    return int(stored) if stored is not None and stored.isdigit() and len(stored) < 10 else None


def _is_older(stored: int | None) -> bool:
    """Whether a table says that it is of a version before this one: what it lacks was not told then."""
    return stored is not None and stored < STORE_VERSION


def write_table(path: Path, table: pa.Table) -> None:
    """Replace the table at `path` whole, by rename."""
    marked = table.replace_schema_metadata({META_VERSION: str(STORE_VERSION).encode()})
    with durable.storing(path, _ADVICE), durable.replacing(path) as stream:
        pq.write_table(marked, stream, **parquet_options(table.schema))  # type: ignore[arg-type]


def _append(path: Path, schema: pa.Schema, rows: Sequence[T], clock: Clock) -> None:
    added = pa.Table.from_pylist([_plain(row) for row in rows], schema=schema)
    with durable.storing(path, _ADVICE):
        until = Deadline.after(clock, _PATIENCE_S)
        lock = Lock.acquire(path.with_name(f"{path.name}.lock"), "writing a table", until=until)
    try:
        old = read_table(path, schema) if path.exists() else schema.empty_table()
        write_table(path, pa.concat_tables([old, added]))
    finally:
        lock.release(remove=True)


def _plain(row: T) -> dict[str, object]:
    kind = type(row).__name__
    values: dict[str, object] = msgspec.to_builtins(row)
    refuse_lone_surrogates(values)
    if not math.isfinite(row.confidence) or not 0.0 <= row.confidence <= 1.0:
        raise StoreError(f"{kind}.confidence: expected 0..1, got {row.confidence!r}", field="confidence")
    if row.step_index is not None and row.step_index < 0:
        raise StoreError(f"{kind}.step_index: expected 0 or more, got {row.step_index}", field="step_index")
    return values


def _read(path: Path, schema: pa.Schema, kind: type[T]) -> list[T]:
    if not path.exists():
        return []
    rows: list[T] = []
    for at, row in enumerate(read_table(path, schema).to_pylist()):
        try:
            rows.append(msgspec.convert(row, kind))
        except msgspec.ValidationError as error:
            raise StoreError(f"{path}: row {at}: {error}", file=str(path)) from error
    return rows
