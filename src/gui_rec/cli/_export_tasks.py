"""`gui-rec export --dialect task_protocol`: recordings as tasks, in the place of training rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from gui_rec.cli._output import Output
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gui_rec.datasets.export.tasks import TaskStats

DIALECT = "task_protocol"
_OF_ROWS = ("layout", "wrapping", "history", "verified_only", "license_", "title")


def export_tasks_as_asked(
    recordings: Sequence[Path],
    target: Path,
    out: Output,
    *,
    agent_name: str | None,
    task_version: str | None,
    outcome: str | None,
    include_rejected: bool,
) -> int:
    """Write the tasks and say what became of each episode. Raises UsageError for options that are of rows."""
    from gui_rec.datasets.export.tasks import TaskSpec, export_tasks

    for name in _OF_ROWS:
        if click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise UsageError(
                f"export: --{name.strip('_').replace('_', '-')} is for training rows, and --dialect {DIALECT} writes tasks"
            )
    if not agent_name:
        raise UsageError(
            f"export: --dialect {DIALECT} needs the name of the device that shall run the tasks: --agent-name NAME "
            "(by default `gui-rec run` calls a device by its serial)"
        )
    version = None if task_version is None else int(task_version)
    stats = export_tasks(recordings, target, TaskSpec(agent_name, version, outcome, include_rejected))
    out.result({"out": str(target), **stats.as_record()}, _words(stats))
    return ExitCode.OK


def refuse_task_options(agent_name: str | None, task_version: str | None) -> None:
    """Raise UsageError where options of tasks are given for training rows."""
    for name, given in (("--agent-name", agent_name), ("--task-version", task_version)):
        if given is not None:
            raise UsageError(f"export: {name} is for --dialect {DIALECT}")


def _words(stats: TaskStats) -> str:
    lines = [f"{len(stats.written)} task(s) in {stats.out}"]
    for item in stats.written:
        lines.append(
            f"{item.episode_id}.json: schemaVersion {item.task.version}, {len(item.task.steps)} step(s)"
        )
        lines += [f"  not expressed in full: {count} step(s): {what}" for what, count in item.losses]
        lines += [f"  needs --input {given.name}=..." for given in item.task.inputs]
    for left in stats.left_out:
        where = "" if left.step_index is None else f", step {left.step_index}"
        lines.append(f"left out: {left.episode_id}{where}: {left.reason}")
    return "\n".join(lines)
