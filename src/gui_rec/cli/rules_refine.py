"""`gui-rec rules refine RECORDING STEP`: correct the rules where they led to a wrong verdict."""

from __future__ import annotations

from pathlib import Path

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.cli._rules_files import put_revision
from gui_rec.cli._shown_options import rules_or_new, shown_options, shown_to
from gui_rec.errors import ExitCode


@click.command("refine")
@shown_options
@click.option(
    "--truth",
    type=click.Choice(["match", "mismatch"]),
    required=True,
    help="What the step really was.",
)
@output_options
def command(
    recording: Path, step: int, folder: Path | None, rule_file: Path, by: str, truth: str, out: Output
) -> int:
    """Say that the last replay of RECORDING judged STEP wrongly, and correct the slot that misled it.

    A slot that hid a difference is no longer excused; a slot that raised a false alarm is. Nothing else changes.
    """
    from gui_rec.model.verdict import Verdict
    from gui_rec.replayer.induction.refinement import refine

    shown = shown_to(recording, step, folder)
    rules = rules_or_new(rule_file, shown)
    found = refine(rules, shown, truth=Verdict(truth), by=by)
    kept = put_revision(rule_file, rules, found.rules)
    lines = [f"{address}: may vary from now on" for address in found.marked]
    lines += [f"{address}: may no longer vary" for address in found.unmarked]
    record = {
        "rules": str(rule_file),
        "revision": found.rules.revision,
        "marked": list(map(str, found.marked)),
        "unmarked": list(map(str, found.unmarked)),
    }
    out.result(record, "\n".join([*lines, f"{rule_file}: revision {found.rules.revision}"]))
    if kept is not None:
        out.note(f"the old revision: {kept}")
    return ExitCode.OK
