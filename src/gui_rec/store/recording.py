"""Writing a recording: every step is safe on the disk before the recorder says that it has it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType

import msgspec

from gui_rec import __version__
from gui_rec.errors import OutputExistsError, StoreError, UsageError
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason, Source
from gui_rec.model.step import Step
from gui_rec.store import durable, lock
from gui_rec.store.compaction import compact
from gui_rec.store.ids import is_safe_id
from gui_rec.store.index import add_to_index
from gui_rec.store.journal import LOCK_FILE, Journal
from gui_rec.store.layout import SUFFIX, TABLES, Layout, is_table
from gui_rec.store.migrate import Row
from gui_rec.store.room import KEEP_FREE_BYTES, Room, room_for
from gui_rec.store.rows import device_to_cell, from_row, refuse_lone_surrogates, to_row
from gui_rec.store.scrub import Scrub
from gui_rec.store.shards import check_storable


class RecordingWriter:
    """One open episode.

    As a context manager: leaving in good order without `finish` ends the episode as `stopped`; leaving by
    an exception keeps the journal for `resume` or `recover`.
    """

    def __init__(self, layout: Layout, journal: Journal, *, made_place: bool = False) -> None:
        """`made_place` says that the folder was made for this episode."""
        self._layout = layout
        self._journal = journal
        self._made_place = made_place
        self._finished: Path | None = None

    @classmethod
    def create(cls, target: Path, info: EpisodeInfo, *, force: bool = False) -> RecordingWriter:
        """Begin a recording at `target`: a single file when it ends in `.parquet`, else a folder.

        Raises OutputExistsError for a place that holds something; `force` moves that aside under a new
        name first, and never deletes it.
        """
        layout = Layout(target)
        if is_table(target):
            raise UsageError(f"{target}: the name of a side table; choose another name for a trajectory")
        checked = _checked(info)
        if occupied(layout):
            if not force:
                raise OutputExistsError(_occupied_message(layout))
            with durable.storing(target, "nothing was moved"):
                move_aside(layout)
        return cls._begun(layout, checked)

    @classmethod
    def extend(cls, folder: Path, info: EpisodeInfo) -> RecordingWriter:
        """Begin another episode in a folder that may hold episodes already."""
        layout = Layout(folder)
        if layout.is_file:
            raise UsageError(f"{folder}: a single file holds one episode; extend a folder")
        checked = _checked(info)
        if layout.journal.exists():
            raise OutputExistsError(_occupied_message(layout))
        if layout.data_file(checked.episode_id).exists():
            raise OutputExistsError(f"{folder}: episode {checked.episode_id} is there already")
        return cls._begun(layout, checked)

    @classmethod
    def _begun(cls, layout: Layout, info: EpisodeInfo) -> RecordingWriter:
        is_new = not layout.is_file and not layout.target.exists()
        return cls(layout, Journal.create(layout.journal, info), made_place=is_new)

    @classmethod
    def resume(cls, target: Path) -> RecordingWriter:
        """Go on with an episode whose recorder died; step ids continue.

        Raises StoreError when there is none, or one that is finished or was discarded.
        """
        layout = Layout(target)
        journal = Journal.open(layout.journal)
        if layout.data_file(journal.state.info.episode_id).exists():
            journal.close()
            raise StoreError(
                f"{target}: the episode is finished, only its journal was not cleared away; run `gui-rec recover "
                f"{target}`"
            )
        if journal.state.is_discarded:
            journal.close()
            raise StoreError(
                f"{target}: the episode was discarded and cannot be gone on with; run `gui-rec recover {target}`"
            )
        return cls(layout, journal)

    @property
    def episode_id(self) -> str:
        """The open episode's id."""
        return self._journal.state.info.episode_id

    @property
    def info(self) -> EpisodeInfo:
        """What the open episode began with."""
        return self._journal.state.info

    @property
    def next_index(self) -> int:
        """The id that the next step must have."""
        return self._journal.state.steps

    def room(self, keep_free_bytes: int = KEEP_FREE_BYTES) -> Room:
        """How many more steps the disk holds."""
        return room_for(
            self._layout.target, self._journal.kept_bytes, self.next_index, keep_free_bytes=keep_free_bytes
        )

    def append(self, step: Step) -> None:
        """Keep a step; returns only when it is on the disk.

        Raises StoreError for a step out of order or with a value that the store cannot hold (nothing is
        written then), and DiskFullError when there is no room (all earlier steps are kept).
        """
        self._refuse_after_finish()
        if step.index != self.next_index:
            raise StoreError(
                f"episode {self.episode_id}: step ids are contiguous: expected {self.next_index}, "
                f"got {step.index}",
                step_index=step.index,
            )
        self._journal.append(_storable(step, self._journal.state.info))

    def texts(self) -> Iterator[str]:
        """What the journal holds in words: the frame and each step's line, without pictures and hierarchies."""
        return self._journal.texts()

    def scrub(self, scrub: Scrub) -> None:
        """Take a secret that became known out of the words that were kept before. Raises StoreError."""
        self._refuse_after_finish()
        self._journal.scrub(scrub)

    def withdraw(self, step_index: int) -> None:
        """Take a step back: a mark that readers skip; the row stays and its id is not given again."""
        self._refuse_after_finish()
        if not 0 <= step_index < self.next_index:
            raise StoreError(f"episode {self.episode_id}: no step {step_index} to withdraw")
        self._journal.withdraw(step_index)

    def finish(self, end: EpisodeEnd, *, index: bool = True) -> Path:
        """End the episode and turn the journal into a shard; its path. A second call changes nothing.

        The steps of an episode whose outcome is `discarded` are all withdrawn. Who writes thousands of episodes
        leaves `index` out and calls `rebuild_index` once: each entry writes the whole index anew.
        """
        if self._finished is None:
            refuse_lone_surrogates(msgspec.to_builtins(end))
            self._journal.end(end)
            self._finished = compact(self._journal, self._layout, end)
            if index and not self._layout.is_file:
                add_to_index(self._layout.target, self._finished)
        return self._finished

    def discard(self) -> None:
        """Leave nothing of an episode that has no step, so that its place is free again.

        Raises UsageError for one that has: a step that was kept is never deleted.
        """
        self._refuse_after_finish()
        if self.next_index:
            raise UsageError(
                f"episode {self.episode_id} holds {self.next_index} step(s); it is not discarded"
            )
        self._finished = self._layout.target
        self._journal.remove()
        if self._made_place:
            with contextlib.suppress(OSError):  # somebody else has put something there
                self._layout.target.rmdir()

    def close(self) -> None:
        """Let go without ending the episode; `resume` or `recover` take it up."""
        if self._finished is None:
            self._journal.close()

    def __enter__(self) -> RecordingWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None and self._finished is None:
                self.finish(EpisodeEnd(EndReason.STOPPED))
        finally:
            self.close()

    def _refuse_after_finish(self) -> None:
        if self._finished is not None:
            raise UsageError(f"episode {self.episode_id} is finished; nothing more can be added")


def check_episode(info: EpisodeInfo, steps: Iterable[Step], end: EpisodeEnd) -> None:
    """Raise StoreError (or UsageError for its id) where the store could not hold it; nothing is written."""
    checked = _checked(info)
    for step in steps:
        _storable(step, checked)
    refuse_lone_surrogates(msgspec.to_builtins(end))


def _storable(step: Step, info: EpisodeInfo) -> Row:
    row = to_row(step, info)
    check_storable(row)
    from_row(row)  # what would not read back is not taken
    return row


def occupied(layout: Layout) -> bool:
    """True when a new recording at this place would meet something."""
    if layout.is_file:
        places = [layout.target, layout.journal, *(layout.table(name) for name in TABLES)]
        return any(map(os.path.lexists, places))  # a link that leads nowhere is somebody's as well
    if layout.target.is_dir():
        return any(layout.target.iterdir())
    return os.path.lexists(layout.target)


def move_aside(layout: Layout) -> Path:
    """Give what stands at the place a free name (`<name>.replaced-<n>`); that name.

    Raises StoreError while a recorder is at work there, UsageError for a place without a name of its own.
    """
    if layout.target.name in ("", ".."):
        raise UsageError(f"{layout.target}: cannot be moved aside; name a new folder or file")
    if lock.is_held(layout.journal / LOCK_FILE):
        raise StoreError(f"{layout.target}: a recorder is at work here; it cannot be replaced")
    target = layout.target
    suffix = SUFFIX if layout.is_file else ""
    stem = target.name.removesuffix(suffix) if suffix else target.name
    number = 1
    while occupied(Layout(free := target.with_name(f"{stem}.replaced-{number}{suffix}"))):
        number += 1
    moves = [(target, free)]
    if layout.is_file:
        aside = Layout(free)
        moves += [(layout.journal, aside.journal)]
        moves += [(layout.table(name), aside.table(name)) for name in TABLES]
    for old, new in moves:
        if os.path.lexists(old):
            old.rename(new)
    return free


def _occupied_message(layout: Layout) -> str:
    if lock.is_held(layout.journal / LOCK_FILE):
        at_work = lock.holder(layout.journal / LOCK_FILE) or "unknown"
        return f"{layout.target}: process {at_work} is recording here; choose another name"
    if layout.journal.is_dir():
        return (
            f"{layout.target}: an unfinished recording is here; go on with it (`record --resume`) or end it "
            "(`gui-rec recover`)"
        )
    return f"{layout.target}: is there already; choose another name, or move it aside (`--force`; in Python `force=True`)"


def _checked(info: EpisodeInfo) -> EpisodeInfo:
    """The frame, complete and storable. Raises UsageError or StoreError."""
    if not is_safe_id(info.episode_id):
        raise UsageError(
            f"episode id: expected letters, digits, - and _ and no table's name, got {info.episode_id!r}"
        )
    if info.source not in tuple(Source) and not info.source.startswith("import:"):
        raise UsageError(f"source: expected one of {', '.join(Source)} or import:<name>, got {info.source!r}")
    refuse_lone_surrogates(msgspec.to_builtins(info))
    check_storable({"device": device_to_cell(info.device)})
    return replace(info, recorder=info.recorder or f"gui-rec {__version__}")
