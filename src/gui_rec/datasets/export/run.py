"""The one door to all exports: recordings in, a folder out that the Hub and `load_dataset` take as it is."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from gui_rec import __version__
from gui_rec.datasets.card import export_card, refusal_words
from gui_rec.datasets.export._api import ExportFormat, ExportSpec, ExportStats, Sample, ShardFile
from gui_rec.datasets.export._members import FORMATS
from gui_rec.datasets.export.choosing import Chooser
from gui_rec.datasets.export.jsonl import JsonlWriter
from gui_rec.datasets.export.prompt import PROMPT_VERSION, system_prompt_id
from gui_rec.datasets.export.samples import Labels, SampleMaker
from gui_rec.datasets.export.selection import select
from gui_rec.datasets.export.shards import write_shards
from gui_rec.datasets.labels._members import ROW_LABELS
from gui_rec.datasets.labels.compute import episode_views, label_episode
from gui_rec.datasets.labels.settled import settled
from gui_rec.datasets.labels.step_label import NAME as STEP_LABEL
from gui_rec.datasets.reviews import REVIEW, latest_reviews, review_of_each
from gui_rec.datasets.splits._api import Split
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.model.label import LabelRow
from gui_rec.store import durable
from gui_rec.store.reader import Recording, open_trajectories

RECORD = "export.json"
CARD = "README.md"
DATA = "data"

Watch = Callable[[Sample], None]
"""Is shown each sample as it is written."""


def export_training_set(
    recordings: Sequence[Path], out: Path, spec: ExportSpec, *, watch: Watch | None = None
) -> ExportStats:
    """Write the steps of `recordings` as training rows into the new folder `out`, with card and record.

    `watch` is shown each sample as it is written, in order.
    The folder appears whole or not at all; the same recordings give the same bytes, and no path of this machine.
    Raises OutputExistsError rather than overwrite, UsageError for an unknown format, dialect or wrapping, and
    InputError when not one sample is left.
    """
    if not recordings:
        raise UsageError("export: expected at least one recording, got none")
    if os.path.lexists(out):  # a link that leads nowhere is somebody's as well
        raise OutputExistsError(f"{out}: it exists already; export into another place")
    layout, maker = FORMATS.get(spec.format), SampleMaker.for_spec(spec)
    opened = [open_trajectories(path) for path in recordings]
    if any(_reviews(recording) for recording in opened):
        layout = layout.reviewed()
    _refuse_twins(recordings, opened)
    staging = out.with_name(f".{out.name}.{secrets.token_hex(4)}.partial")
    with durable.storing(out, "nothing was exported; free some room and export again"):
        out.parent.mkdir(parents=True, exist_ok=True)
        try:
            stats = _write(staging, out, opened, layout, maker, watch)
            staging.rename(out)
        except BaseException:
            shutil.rmtree(staging, ignore_errors=True)
            raise
    return stats


def _write(
    staging: Path,
    out: Path,
    opened: Sequence[Recording],
    layout: ExportFormat,
    maker: SampleMaker,
    watch: Watch | None,
) -> ExportStats:
    maker.selection = select(opened, maker.spec)
    files = _write_rows(staging, opened, layout, maker, watch)
    stats = _stats(out, opened, maker, files)
    if not stats.samples:
        reasons = "; ".join(f"{refusal_words(reason)}: {count}" for reason, count in stats.refused.items())
        raise InputError(
            f"{out}: none of {stats.steps} steps can be a sample: {reasons or 'there are no steps'}"
        )
    record = _record(layout, maker, stats)
    (staging / RECORD).write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (staging / CARD).write_text(_card(opened, layout, maker, stats), encoding="utf-8")
    return stats


def _write_rows(
    staging: Path,
    opened: Sequence[Recording],
    layout: ExportFormat,
    maker: SampleMaker,
    watch: Watch | None,
) -> list[ShardFile]:
    lines, files = JsonlWriter(staging, layout), []
    for split in maker.selection.splits:
        samples = _counted(_chosen(opened, layout, maker, split), maker, watch)
        if layout.schema is None:
            lines.write(samples, split.value)
        else:
            rows = map(layout.row, samples)
            files += write_shards(staging / DATA, layout.schema, rows, split=split.value)
    return lines.finish() if layout.schema is None else files


def _chosen(
    opened: Sequence[Recording], layout: ExportFormat, maker: SampleMaker, split: Split
) -> Iterator[Sample]:
    """Those of one side that are written, of pairs and balanced rows after a first look at all of them."""
    chooser = Chooser(layout.traits.takes, maker.spec.most_per_action, maker.spec.seed)
    if chooser.looks_twice:
        first = SampleMaker.for_spec(maker.spec)
        first.selection = maker.selection
        chooser.look(_samples(opened, first, split))
    return chooser.choose(_samples(opened, maker, split), maker.drop)


def _counted(samples: Iterator[Sample], maker: SampleMaker, watch: Watch | None) -> Iterator[Sample]:
    for sample in samples:
        maker.wrote(sample)
        if watch is not None:
            watch(sample)
        yield sample


def _samples(opened: Sequence[Recording], maker: SampleMaker, split: Split) -> Iterator[Sample]:
    for recording in opened:
        said = _reviews(recording)
        marks = [row for row in settled(recording.labels()).values() if row.label == STEP_LABEL]
        for view in episode_views(recording):
            if maker.selection.split_of(view.info.episode_id) is not split:
                continue
            rows = label_episode(view, names=ROW_LABELS)
            labels: Labels = {
                **{(row.step_index, row.label): row for row in rows},
                **{
                    (row.step_index, row.label): row
                    for row in marks
                    if row.episode_id == view.info.episode_id
                },
                **{(step, REVIEW): row for step, row in review_of_each(said, view.info.episode_id).items()},
            }
            steps = recording.steps(view.info.episode_id, xml=False, withdrawn=True)
            yield from maker.samples(view.info, steps, labels)


def _reviews(recording: Recording) -> list[LabelRow]:
    """Only of episodes that are data, so that a word on a discarded one changes nothing."""
    kept = {episode.info.episode_id for episode in recording.episodes}
    return [
        row for row in latest_reviews(recording.labels()) if row.label == REVIEW and row.episode_id in kept
    ]


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
    return chosen | ({"include_rejected": True} if spec.include_rejected else {})


def _card(opened: Sequence[Recording], layout: ExportFormat, maker: SampleMaker, stats: ExportStats) -> str:
    sources = sorted({episode.info.source for recording in opened for episode in recording.episodes})
    return export_card(maker.spec, maker.codec, maker.wrapping, layout.schema, stats, sources)
