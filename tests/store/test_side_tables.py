"""Verdicts and labels are only ever added."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import texts
from trajectories import record

from gui_rec.errors import StoreError
from gui_rec.model.label import LabelRow
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.store.lock import Lock
from gui_rec.store.reader import open_trajectories
from gui_rec.store.schema import META_VERSION
from gui_rec.store.side_tables import append_labels, append_verdicts, read_labels, read_verdicts
from gui_rec.testing.clock import FakeClock

LABEL = LabelRow("01E", None, "task_done", "true", "human:ana", 1.0, "gui-rec 0.1", 5, 1)
VERDICT = StepVerdict(
    "run1", "01E", 0, "emulator-5554", Verdict.MISMATCH, Code.NO_EFFECT, "", 0.75, None, "{}", None
)


def labels() -> st.SearchStrategy[LabelRow]:
    return st.builds(
        LabelRow,
        episode_id=texts(),
        step_index=st.none() | st.integers(0, 2**31 - 1),
        label=texts(),
        value=texts(),
        source=texts(),
        confidence=st.floats(0, 1),
        made_by=texts(),
        made_at_us=st.integers(0, 2**53),
        version=st.integers(0, 100),
    )


@settings(max_examples=25, deadline=None)
@given(st.lists(labels(), max_size=3), st.lists(labels(), max_size=3))
def test_labels_are_kept_in_order(
    tmp_path_factory: pytest.TempPathFactory, first: list[LabelRow], second: list[LabelRow]
) -> None:
    folder = tmp_path_factory.mktemp("labels")
    append_labels(folder, first)
    append_labels(folder, second)
    assert read_labels(folder) == [*first, *second]


@pytest.mark.parametrize("verdict", list(Verdict))
@pytest.mark.parametrize("code", [Code.OK, Code.DEVICE_LOST])
def test_verdicts_survive(tmp_path: Path, verdict: Verdict, code: Code) -> None:
    row = replace(VERDICT, verdict=verdict, code=code, outcome="recorded", replayed_episode_id="01R")
    append_verdicts(tmp_path, [row])
    append_verdicts(tmp_path, [VERDICT])
    assert read_verdicts(tmp_path) == [row, VERDICT]


def test_a_single_file_has_its_tables_beside_it(tmp_path: Path) -> None:
    file = record(tmp_path / "x.parquet")
    append_verdicts(file, [VERDICT])
    append_labels(file, [LABEL])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "x.labels.parquet",
        "x.parquet",
        "x.verdicts.parquet",
    ]
    recording = open_trajectories(file)
    assert (recording.verdicts(), recording.labels()) == ([VERDICT], [LABEL])


def test_no_table_means_no_rows(tmp_path: Path) -> None:
    assert (read_labels(tmp_path), read_verdicts(tmp_path)) == ([], [])


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (replace(LABEL, confidence=1.5), r"confidence: expected 0\.\.1, got 1\.5"),
        (replace(LABEL, confidence=float("nan")), r"confidence: expected 0\.\.1"),
        (replace(LABEL, value="\ud83d"), "value: .*lone surrogate"),
        (replace(LABEL, step_index=-1), "step_index: expected 0 or more"),
    ],
)
def test_a_row_that_cannot_stand_leaves_the_table_alone(tmp_path: Path, row: LabelRow, message: str) -> None:
    append_labels(tmp_path, [LABEL])
    with pytest.raises(StoreError, match=message):
        append_labels(tmp_path, [LABEL, row])
    assert read_labels(tmp_path) == [LABEL]


def rewrite(path: Path, table: pa.Table) -> None:
    pq.write_table(table, path)


def test_a_foreign_order_of_columns_and_extra_ones_are_read(tmp_path: Path) -> None:
    append_labels(tmp_path, [LABEL])
    path = tmp_path / "labels.parquet"
    with pq.ParquetFile(path) as source:
        table = source.read()
    rewrite(path, table.select(table.column_names[::-1]).append_column("mine", pa.array([1])))
    assert read_labels(tmp_path) == [LABEL]


def test_a_damaged_table_is_named(tmp_path: Path) -> None:
    append_verdicts(tmp_path, [VERDICT])
    path = tmp_path / "verdicts.parquet"
    with pq.ParquetFile(path) as source:
        table = source.read()
    rewrite(path, table.drop_columns(["code"]))
    with pytest.raises(StoreError, match=r"verdicts\.parquet: column 'code' is missing"):
        read_verdicts(tmp_path)
    at = table.column_names.index("code")
    rewrite(path, table.set_column(at, "code", pa.array(["FINE"])))
    with pytest.raises(StoreError, match=r"verdicts\.parquet: row 0: .*FINE"):
        read_verdicts(tmp_path)
    rewrite(path, table.replace_schema_metadata({META_VERSION: b"7"}))
    with pytest.raises(StoreError, match="upgrade gui-rec"):
        read_verdicts(tmp_path)
    path.write_bytes(b"PAR1")
    with pytest.raises(StoreError, match="not a whole Parquet file"):
        append_verdicts(tmp_path, [VERDICT])
    assert path.read_bytes() == b"PAR1"
    assert [item.name for item in tmp_path.iterdir()] == ["verdicts.parquet"]


def test_rows_wait_for_another_who_is_adding(tmp_path: Path) -> None:
    shard = record(tmp_path / "x.parquet")
    lock = Lock.acquire(tmp_path / "x.labels.parquet.lock", "writing a table")

    class Releasing(FakeClock):
        def sleep_s(self, seconds: float) -> None:
            super().sleep_s(seconds)
            lock.release(remove=True)

    append_labels(shard, [LABEL], clock=Releasing())
    assert read_labels(shard) == [LABEL]
    assert not list(tmp_path.glob("*.lock"))
