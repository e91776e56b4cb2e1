"""`gui-rec recover RECORDING`: finish what a crash, a kill or a full disk left open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._options import recording_argument
from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode

if TYPE_CHECKING:
    from gui_rec.store.recover import RecoverReport


@click.command("recover")
@recording_argument
@output_options
def command(recording: Path, out: Output) -> int:
    """Finish an interrupted recording: every finished step is kept, the episode is marked interrupted."""
    from gui_rec.store.recover import recover

    report = recover(recording)
    document = {
        "recording": str(recording),
        "file": str(report.file) if report.file else None,
        "episode_id": report.episode_id,
        "steps": report.steps,
        "ended": report.ended.value if report.ended else None,
        "unfinished_line": report.unfinished_line,
    }
    out.result(document, _words(recording, report))
    return ExitCode.OK


def _words(recording: Path, report: RecoverReport) -> str:
    if report.file is None:
        return f"{recording}: nothing to recover"
    torn = (
        "; a step that was being written was never finished and is left out" if report.unfinished_line else ""
    )
    return f"recovered {report.steps} step(s) into {report.file} (ended: {report.ended}){torn}"
