"""Reading recordings: a file or a folder, ours or rewritten by a foreign tool, one step at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from gui_rec.errors import StoreError, UsageError
from gui_rec.model.episode import Outcome
from gui_rec.model.label import LabelRow
from gui_rec.model.step import Step
from gui_rec.model.verdict import StepVerdict
from gui_rec.store import side_tables
from gui_rec.store.catalog import EpisodeRecord, scan
from gui_rec.store.layout import Layout
from gui_rec.store.migrate import Row
from gui_rec.store.rows import from_row
from gui_rec.store.schema import IMAGE_COLUMNS, STEP_SCHEMA, XML_COLUMNS
from gui_rec.store.shards import ShardReader, Span

__all__ = ["EpisodeRecord", "Recording", "open_trajectories"]


class Recording:
    """The episodes at `path`, recounted; steps are read when they are asked for.

    `episodes` are those that count; `discarded` those that the recording person threw away, which no training row,
    label or replay is made from.
    """

    def __init__(
        self, path: Path, episodes: tuple[EpisodeRecord, ...], discarded: tuple[EpisodeRecord, ...] = ()
    ) -> None:
        self.path = path
        self.episodes = episodes
        self.discarded = discarded

    @property
    def every_episode(self) -> tuple[EpisodeRecord, ...]:
        """Those that count and the discarded ones, by id (which sorts by time)."""
        both = (*self.episodes, *self.discarded)
        return tuple(sorted(both, key=lambda record: record.info.episode_id)) if self.discarded else both

    def episode(self, episode_id: str) -> EpisodeRecord:
        """One episode, a discarded one too. Raises UsageError naming those that there are."""
        for record in self.every_episode:
            if record.info.episode_id == episode_id:
                return record
        known = ", ".join(record.info.episode_id for record in self.episodes[:5])
        raise UsageError(f"{self.path}: no episode {episode_id!r} here; there are {known}")

    def steps(
        self,
        episode_id: str | None = None,
        *,
        images: bool = True,
        xml: bool = True,
        withdrawn: bool = False,
    ) -> Iterator[Step]:
        """The steps of one episode or of all, in order; withdrawn ones only when asked for.

        Without `images` or `xml` those columns are not read and stand as None, though nothing is missing.
        Raises StoreError naming file, row and column.
        """
        chosen = self.episodes if episode_id is None else (self.episode(episode_id),)
        columns = projection(images=images, xml=xml)
        for record in chosen:
            for span in record.spans:
                for step in _span_steps(span, columns):
                    if withdrawn or not step.withdrawn:
                        yield step

    def verdicts(self) -> list[StepVerdict]:
        """The recording's verdicts, oldest first; none when it was never replayed."""
        return side_tables.read_verdicts(self.path)

    def labels(self) -> list[LabelRow]:
        """The recording's labels, oldest first."""
        return side_tables.read_labels(self.path)


def open_trajectories(path: str | os.PathLike[str]) -> Recording:
    """Open the recording, the dataset or the single file at `path`.

    Raises StoreError naming file, row and column for anything that is not one: no Parquet, foreign
    Parquet, cut off, newer than this gui-rec, a missing column, gaps in the steps, mixed episodes.
    """
    found = scan(Layout(Path(path)))
    kept = tuple(record for record in found if not is_discarded(record))
    return Recording(Path(path), kept, tuple(record for record in found if is_discarded(record)))


def is_discarded(record: EpisodeRecord) -> bool:
    """Whether the recording person threw the episode away."""
    return record.end is not None and record.end.outcome == Outcome.DISCARDED


def projection(*, images: bool, xml: bool) -> list[str] | None:
    """The columns to read; None for all."""
    if images and xml:
        return None
    skipped = {*(() if images else IMAGE_COLUMNS), *(() if xml else XML_COLUMNS)}
    return [name for name in STEP_SCHEMA.names if name not in skipped]


def step_of(row: Row, span: Span, at: int) -> Step:
    """The step of a row; a refusal names file, row and column."""
    try:
        return from_row(row)
    except StoreError as error:
        index = span.first_index + at
        raise StoreError(
            f"{span.file}: row {span.first_row + at} (episode {span.episode_id}, step {index}), column {error}",
            file=str(span.file),
            episode_id=span.episode_id,
            step_index=index,
            field=error.field,
        ) from error


def _span_steps(span: Span, columns: list[str] | None) -> Iterator[Step]:
    with ShardReader.open(span.file) as shard:
        for at, row in enumerate(shard.rows(span.first_row, span.rows, columns)):
            yield step_of(row, span, at)
