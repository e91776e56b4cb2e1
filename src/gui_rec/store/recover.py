"""After a crash, a power cut or a full disk: every finished step becomes part of a readable recording."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from gui_rec.errors import StoreError
from gui_rec.model.episode import EpisodeEnd
from gui_rec.model.flags import EndReason
from gui_rec.store import durable
from gui_rec.store.compaction import compact
from gui_rec.store.durable import TEMPORARY_SUFFIX
from gui_rec.store.index import add_to_index, refresh_index
from gui_rec.store.journal import EPISODE_FILE, FINISHED_FILE, LOCK_FILE, STEPS_FILE, Journal
from gui_rec.store.layout import JOURNAL, Layout
from gui_rec.store.lock import Lock


@dataclass(frozen=True, slots=True)
class RecoverReport:
    """What was found and saved. `file` is None when there was nothing to recover.

    `steps` counts all steps, withdrawn ones too; `unfinished_line` tells of a step that was being written
    and was never acknowledged.
    """

    file: Path | None
    episode_id: str | None = None
    steps: int = 0
    ended: EndReason | None = None
    unfinished_line: bool = False


def recover(path: Path) -> RecoverReport:
    """Finish the recording at `path` (a folder, a `.parquet` target, or its journal) that its recorder left.

    The episode ends as `interrupted`, or as its recorder had noted before it died. A folder without a
    journal has its index put right when it does not name the folder's files. Raises StoreError while that
    recorder lives, for a damaged journal (which is kept), and for a place with nothing at all.
    """
    layout = Layout(_target_of(path))
    if not (layout.journal / EPISODE_FILE).is_file():
        empty = _remove_empty_journal(layout)
        if not layout.target.exists() and not empty:
            raise StoreError(f"{path}: nothing here, neither a recording nor a journal", file=str(path))
        if layout.target.is_dir():
            refresh_index(layout.target)
        return RecoverReport(None)
    journal = Journal.open(layout.journal)
    try:
        state = journal.state
        end = state.end or EpisodeEnd(EndReason.INTERRUPTED)
        _remove_temporaries(layout, state.info.episode_id)
        file = compact(journal, layout, end)
    finally:
        journal.close()
    if not layout.is_file:
        add_to_index(layout.target, file)
    return RecoverReport(file, state.info.episode_id, state.steps, end.reason, state.torn)


def _target_of(path: Path) -> Path:
    """The recording that a journal's own path belongs to; any other path as it is."""
    if not (path / EPISODE_FILE).is_file():
        return path
    suffix = f".{JOURNAL}"
    return path.with_name(path.name.removesuffix(suffix)) if path.name.endswith(suffix) else path.parent


def _remove_empty_journal(layout: Layout) -> bool:
    """Remove a journal that never had an episode, or whose episode has its shard; True when there was one.

    Raises StoreError for steps whose head was lost: they are kept.
    """
    folder = layout.journal
    if not folder.is_dir():
        return False
    if not (folder / FINISHED_FILE).exists() and _size(folder / STEPS_FILE):
        raise StoreError(
            f"{folder / EPISODE_FILE}: the head of the journal is missing; its steps are kept in {STEPS_FILE}",
            file=str(folder),
        )
    with durable.storing(folder, "free some room and try again"):
        lock = Lock.acquire(folder / LOCK_FILE)
        shutil.rmtree(folder, ignore_errors=True)
        lock.release()
    return True


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _remove_temporaries(layout: Layout, episode_id: str) -> None:
    """A shard that was half written when the recorder died has no name of its own and no reader."""
    shard = layout.data_file(episode_id)
    shard.with_name(shard.name + TEMPORARY_SUFFIX).unlink(missing_ok=True)
