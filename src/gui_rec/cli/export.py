"""`gui-rec export RECORDING... -o OUT`: training rows in an action DSL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._engine_options import engine_options, export_share, workers_for
from gui_rec.cli._export_shape import Shape, shape_options
from gui_rec.cli._export_tasks import DIALECT, export_tasks_as_asked, refuse_task_options
from gui_rec.cli._options import out_option
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._selection_options import asked_selection, selection_options
from gui_rec.datasets.export._members import FORMATS
from gui_rec.dsl._members import WRITTEN
from gui_rec.errors import ExitCode

if TYPE_CHECKING:
    from gui_rec.datasets.export._api import ExportStats


@click.command("export")
@click.argument(
    "recordings", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RECORDING..."
)
@out_option("The new folder for the training rows; an existing one is never overwritten.")
@click.option(
    "--dialect",
    type=click.Choice(WRITTEN),
    default="scalecua",
    show_default=True,
    help="The action DSL of the targets; task_protocol writes tasks for `gui-rec run` instead of rows.",
)
@click.option(
    "--layout",
    type=click.Choice(list(FORMATS)),
    default="messages",
    show_default=True,
    help="The rows' layout.",
)
@click.option("--wrapping", help="How a target is wrapped, for scalecua: grounding (default), planning, cot.")
@shape_options
@click.option("--verified-only", is_flag=True, help="Only steps that a replay has verified.")
@click.option(
    "--outcome",
    type=click.Choice(["success", "failure"]),
    help="Only episodes of which the recording person said so.",
)
@click.option(
    "--include-rejected", is_flag=True, help="Also what a reviewer rejected, which is left out otherwise."
)
@click.option(
    "--labels",
    is_flag=True,
    help="Only steps whose episode is a success or a failure, with episode_label and step_label (`gui-rec label`) in the "
    "rows of layouts that have labels; says how many were left out and what would settle them.",
)
@selection_options
@click.option("--license", "license_", metavar="ID", help="The licence named in the dataset card.")
@click.option("--title", help="The title of the dataset card.")
@click.option(
    "--agent-name",
    metavar="NAME",
    help="For --dialect task_protocol, which writes a task an episode: the name of the device that shall run them.",
)
@click.option(
    "--task-version",
    type=click.Choice(["1", "2"]),
    help="For --dialect task_protocol: the schemaVersion; default: the lowest that says the episode.",
)
@engine_options
@output_options
def command(
    recordings: tuple[Path, ...],
    target: Path,
    dialect: str,
    layout: str,
    wrapping: str | None,
    shape: Shape,
    verified_only: bool,
    outcome: str | None,
    include_rejected: bool,
    labels: bool,
    filters: tuple[str, ...],
    filters_file: Path | None,
    split: tuple[str, ...],
    split_seed: int,
    unseen_app: tuple[str, ...],
    license_: str | None,
    title: str | None,
    agent_name: str | None,
    task_version: str | None,
    engine: str,
    workers: int | None,
    shard: tuple[int, int] | None,
    out: Output,
) -> int:
    """Write training rows in the layout of a trainer (docs/export.md), Parquet or lines of JSON with picture files.

    What cannot be a training row is left out and counted, with the reason. With --dialect task_protocol each episode
    becomes a task for `gui-rec run` instead (docs/step-protocol.md).
    """
    if dialect == DIALECT:
        return export_tasks_as_asked(
            recordings,
            target,
            out,
            agent_name=agent_name,
            task_version=task_version,
            outcome=outcome,
            include_rejected=include_rejected,
        )
    refuse_task_options(agent_name, task_version)
    from gui_rec.datasets.export._api import ExportSpec
    from gui_rec.datasets.export.run import export_training_set

    spec = ExportSpec(
        format=layout,
        dialect=dialect,
        wrapping=wrapping,
        **shape.of_spec(),
        verified_only=verified_only,
        outcome=outcome,
        include_rejected=include_rejected,
        labels=labels,
        license=license_,
        title=title,
        **asked_selection(filters, filters_file, split, split_seed, unseen_app),
    )
    count = workers_for(engine, workers)
    if shard is not None:
        return export_share(recordings, target, spec, count, shard, out)
    watcher = shape.watcher()
    stats = export_training_set(recordings, target, spec, watch=watcher, workers=count)
    watcher.write(target, spec)
    out.result(_document(stats), _words(stats))
    if labels:
        out.note(_unsettled(stats, recordings))
    return ExitCode.OK


def _unsettled(stats: ExportStats, recordings: tuple[Path, ...]) -> str:
    """How many steps had no label for want of an outcome, and the commands that would settle them."""
    from gui_rec.cli._settling import is_unsettled, settling
    from gui_rec.datasets.export.refused import OUTCOME_UNKNOWN

    left_out = stats.refused.get(OUTCOME_UNKNOWN, 0)
    if not left_out:
        return "labels: no step was left out for want of an outcome"
    commands = [command for path in recordings if is_unsettled(path) for command in settling(path)]
    return (
        f"labels: {left_out} step(s) of episodes whose outcome is unknown were left out. To settle them: "
        + ("; or ".join(commands))
    )


def _document(stats: ExportStats) -> dict[str, object]:
    return {
        "out": str(stats.out),
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
            {"path": file.path, "split": file.split, "rows": file.rows, "bytes": file.bytes}
            for file in stats.files
        ],
    }


def _words(stats: ExportStats) -> str:
    from gui_rec.datasets.card import refusal_words
    from gui_rec.datasets.selection_card import selection_lines

    lines = [f"{stats.samples} training rows of {stats.steps} steps in {stats.out}"]
    if stats.derived:
        lines.append(f"operation made by template: {stats.derived} step(s)")
    if stats.discarded:
        lines.append(f"left out: {stats.discarded} discarded episode(s)")
    lines += [
        f"left out: {count} step(s): {refusal_words(reason)}" for reason, count in stats.refused.items()
    ]
    lines += [f"not expressed in full: {count} step(s): {what}" for what, count in stats.losses.items()]
    lines += selection_lines(stats.selection)
    return "\n".join(lines)
