"""`gui-rec recover RECORDING`: finish what a crash, a kill or a full disk left open."""

from __future__ import annotations

from pathlib import Path

import click

from gui_rec.cli._options import recording_argument
from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode


@click.command("recover")
@recording_argument
@output_options
def command(recording: Path, out: Output) -> int:
    """Finish an interrupted recording: every finished step is kept, the episode is marked interrupted."""
    from gui_rec.store.recover import recover

    report = recover(recording)
    document = {
        "recording": str(recording),
        "files": [str(file) for file in report.files],
        "steps": report.steps,
    }
    if report.files:
        text = f"recovered {report.steps} step(s) into {', '.join(str(file) for file in report.files)}"
    else:
        text = f"{recording}: nothing to recover"
    out.result(document, text)
    return ExitCode.OK
