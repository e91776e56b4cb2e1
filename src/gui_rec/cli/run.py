"""`gui-rec run TASK.json`: execute a task of the step protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._app_names import app_names_option, read_names
from gui_rec.cli._display import display_option
from gui_rec.cli._interrupts import stop_on_interrupt
from gui_rec.cli._opening import open_as_asked
from gui_rec.cli._options import device_option
from gui_rec.cli._output import Output, one_line, output_options
from gui_rec.cli._replay_options import named_texts
from gui_rec.cli._ui_source import ui_source_option
from gui_rec.errors import InputError

if TYPE_CHECKING:
    from gui_rec.device._api import Device
    from gui_rec.dsl.task_protocol.model import Task
    from gui_rec.replayer.protocol.result import StepResult, TaskResult
    from gui_rec.replayer.protocol.session import RunConfig


@click.command("run")
@click.argument("task", type=click.Path(path_type=Path), metavar="TASK.json")
@device_option
@display_option
@click.option(
    "--agent-name",
    metavar="NAME",
    help="What this device is called, which the task's assignedAgentName must equal; default: its serial.",
)
@click.option(
    "--input",
    "inputs",
    multiple=True,
    metavar="NAME=TEXT",
    help="An input of the task (schemaVersion 2); may be given several times.",
)
@click.option(
    "--report",
    "report_dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A new folder for the result document, the pictures that SCREENSHOT takes, and the screen of each failure.",
)
@click.option(
    "--record",
    "record",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Store the run as a recording, too: a new folder, or a file that ends in .parquet.",
)
@app_names_option
@ui_source_option
@output_options
def command(
    task: Path,
    device: str | None,
    display: int | None,
    agent_name: str | None,
    inputs: tuple[str, ...],
    report_dir: Path | None,
    record: Path | None,
    app_names: Path | None,
    ui_source: str,
    out: Output,
) -> int:
    """Execute a task of the step protocol (docs/step-protocol.md).

    Exit 0 when the task was successful, 1 when a step failed, and then the step and its code are named. Ctrl-C ends
    the task with the result of what was done; a second one stops at once. Passwords are withheld from what is kept.
    """
    from gui_rec.dsl.task_protocol.parse import read_task
    from gui_rec.replayer.protocol.session import RunConfig, check_patterns

    read = read_task(task)  # a task that does not read is told before a device is asked for
    try:
        check_patterns(read)
    except InputError as error:
        raise InputError(f"{task}: {error}") from error
    config = RunConfig(agent_name, dict(named_texts(inputs, "--input", "run")), report_dir, record)
    opened = open_as_asked(device, read_names(app_names), ui_source, display)
    try:
        result = _run(read, opened, config, out)
    finally:
        opened.close()
    out.result(result.as_record(), _table(result))
    if not result.successful:
        out.note(f"{result.code}: {one_line(result.detail)}")
    return result.exit_code


def _run(task: Task, device: Device, config: RunConfig, out: Output) -> TaskResult:
    from dataclasses import replace

    from gui_rec.replayer.protocol.session import run_task

    total, done = len(task.steps), 0

    def tell(step: StepResult) -> None:
        nonlocal done
        done += 1
        said = f" {one_line(step.detail)}" if step.detail and (out.verbose or not step.successful) else ""
        out.note(f"step {done}/{total} {one_line(step.id)}: {step.code} ({step.elapsed_ms} ms){said}")

    with stop_on_interrupt(
        lambda: out.note("stopping; what was done is told (Ctrl-C again: at once)")
    ) as stop:
        return run_task(task, device, replace(config, stop=stop, on_step=tell))


def _table(result: TaskResult) -> str:
    lines = [
        f"{one_line(step.id)}: {step.code}{' ' + one_line(step.detail) if step.detail else ''} ({step.elapsed_ms} ms)"
        for step in result.steps
    ]
    lines += [f"{one_line(name)} = {text!r}" for name, text in result.outputs.items()]
    lines.append(f"task {one_line(result.task_id)} revision {result.revision}: {result.code}")
    return "\n".join(lines)
