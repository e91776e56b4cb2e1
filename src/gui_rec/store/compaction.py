"""From a journal to a shard: written under a temporary name, synced, read back, renamed; never the other way."""

from __future__ import annotations

from pathlib import Path

from gui_rec.errors import StoreError
from gui_rec.model.episode import EpisodeEnd
from gui_rec.store import durable
from gui_rec.store.journal import Journal, full_rows
from gui_rec.store.layout import Layout
from gui_rec.store.rows import from_row
from gui_rec.store.shards import EpisodeSummary, ShardReader, write_shard

_ADVICE = "every acknowledged step is kept in the journal; free some room, then run `gui-rec recover`"


def compact(journal: Journal, layout: Layout, end: EpisodeEnd) -> Path:
    """Write the journal's episode as a shard and remove the journal; the shard's path.

    A shard that a crash left finished is read back and kept. Raises DiskFullError or StoreError, and then
    the journal stays.
    """
    state = journal.state
    target = layout.data_file(state.info.episode_id)
    if target.exists():
        verify(target, journal)
    else:
        with durable.storing(target, _ADVICE):
            durable.make_folder(target.parent)
            with durable.replacing(target, verify=lambda path: verify(path, journal)) as stream:
                summary = EpisodeSummary(state.info, end, state.steps)
                write_shard(stream, [summary], full_rows(journal.folder, state))
    with durable.storing(journal.folder, _ADVICE):
        journal.remove()
    return target


def verify(path: Path, journal: Journal) -> None:
    """Raise StoreError unless the shard holds every step of the journal, unaltered."""
    state = journal.state
    with ShardReader.open(path) as shard:
        if shard.row_count != state.steps:
            raise StoreError(
                f"{path}: expected the journal's {state.steps} steps, got {shard.row_count}; the journal "
                f"{journal.folder} is kept"
            )
        pairs = zip(full_rows(journal.folder, state), shard.rows(), strict=True)
        for kept, written in pairs:
            if written["episode_id"] != state.info.episode_id or from_row(kept) != from_row(written):
                raise StoreError(
                    f"{path}: step {kept['step_index']} differs from the journal's; the journal "
                    f"{journal.folder} is kept"
                )
