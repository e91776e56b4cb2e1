"""Which episodes the files of a recording hold, recounted from the rows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gui_rec.errors import StoreError
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.store.layout import SUFFIX, Layout
from gui_rec.store.rows import info_from_row
from gui_rec.store.shards import EpisodeSummary, ShardReader, Span

_FRAME_COLUMNS = ("episode_id", "source", "goal", "task_id", "annotator", "device")


@dataclass(frozen=True, slots=True)
class EpisodeRecord:
    """An episode: its frame, its end (None when unknown), its steps without the withdrawn ones, its files."""

    info: EpisodeInfo
    end: EpisodeEnd | None
    step_count: int
    file: Path
    withdrawn_count: int = 0
    spans: tuple[Span, ...] = ()


@dataclass(slots=True)
class _Found:
    info: EpisodeInfo
    end: EpisodeEnd | None
    file: Path
    spans: list[Span]


class Catalog:
    """Episodes gathered file by file."""

    def __init__(self) -> None:
        self._found: dict[str, _Found] = {}

    def add(self, path: Path) -> None:
        """Take in the episodes of one file. Raises StoreError naming file, row and column."""
        with ShardReader.open(path) as shard:
            spans = {span.episode_id: span for span in shard.spans()}
            told = {summary.info.episode_id: summary for summary in shard.summaries or []}
            for episode_id, summary in told.items():
                _check_count(path, summary, spans.get(episode_id))
            frames = {key: _frame(shard, span) for key, span in spans.items() if key not in told}
        for episode_id, summary in told.items():
            span = spans.get(episode_id)
            self._enter(episode_id, summary.info, summary.end, path, [] if span is None else [span])
        for episode_id, info in frames.items():
            self._enter(episode_id, info, None, path, [spans[episode_id]])

    def episodes(self) -> tuple[EpisodeRecord, ...]:
        """Every episode. Raises StoreError where the shards of one do not join into 0, 1, 2, ..."""
        return tuple(_record(found) for found in self._found.values())

    def _enter(
        self, episode_id: str, info: EpisodeInfo, end: EpisodeEnd | None, path: Path, spans: list[Span]
    ) -> None:
        known = self._found.setdefault(episode_id, _Found(info, end, path, []))
        known.end = known.end or end
        known.spans += spans


def scan(layout: Layout) -> tuple[EpisodeRecord, ...]:
    """The episodes of a whole recording. Raises StoreError, also for a place that holds none."""
    catalog = Catalog()
    for path in found_files(layout):
        catalog.add(path)
    return catalog.episodes()


def found_files(layout: Layout) -> list[Path]:
    """The recording's data files. Raises StoreError when there are none, saying what is there instead."""
    files = layout.data_files()
    if files:
        return files
    target = layout.target
    if layout.journal.is_dir():
        raise StoreError(f"{target}: the recording was not finished; run `gui-rec recover {target}`")
    if not target.exists():
        raise StoreError(f"{target}: no such file or folder", file=str(target))
    if target.is_dir():
        raise StoreError(f"{target}: no trajectories here; expected data/*{SUFFIX}", file=str(target))
    return [target]  # a file with another name's ending: let the shard reader say what it is


def _check_count(path: Path, summary: EpisodeSummary, span: Span | None) -> None:
    rows = 0 if span is None else span.rows
    if rows != summary.rows:
        episode_id = summary.info.episode_id
        raise StoreError(
            f"{path}: episode {episode_id}: the metadata counts {summary.rows} steps, the file has {rows}",
            file=str(path),
            episode_id=episode_id,
        )


def _frame(shard: ShardReader, span: Span) -> EpisodeInfo:
    row = next(iter(shard.rows(span.first_row, 1, _FRAME_COLUMNS)))
    try:
        return info_from_row(row)
    except StoreError as error:
        raise StoreError(
            f"{shard.path}: row {span.first_row}, column {error}",
            file=str(shard.path),
            episode_id=span.episode_id,
            field=error.field,
        ) from error


def _record(found: _Found) -> EpisodeRecord:
    spans = sorted(found.spans, key=lambda span: span.first_index)
    expected = 0
    for span in spans:
        if span.first_index != expected:
            raise StoreError(
                f"{span.file}: row {span.first_row}, column step_index: episode {span.episode_id} goes on with "
                f"step {span.first_index}, expected {expected}",
                file=str(span.file),
                episode_id=span.episode_id,
                step_index=span.first_index,
                field="step_index",
            )
        expected += span.rows
    withdrawn = sum(len(span.withdrawn) for span in spans)
    file = spans[0].file if spans else found.file
    return EpisodeRecord(found.info, found.end, expected - withdrawn, file, withdrawn, tuple(spans))
