"""Who writes the parts of an export: this process, a pool of processes, or several machines by `shard`."""

from __future__ import annotations

import multiprocessing
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from gui_rec.datasets.export._api import ExportSpec, Sample
from gui_rec.datasets.export._members import FORMATS
from gui_rec.datasets.export.choosing import Chooser
from gui_rec.datasets.export.counts import Counts
from gui_rec.datasets.export.parts import Part, PartResult, PartsFolder
from gui_rec.datasets.export.samples import SampleMaker
from gui_rec.datasets.export.selected import Selection
from gui_rec.datasets.export.shards import write_shards
from gui_rec.datasets.export.source import Source, source_at
from gui_rec.errors import GuiRecError, InputError, StoreError, UsageError

MOST_WORKERS = 256


@dataclass(frozen=True, slots=True)
class Engine:
    """`workers` 1 is this process alone. `shard` (i, n), counted from 1, writes the i-th of n shares of the parts and
    joins nothing.
    """

    workers: int = 1
    shard: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.workers <= MOST_WORKERS:
            raise UsageError(f"workers: expected 1 to {MOST_WORKERS}, got {self.workers}")
        if self.shard is not None and not 1 <= self.shard[0] <= self.shard[1]:
            raise UsageError(f"shard: expected I/N with 1 <= I <= N, got {self.shard[0]}/{self.shard[1]}")

    def share(self, parts: Sequence[Part]) -> list[Part]:
        """The parts that are this engine's to write."""
        if self.shard is None:
            return list(parts)
        at, of = self.shard
        return [part for part in parts if part.number % of == at - 1]


@dataclass(frozen=True, slots=True)
class Job:
    """One part with all that its process must know; everything in it can be sent to another process."""

    recordings: tuple[Path, ...]
    spec: ExportSpec
    reviewed: bool
    part: Part
    selection: Selection
    folder: PartsFolder


def write_parts(
    jobs: Sequence[Job],
    workers: int,
    sources: Sequence[Source],
    watch: Callable[[Sample], None] | None = None,
) -> Iterator[PartResult]:
    """Write the parts that are not there yet; the results come as they are done, those that were there first.

    `sources` are the recordings as this process has them open. `watch` sees each sample, and so asks for one worker
    and for every part to be written. Raises what writing a part raises.
    """
    todo = []
    for job in jobs:
        there = None if watch is not None else job.folder.result(job.part.number)
        if there is None:
            todo.append(job)
        else:
            yield there
    if min(workers, len(todo)) <= 1 or watch is not None:
        for job in todo:
            yield write_part(job, sources.__getitem__, watch)
        return
    yield from _pooled(todo, workers)


def _pooled(jobs: Sequence[Job], workers: int) -> Iterator[PartResult]:
    # Spawned, not forked: Arrow's threads do not survive a fork.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=context) as pool:
        try:
            yield from pool.map(_write_part, jobs)
        except BrokenProcessPool as error:
            raise StoreError(
                f"{jobs[0].folder.path}: a process of the export ended, perhaps for want of memory; what is whole "
                "is kept, so export again, with fewer workers"
            ) from error
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _write_part(job: Job) -> PartResult:
    try:
        return write_part(job, lambda at: source_at(job.recordings[at]))
    except GuiRecError as error:
        if len(error.args) == 1 and type(error).__init__ in (Exception.__init__, StoreError.__init__):
            raise
        raise InputError(str(error)) from error  # one of two arguments would not come back whole


def write_part(
    job: Job, source: Callable[[int], Source], watch: Callable[[Sample], None] | None = None
) -> PartResult:
    """Write one part, whole or not at all; `source` opens the recording of a number."""
    layout, maker = FORMATS.get(job.spec.format), SampleMaker.for_spec(job.spec)
    if job.spec.labels:
        layout = layout.labelled()
    if job.reviewed:
        layout = layout.reviewed()
    if layout.schema is None:
        raise UsageError(f"layout {layout.name}: lines of JSON are written by one process")
    maker.selection = job.selection
    scratch = job.folder.scratch(job.part.number)
    try:
        rows = (layout.row(sample) for sample in _samples(job, maker, source, watch))
        files = write_shards(scratch / job.part.split, layout.schema, rows, split=job.part.split)
        counts = Counts(maker.steps, maker.taught, maker.derived, dict(maker.refused), dict(maker.losses))
        result = PartResult(job.part.number, tuple(files), counts)
        job.folder.keep(scratch, result)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    return result


def _samples(
    job: Job,
    maker: SampleMaker,
    source: Callable[[int], Source],
    watch: Callable[[Sample], None] | None,
) -> Iterator[Sample]:
    chooser = Chooser(maker.traits.takes)  # what is chosen by others' rows is written by one process
    for at, ids in job.part.episodes:
        for sample in chooser.choose(source(at).samples(maker, frozenset(ids)), maker.drop):
            maker.wrote(sample)
            if watch is not None:
                watch(sample)
            yield sample
