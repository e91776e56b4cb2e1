"""The one door to all exports: recordings in, a folder out that the Hub and `load_dataset` take as it is."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from gui_rec import __version__
from gui_rec.datasets.card import export_card, refusal_words
from gui_rec.datasets.export._api import ExportFormat, ExportSpec, ExportStats, Sample, ShardFile
from gui_rec.datasets.export._members import FORMATS
from gui_rec.datasets.export.choosing import Chooser
from gui_rec.datasets.export.engine import Engine, Job, write_parts
from gui_rec.datasets.export.jsonl import JsonlWriter
from gui_rec.datasets.export.parts import PartsFolder, identity_of, parts_of
from gui_rec.datasets.export.prompt import PROMPT_VERSION, system_prompt_id
from gui_rec.datasets.export.samples import SampleMaker
from gui_rec.datasets.export.selected import Selection
from gui_rec.datasets.export.selection import select
from gui_rec.datasets.export.shards import write_shards
from gui_rec.datasets.export.source import Source
from gui_rec.datasets.splits._api import Split
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.store import durable
from gui_rec.store.reader import Recording, open_trajectories

RECORD = "export.json"
CARD = "README.md"
DATA = "data"

Watch = Callable[[Sample], None]
"""Is shown each sample as it is written."""


def export_training_set(
    recordings: Sequence[Path],
    out: Path,
    spec: ExportSpec,
    *,
    watch: Watch | None = None,
    workers: int = 1,
) -> ExportStats:
    """Write the steps of `recordings` as training rows into the new folder `out`, with card and record.

    `watch` is shown each sample as it is written, in order, and then one process writes all.
    The folder appears whole or not at all; the same recordings give the same bytes whatever `workers` is, and no path
    of this machine. Parts that an interrupted run of the same export left are taken up. With more than one worker,
    the calling script must be guarded by `if __name__ == "__main__"`, as for any pool of processes.
    Raises OutputExistsError rather than overwrite, UsageError for an unknown format, dialect or wrapping, and
    InputError when not one sample is left.
    """
    run = _begun(recordings, out, spec)
    engine = Engine(1 if watch is not None else workers)
    with durable.storing(out, "nothing was exported; free some room and export again"):
        out.parent.mkdir(parents=True, exist_ok=True)
        return _by_parts(run, engine, watch) if run.in_parts else _by_one(run, watch)


def export_shard(recordings: Sequence[Path], out: Path, spec: ExportSpec, engine: Engine) -> ShardReport:
    """Write one machine's share of an export beside `out`; `export_training_set` joins the shares when all are there.

    Raises UsageError for a layout that is written by one process.
    """
    run = _begun(recordings, out, spec)
    if not run.in_parts:
        raise UsageError(
            f"shard: the layout {run.layout.name} with these options is written by one process; export it without"
        )
    with durable.storing(out, "what is whole is kept; free some room and export again"):
        out.parent.mkdir(parents=True, exist_ok=True)
        folder, jobs = _jobs(run)
        mine = {part.number for part in engine.share([job.part for job in jobs])}
        own = [job for job in jobs if job.part.number in mine]
        done = sum(1 for _ in write_parts(own, engine.workers, run.sources))
        there = sum(folder.result(job.part.number) is not None for job in jobs)
    return ShardReport(folder.path, done, there, len(jobs))


@dataclass(frozen=True, slots=True)
class ShardReport:
    """`done` parts are this machine's; `there` of `of` are whole by now, whoever wrote them."""

    folder: Path
    done: int
    there: int
    of: int


@dataclass(frozen=True, slots=True)
class _Run:
    """An export that may begin."""

    recordings: tuple[Path, ...]
    out: Path
    sources: tuple[Source, ...]
    layout: ExportFormat
    maker: SampleMaker

    @property
    def opened(self) -> list[Recording]:
        return [source.recording for source in self.sources]

    @property
    def reviewed(self) -> bool:
        return any(source.reviews for source in self.sources)

    @property
    def in_parts(self) -> bool:
        """Whether each row is a function of its episode alone, and rows are Parquet."""
        chooser = Chooser(self.layout.traits.takes, self.maker.spec.most_per_action, self.maker.spec.seed)
        return self.layout.schema is not None and not chooser.looks_twice


def _begun(recordings: Sequence[Path], out: Path, spec: ExportSpec) -> _Run:
    if not recordings:
        raise UsageError("export: expected at least one recording, got none")
    if os.path.lexists(out):  # a link that leads nowhere is somebody's as well
        raise OutputExistsError(f"{out}: it exists already; export into another place")
    layout, maker = FORMATS.get(spec.format), SampleMaker.for_spec(spec)
    opened = [open_trajectories(path) for path in recordings]
    sources = tuple(Source(recording) for recording in opened)
    if spec.labels:
        layout = layout.labelled()
    if any(source.reviews for source in sources):
        layout = layout.reviewed()
    _refuse_twins(recordings, opened)
    maker.selection = select(opened, spec)
    return _Run(tuple(recordings), out, sources, layout, maker)


def _jobs(run: _Run) -> tuple[PartsFolder, list[Job]]:
    parts = parts_of(run.opened, run.maker.selection)
    folder = PartsFolder(run.out, identity_of(run.recordings, run.opened, run.maker.spec))
    recordings = tuple(path.absolute() for path in run.recordings)
    drops = run.maker.selection.drops
    return folder, [
        Job(
            recordings,
            run.maker.spec,
            run.reviewed,
            part,
            Selection({name: drops[name] for _, ids in part.episodes for name in ids if name in drops}),
            folder,
        )
        for part in parts
    ]


def _by_parts(run: _Run, engine: Engine, watch: Watch | None) -> ExportStats:
    folder, jobs = _jobs(run)
    with _kept_where_begun(folder):
        for result in write_parts(jobs, engine.workers, run.sources, watch):
            run.maker.add(result.counts)
        joined, files = folder.join([job.part for job in jobs], DATA)
        stats = _finish(joined, run, files)
        joined.rename(run.out)
    folder.remove()
    return stats


@contextmanager
def _kept_where_begun(folder: PartsFolder) -> Iterator[None]:
    """An error that another run would meet again leaves nothing; after any other, whole parts are kept."""
    try:
        yield
    except InputError:
        folder.remove()
        raise
    except BaseException:
        folder.remove_unless_begun()
        raise


def _by_one(run: _Run, watch: Watch | None) -> ExportStats:
    staging = run.out.with_name(f".{run.out.name}.{secrets.token_hex(4)}.partial")
    try:
        stats = _finish(staging, run, _write_rows(staging, run, watch))
        staging.rename(run.out)
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        raise
    return stats


def _finish(staging: Path, run: _Run, files: Sequence[ShardFile]) -> ExportStats:
    """Record and card, when there is something to tell."""
    stats = _stats(run.out, run.opened, run.maker, files)
    if not stats.samples:
        reasons = "; ".join(f"{refusal_words(reason)}: {count}" for reason, count in stats.refused.items())
        raise InputError(
            f"{run.out}: none of {stats.steps} steps can be a sample: {reasons or 'there are no steps'}"
        )
    record = _record(run.layout, run.maker, stats)
    (staging / RECORD).write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (staging / CARD).write_text(_card(run.opened, run.layout, run.maker, stats), encoding="utf-8")
    return stats


def _write_rows(staging: Path, run: _Run, watch: Watch | None) -> list[ShardFile]:
    layout, maker = run.layout, run.maker
    lines, files = JsonlWriter(staging, layout), []
    for split in maker.selection.splits:
        samples = _counted(_chosen(run.sources, layout, maker, split), maker, watch)
        if layout.schema is None:
            lines.write(samples, split.value)
        else:
            rows = map(layout.row, samples)
            files += write_shards(staging / DATA, layout.schema, rows, split=split.value)
    return lines.finish() if layout.schema is None else files


def _chosen(
    sources: Sequence[Source], layout: ExportFormat, maker: SampleMaker, split: Split
) -> Iterator[Sample]:
    """Those of one side that are written, of pairs and balanced rows after a first look at all of them."""
    chooser = Chooser(layout.traits.takes, maker.spec.most_per_action, maker.spec.seed)
    if chooser.looks_twice:
        first = SampleMaker.for_spec(maker.spec)
        first.selection = maker.selection
        chooser.look(_samples(sources, first, split))
    return chooser.choose(_samples(sources, maker, split), maker.drop)


def _counted(samples: Iterator[Sample], maker: SampleMaker, watch: Watch | None) -> Iterator[Sample]:
    for sample in samples:
        maker.wrote(sample)
        if watch is not None:
            watch(sample)
        yield sample


def _samples(sources: Sequence[Source], maker: SampleMaker, split: Split) -> Iterator[Sample]:
    for source in sources:
        ids = (episode.info.episode_id for episode in source.recording.episodes)
        wanted = {episode_id for episode_id in ids if maker.selection.split_of(episode_id) is split}
        yield from source.samples(maker, wanted)


def _refuse_twins(recordings: Sequence[Path], opened: Sequence[Recording]) -> None:
    seen: dict[str, Path] = {}
    for path, recording in zip(recordings, opened, strict=True):
        for episode in recording.episodes:
            first = seen.setdefault(episode.info.episode_id, path)
            if first != path or recordings.count(path) > 1:
                raise InputError(
                    f"{path}: episode {episode.info.episode_id} is also in {first}; give it once"
                )


def _stats(
    out: Path, opened: Sequence[Recording], maker: SampleMaker, files: Sequence[ShardFile]
) -> ExportStats:
    return ExportStats(
        out=out,
        episodes=sum(len(recording.episodes) for recording in opened),
        steps=maker.steps,
        samples=sum(file.rows for file in files),
        refused=dict(sorted(maker.refused.items())),
        losses=dict(sorted(maker.losses.items())),
        files=tuple(files),
        discarded=sum(len(recording.discarded) for recording in opened),
        selection=maker.selection,
        taught=maker.taught,
        derived=maker.derived,
    )


def _record(layout: ExportFormat, maker: SampleMaker, stats: ExportStats) -> dict[str, object]:
    return {
        "made_by": f"gui-rec {__version__}",
        "written_by": f"pyarrow {pa.__version__}",
        "format": layout.name,
        "format_version": layout.version,
        "prompt_version": PROMPT_VERSION,
        "dialect": maker.codec.name,
        "wrapping": maker.wrapping,
        "history": maker.spec.history,
        **_shape(maker),
        "verified_only": maker.spec.verified_only,
        **_selection(maker.spec),
        "episodes": stats.episodes,
        "discarded_episodes": stats.discarded,
        "steps": stats.steps,
        "samples": stats.samples,
        "taught_steps": stats.taught,
        "derived_operations": stats.derived,
        "refused": dict(stats.refused),
        "losses": dict(stats.losses),
        **stats.selection.document(),
        "files": [
            {
                "path": file.path,
                "split": file.split,
                "rows": file.rows,
                "bytes": file.bytes,
                "sha256": file.sha256,
            }
            for file in stats.files
        ],
    }


def _shape(maker: SampleMaker) -> dict[str, object]:
    """How the rows were made; the ids name the words around a target."""
    spec = maker.spec
    return {
        "unit": spec.unit.value,
        "history_as": spec.history_as,
        "history_images": spec.history_images,
        "wording": maker.wording.id,
        "system_prompt": system_prompt_id(maker.codec.name, maker.wrapping, spec.system),
        "grounding": spec.grounding,
        "resize": spec.resize,
        "image_size": None if spec.image_size is None else str(spec.image_size),
        "most_per_action": spec.most_per_action,
        "seed": spec.seed,
    }


def _selection(spec: ExportSpec) -> dict[str, object]:
    """What was chosen by people's words, where something was."""
    chosen: dict[str, object] = {} if spec.outcome is None else {"outcome": spec.outcome}
    if spec.labels:
        chosen["labels"] = True
    return chosen | ({"include_rejected": True} if spec.include_rejected else {})


def _card(opened: Sequence[Recording], layout: ExportFormat, maker: SampleMaker, stats: ExportStats) -> str:
    sources = sorted({episode.info.source for recording in opened for episode in recording.episodes})
    return export_card(maker.spec, maker.codec, maker.wrapping, layout.schema, stats, sources)
