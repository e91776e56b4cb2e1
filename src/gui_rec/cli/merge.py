"""`gui-rec merge RECORDING... -o DIR`: several recordings become one folder."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from gui_rec.cli._options import out_option
from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode


@click.command("merge")
@click.argument(
    "recordings", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RECORDING..."
)
@out_option("The new folder; a merge that was cut off goes on there.")
@output_options
def command(recordings: tuple[Path, ...], target: Path, out: Output) -> int:
    """Join recordings in one new folder: trajectory files, folders, or a farm's folder with one a device.

    The sources stay as they are. Verdicts and labels come along. Episodes of one id are refused.
    """
    from gui_rec.store.merge import merge

    report = merge(recordings, target, on_file=lambda done, of: _progress(out, done, of))
    document = {
        "recording": str(report.target),
        "episodes": report.episodes,
        "files_copied": report.copied,
        "files_there": report.there,
        "verdicts": report.verdicts,
        "labels": report.labels,
    }
    words = f"{report.episodes} episode(s) in {report.target}"
    if report.verdicts or report.labels:
        words += f", {report.verdicts} verdict(s), {report.labels} label(s)"
    out.result(document, words)
    out.note(f"next: gui-rec check {shlex.quote(str(report.target))}")
    return ExitCode.OK


def _progress(out: Output, done: int, of: int) -> None:
    """A line for every hundredth file and the last."""
    if done == of or done % 100 == 0:
        out.note(f"{done} of {of} file(s)")
