"""`gui-rec check RECORDING`: is every row whole, and do the rows fit together?"""

from __future__ import annotations

from pathlib import Path

import click

from gui_rec.cli._options import recording_argument
from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode, UsageError


@click.command("check")
@recording_argument
@click.option(
    "--verdicts",
    "runs",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="RUN",
    help="Compute the verdicts of a replay again instead: RUN is what it left in its report's folder, `run`; may be given several times.",
)
@output_options
def command(recording: Path, runs: tuple[Path, ...], out: Output) -> int:
    """Check a recording's integrity, or its verdicts. Exit 1 when something is wrong inside, 4 when it cannot be read."""
    if runs:
        return _check_verdicts(recording, runs, out)
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


def _check_verdicts(recording: Path, runs: tuple[Path, ...], out: Output) -> int:
    from gui_rec.replayer.recomputing import Again, recompute

    found = recompute(recording, runs)
    counts = {again.value: sum(each.again is again for each in found) for again in Again}
    if counts[Again.SAME] + counts[Again.DIFFERS] == 0:
        raise UsageError(
            f"check: --verdicts: expected runs of which {recording} has verdicts, got none; the replay's report folder holds `run`"
        )
    lines = [
        f"step {each.row.step_index} of {each.row.episode_id}, run {each.row.run_id}: {each.again.value}: {each.detail}"
        for each in found
        if each.again in (Again.DIFFERS, Again.NOT_KEPT)
    ]
    words = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())
    lines.append(f"{recording}: {len(found)} verdict(s): {words}")
    document = {
        "recording": str(recording),
        "counts": counts,
        "verdicts": [each.as_record() for each in found],
    }
    out.result(document, "\n".join(lines))
    return ExitCode.MISMATCH if counts[Again.DIFFERS] else ExitCode.OK
