"""One replay of `gui-rec replay`: on which device, what is said meanwhile, what is printed at the end."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gui_rec.cli._interrupts import stop_on_interrupt
from gui_rec.cli._opening import open_as_asked
from gui_rec.cli._output import Output
from gui_rec.cli._replay_pages import JUNIT, PAGE
from gui_rec.cli._rule_options import tell_versions
from gui_rec.errors import InterruptedRunError

if TYPE_CHECKING:
    from gui_rec.device.app_names import Names
    from gui_rec.replayer.asking import Ask
    from gui_rec.replayer.config import ReplayConfig
    from gui_rec.replayer.dry_run import DryRun
    from gui_rec.replayer.report import RunReport, StepReport

_STOPPING = "Finishing the step in hand; Ctrl-C again stops at once."


def replay_recording(
    recording: Path,
    device: str | None,
    config: ReplayConfig,
    names: Names | None = None,
    ui_source: str = "auto",
    display: int | None = None,
    *,
    on_step: Callable[[StepReport], None],
    on_stop: Callable[[str], None] = lambda _told: None,
    ask: Ask | None = None,
) -> RunReport:
    """Replay on the device called `device`, or the only usable one.

    `on_stop` is told of rules that do not know the app's version, and of Ctrl-C, which finishes the step in hand; a
    second one stops at once. Either raises InterruptedRunError; the report of what was done is kept.
    """
    from gui_rec.replayer.session import replay
    from gui_rec.store.reader import open_trajectories

    open_trajectories(recording)  # a damaged recording is told before a device is asked for
    opened = open_as_asked(device, names or {}, ui_source, display)
    following = config.from_step or 0

    def heard(step: StepReport) -> None:
        nonlocal following
        following = step.index + 1
        on_step(step)

    try:
        tell_versions(config.rules, opened, on_stop)
        with stop_on_interrupt(lambda: on_stop(_STOPPING)) as stop:
            return replay(recording, opened, config, on_step=heard, stop=stop, ask=ask)
    except KeyboardInterrupt:
        raise InterruptedRunError(
            f"stopped by the person; to go on: gui-rec replay {shlex.quote(str(recording))} --from {following}"
        ) from None
    finally:
        opened.close()


def dry_run_recording(
    recording: Path,
    device: str | None,
    config: ReplayConfig,
    names: Names | None = None,
    ui_source: str = "auto",
    display: int | None = None,
) -> DryRun:
    """What a replay would do on the device called `device`, or the only usable one."""
    from gui_rec.replayer.dry_run import dry_run
    from gui_rec.store.reader import open_trajectories

    open_trajectories(recording)
    opened = open_as_asked(device, names or {}, ui_source, display)
    try:
        return dry_run(recording, opened, config)
    finally:
        opened.close()


def tell_step(step: StepReport, out: Output, run: str = "") -> None:
    """Say how a step came out, as soon as it is judged; `run` says of which run, where there are several."""
    said = f"{step.verdict.verdict.value} {step.verdict.code.value}"
    accepted = ", accepted" if step.is_accepted else ""
    out.note(f"{run}step {step.index}: {said}{accepted} ({step.elapsed_ms} ms)")


def print_plan(planned: DryRun, out: Output) -> None:
    """What would be done, and what to know besides."""
    out.result(planned.as_record(), planned.table())
    for note in planned.notes():
        out.note(note)


def print_report(report: RunReport, report_dir: Path | None, out: Output) -> None:
    """The table or the document, a line for each step that failed, and where the rest lies."""
    out.result(report.as_record(), report.table())
    if report.restored is not None:
        out.note(f"before the first step: {report.restored}")
    if report.elsewhere:
        out.note(f"the device differs from the recorded one: {', '.join(report.elsewhere)}")
    for step in report.steps:
        if not step.ok:
            out.note(step.line if out.verbose else step.brief)
    if report_dir is not None:
        page = report_dir / PAGE
        look = f"; to look at: {page}" if page.is_file() else ""
        out.note(f"report: {report_dir / 'report.json'}, {report_dir / JUNIT}{look}")
