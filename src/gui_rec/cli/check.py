"""`gui-rec check RECORDING`: is every row whole, and do the rows fit together?"""

from __future__ import annotations

from pathlib import Path

import click

from gui_rec.cli._options import recording_argument
from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode


@click.command("check")
@recording_argument
@output_options
def command(recording: Path, out: Output) -> int:
    """Check a recording's integrity. Exit 1 when something is wrong inside, 4 when it cannot be read."""
    from gui_rec.store.integrity import check

    report = check(recording)
    document = {
        "recording": str(recording),
        "episodes": report.episodes,
        "steps": report.steps,
        "findings": [
            {
                "file": str(finding.file),
                "episode_id": finding.episode_id,
                "step_index": finding.step_index,
                "field": finding.field,
                "problem": finding.problem,
            }
            for finding in report.findings
        ],
    }
    lines = [str(finding) for finding in report.findings]
    lines.append(
        f"{recording}: {report.episodes} episode(s), {report.steps} step(s), {len(report.findings)} problem(s)"
    )
    out.result(document, "\n".join(lines))
    return ExitCode.MISMATCH if report.findings else ExitCode.OK
