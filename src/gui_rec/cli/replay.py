"""`gui-rec replay RECORDING`: re-execute a trajectory and check every transition."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from gui_rec.cli._app_names import app_names_option, read_names
from gui_rec.cli._display import display_option
from gui_rec.cli._opening import open_as_asked
from gui_rec.cli._options import device_option, recording_argument
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._places import named_by_time
from gui_rec.cli._replay_pages import JUNIT, PAGE, write_pages
from gui_rec.cli._ui_source import ui_source_option
from gui_rec.errors import InterruptedRunError, UsageError

if TYPE_CHECKING:
    from gui_rec.device.app_names import Names
    from gui_rec.replayer.config import ReplayConfig
    from gui_rec.replayer.report import RunReport, StepReport


class Asked(TypedDict):
    """What click hands over, by the names of the options."""

    episode: str | None
    from_step: int | None
    until_step: int | None
    on_mismatch: str
    tolerance: str
    timeout_s: float
    report_dir: Path | None
    no_report: bool
    force: bool
    values: tuple[str, ...]


@click.command("replay")
@recording_argument
@device_option
@display_option
@click.option("--episode", metavar="ID", help="Which episode, where the recording holds several.")
@click.option("--from", "from_step", type=click.IntRange(0), metavar="N", help="First step to replay.")
@click.option("--until", "until_step", type=click.IntRange(0), metavar="M", help="Last step to replay.")
@click.option(
    "--on-mismatch",
    type=click.Choice(["stop", "continue"]),
    default="stop",
    show_default=True,
    help="What to do after a step that failed.",
)
@click.option(
    "--tolerance",
    type=click.Choice(["strict", "dynamic", "layout", "package-only", "none"]),
    default="dynamic",
    show_default=True,
    help="How much of the screen must be as recorded.",
)
@click.option(
    "--timeout",
    "timeout_s",
    type=click.FloatRange(0.1, 300.0),
    default=15.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for a recorded state.",
)
@click.option(
    "--report",
    "report_dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the report (JSON, HTML, JUnit XML) and the replayed run go; default: a folder named by the time.",
)
@click.option("--no-report", is_flag=True, help="Keep the verdict table only.")
@click.option("--force", is_flag=True, help="Move an older report aside instead of refusing.")
@app_names_option
@ui_source_option
@click.option(
    "--set",
    "values",
    multiple=True,
    metavar="NAME=TEXT",
    help="A text that the recording withholds, such as password=...; may be given several times.",
)
@output_options
def command(
    recording: Path,
    device: str | None,
    display: int | None,
    app_names: Path | None,
    ui_source: str,
    out: Output,
    **asked: Unpack[Asked],
) -> int:
    """Re-execute a trajectory on a device and check every transition.

    Exit 0 only when every step is verified; 1 when one did not match, and then the step and the code are named.
    """
    config = replace(_config(asked), any_display=display is not None)
    names = read_names(app_names)
    report = replay_recording(
        recording, device, config, names, ui_source, display, on_step=lambda step: _progress(step, out)
    )
    if config.report_dir is not None and report.steps:
        write_pages(report, recording, config.report_dir)
    _print(report, config.report_dir, out)
    return report.exit_code


def _config(asked: Asked) -> ReplayConfig:
    from gui_rec.replayer.checks._api import Tolerance
    from gui_rec.replayer.config import OnMismatch, ReplayConfig

    if asked["no_report"] and asked["report_dir"] is not None:
        raise UsageError("replay: --report and --no-report exclude each other")
    return ReplayConfig(
        episode=asked["episode"],
        tolerance=Tolerance(asked["tolerance"]),
        on_mismatch=OnMismatch(asked["on_mismatch"]),
        timeout_s=asked["timeout_s"],
        report_dir=None if asked["no_report"] else asked["report_dir"] or named_by_time("replay"),
        from_step=asked["from_step"],
        until_step=asked["until_step"],
        force=asked["force"],
        values=_values(asked["values"]),
    )


def _values(given: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """NAME=TEXT by name. A text is never repeated in a message."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, text = word.partition("=")
        if not equals or not name.isidentifier():
            raise UsageError("replay: --set: expected NAME=TEXT such as password=..., got something else")
        if name in found:
            raise UsageError(f"replay: --set {name}: given twice")
        found[name] = text
    return tuple(found.items())


def replay_recording(
    recording: Path,
    device: str | None,
    config: ReplayConfig,
    names: Names | None = None,
    ui_source: str = "auto",
    display: int | None = None,
    *,
    on_step: Callable[[StepReport], None],
) -> RunReport:
    """Replay on the device called `device`, or the only usable one. Raises InterruptedRunError on Ctrl-C."""
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
        return replay(recording, opened, config, on_step=heard)
    except KeyboardInterrupt:
        raise InterruptedRunError(
            f"stopped by the person; to go on: gui-rec replay {shlex.quote(str(recording))} --from {following}"
        ) from None
    finally:
        opened.close()


def _progress(step: StepReport, out: Output) -> None:
    out.note(
        f"step {step.index}: {step.verdict.verdict.value} {step.verdict.code.value} ({step.elapsed_ms} ms)"
    )


def _print(report: RunReport, report_dir: Path | None, out: Output) -> None:
    out.result(report.as_record(), report.table())
    for step in report.steps:
        if not step.ok:
            out.note(step.line if out.verbose else step.brief)
    if report_dir is not None:
        out.note(
            f"report: {report_dir / 'report.json'}, {report_dir / JUNIT}; to look at: {report_dir / PAGE}"
        )
