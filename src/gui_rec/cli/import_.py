"""`gui-rec import FORMAT SRC -o OUT`: a public dataset's files become a recording."""

from __future__ import annotations

from pathlib import Path

import click

from gui_rec.cli._options import out_option
from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode


@click.command("import")
@click.argument("format_", metavar="FORMAT")
@click.argument("source", type=click.Path(path_type=Path), metavar="SRC")
@out_option("The new recording: a folder, or a .parquet file for one episode.")
@output_options
def command(format_: str, source: Path, target: Path, out: Output) -> int:
    """Turn a public dataset's files, as their authors publish them, into a recording.

    FORMAT is `aitz` (proven on a published AITZ episode). What the source lacks is null with a reason.
    """
    from gui_rec.datasets.importers.run import import_recording

    report = import_recording(format_, source, target)
    document = {
        "out": str(report.out),
        "episodes": report.episodes,
        "steps": report.steps,
        "notes": list(report.notes),
    }
    lines = [f"{report.episodes} episode(s), {report.steps} step(s) in {report.out}", *report.notes]
    out.result(document, "\n".join(lines))
    return ExitCode.OK
