"""A shard gets its name only after it was read back and equals the journal."""

from __future__ import annotations

from pathlib import Path

import pytest
from trajectories import FINISHED, a_look, a_step, an_episode

from gui_rec.errors import StoreError
from gui_rec.store.compaction import compact, verify
from gui_rec.store.journal import Journal
from gui_rec.store.layout import Layout
from gui_rec.store.rows import to_row


def a_journal(layout: Layout, *steps: int) -> Journal:
    journal = Journal.create(layout.journal, an_episode())
    for at, number in enumerate(steps):
        journal.append(to_row(a_step(at, pre=a_look(number)), an_episode()))
    return journal


def test_the_journal_goes_and_the_shard_comes(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "x.parquet")
    path = compact(a_journal(layout, 0, 1), layout, FINISHED)
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("others", "message"),
    [((0, 2), "step 1 differs from the journal's"), ((0,), "expected the journal's 1 steps, got 2")],
)
def test_a_shard_that_is_not_the_journal_s_is_told(
    tmp_path: Path, others: tuple[int, ...], message: str
) -> None:
    layout = Layout(tmp_path / "x.parquet")
    path = compact(a_journal(layout, 0, 1), layout, FINISHED)
    journal = a_journal(Layout(tmp_path / "y.parquet"), *others)
    with pytest.raises(StoreError, match=message):
        verify(path, journal)
    journal.close()


def test_a_picture_that_rots_in_the_journal_stops_the_compaction(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "x.parquet")
    journal = a_journal(layout, 0)
    for picture in layout.journal.glob("*.png"):
        picture.write_bytes(picture.read_bytes()[:-1])
    with pytest.raises(StoreError, match="not what its name says"):
        compact(journal, layout, FINISHED)
    assert [item.name for item in tmp_path.iterdir()] == ["x.parquet.journal"]
    journal.close()
