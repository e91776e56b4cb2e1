"""`gui-rec record --tasks FILE`: many demonstrations in one session; and `--expect FILE` for any session."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gui_rec.cli._live import recorded
from gui_rec.cli._output import Output, cut_line, one_line
from gui_rec.cli._streams import input_descriptor
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from rich.table import Table

    from gui_rec.device._api import Device
    from gui_rec.model.episode import Expectation
    from gui_rec.model.step import Step
    from gui_rec.recorder.expect import Probe
    from gui_rec.recorder.task_session import Attempt, AttemptPlan
    from gui_rec.recorder.tasks import Progress, Task

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class AskedTasks:
    """What click hands over of `--tasks`, `--expect` and `--keys-from-stdin`."""

    path: Path | None = None
    expect: Path | None = None
    keys_from_stdin: bool = False

    def probes(self) -> tuple[Probe, ...]:
        """What `--expect` names, read before anything is made. Raises InputError."""
        from gui_rec.recorder.expect_file import read_expectations

        return () if self.expect is None else read_expectations(self.expect)

    def tasks(self, refused: Mapping[str, object], *, source: str, script: Path | None) -> tuple[Task, ...]:
        """The tasks; none without `--tasks`. `refused` are options that the file stands for, with their values.

        Raises UsageError for what cannot stand beside `--tasks`, InputError for a faulty file.
        """
        from gui_rec.recorder.tasks import read_tasks

        if self.path is None:
            if self.keys_from_stdin:
                raise UsageError("record: --keys-from-stdin belongs to --tasks")
            return ()
        for name, value in refused.items():
            if value is not None:
                raise UsageError(
                    f"record: {name} cannot stand beside --tasks; the file tells it for each task"
                )
        tasks = read_tasks(self.path)
        _refuse_scripts(tasks, source, script)
        return tasks


def _refuse_scripts(tasks: tuple[Task, ...], source: str, script: Path | None) -> None:
    if source != "script" and (script is not None or any(task.script for task in tasks)):
        raise UsageError("record: a script belongs to --source script")
    bare = [task.task_id for task in tasks if task.script is None]
    if source == "script" and script is None and bare:
        raise UsageError(
            f"record: task {bare[0]} has no script; give it one in the file, or --script FILE for all"
        )


def task_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add the options; the command takes one `asked_tasks: AskedTasks`."""

    @click.option(
        "--tasks",
        "tasks_path",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Tasks to demonstrate, one JSON object a line: id, goal, app, quota. Many episodes, by keys.",
    )
    @click.option(
        "--expect",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="What must hold at an episode's end (JSON or YAML); the answers are stored.",
    )
    @click.option(
        "--keys-from-stdin", is_flag=True, help="With --tasks: keys come as lines, as without a terminal."
    )
    @wraps(function)
    def wrapped(
        *args: Any,  # noqa: ANN401 - click's values
        tasks_path: Path | None,
        expect: Path | None,
        keys_from_stdin: bool,
        **kwargs: Any,  # noqa: ANN401
    ) -> R:
        return function(*args, asked_tasks=AskedTasks(tasks_path, expect, keys_from_stdin), **kwargs)

    return wrapped


@dataclass(frozen=True, slots=True)
class TasksSummary:
    """How far each task has come, and what this session recorded."""

    path: Path
    progress: tuple[Progress, ...]
    attempts: tuple[Attempt, ...]

    def document(self) -> dict[str, object]:
        """The summary as `--json` prints it."""
        return {
            "recording": str(self.path),
            "tasks": [item.document() for item in self.progress],
            "episodes": [attempt.document() for attempt in self.attempts],
        }

    def view(self) -> Table:
        """The same for people."""
        from rich.table import Table

        table = Table("task", "goal", "done", "failed", "discarded", box=None, pad_edge=False)
        for item in self.progress:
            done = f"{item.success} of {item.task.quota}"
            goal, task_id = one_line(item.task.goal), one_line(item.task.task_id)
            table.add_row(task_id, goal, done, str(item.failure), str(item.discarded))
        return table


@dataclass(frozen=True, slots=True)
class TaskRun:
    """A session of `tasks` into the folder `place`."""

    place: Path
    tasks: tuple[Task, ...]
    asked: AskedTasks
    resume: bool = False
    force: bool = False

    def collect(
        self,
        device: Device,
        plan: AttemptPlan,
        out: Output,
        *,
        on_step: Callable[[Step], None],
        stop: Callable[[], bool],
    ) -> int:
        """Record attempts until the quotas are met or the person quits, and print how far the tasks have come."""
        from gui_rec.recorder.keys import keys_from
        from gui_rec.recorder.task_folder import prepare_folder
        from gui_rec.recorder.task_session import TaskListener, TaskSession, check_apps

        check_apps(device, self.tasks)
        note = prepare_folder(self.place, resume=self.resume, force=self.force)
        if note is not None:
            out.note(note)
        _warn_of_clearing(self.tasks, out)
        with keys_from(input_descriptor(), lines=self.asked.keys_from_stdin) as keys:
            heard = TaskListener(on_words=lambda words: out.note(one_line(words)), on_step=on_step)
            session = TaskSession(device, self.place, self.tasks, plan, keys, heard, stop=stop)
            progress = session.run()
        summary = TasksSummary(self.place, tuple(progress), tuple(session.attempts))
        out.line(recorded(summary.document()))
        if not out.json:
            out.result(summary.document(), summary.view())
        named = shlex.quote(str(self.place))
        if self.place.exists():
            out.note(f"next: gui-rec show {named}; gui-rec review {named} --by NAME")
        return ExitCode.OK


def _warn_of_clearing(tasks: tuple[Task, ...], out: Output) -> None:
    from gui_rec.device.restore import RestoreStep

    cleared = dict.fromkeys(task.app for task in tasks if task.app and RestoreStep.CLEAR in task.restore)
    if cleared:
        names = ", ".join(one_line(name) for name in cleared)
        out.note(f"The data of {names} is deleted before each attempt; `restore` in the file says otherwise.")


def expectation_lines(told: tuple[Expectation, ...]) -> list[str]:
    """What did not hold or could not be asked at an episode's end, a line each, and how many held."""
    if not told:
        return []
    lines = [f"{sum(item.passed is True for item in told)} of {len(told)} expectations held"]
    for item in told:
        if not item.passed:
            state = (
                "could not be asked"
                if item.passed is None
                else f"did not hold, got {cut_line(repr(item.answer))}"
            )
            lines.append(f"expected {one_line(f'{item.probe} {item.expected}')}: {state}")
    return lines
