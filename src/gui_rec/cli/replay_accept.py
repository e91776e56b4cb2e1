"""`gui-rec replay accept RECORDING STEP`: a difference that a replay showed becomes a rule."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.cli._rules_files import put_revision
from gui_rec.cli._shown_options import rules_or_new, shown_options, shown_to
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gui_rec.replayer.induction.findings import Finding

_HOW = ("volatile", "outcome")


@click.command("accept")
@shown_options
@click.option(
    "--as",
    "how",
    type=click.Choice(_HOW),
    help="`volatile`: what differs may vary from now on. `outcome`: the whole state is one more allowed outcome. Asked for "
    "at a terminal where it is not given.",
)
@click.option(
    "--slot",
    "slots",
    multiple=True,
    metavar="ADDRESS",
    help="With volatile: only this place, as it is listed; may be given several times. By default all that differ.",
)
@output_options
def command(
    recording: Path,
    step: int,
    folder: Path | None,
    rule_file: Path,
    by: str,
    how: str | None,
    slots: tuple[str, ...],
    out: Output,
) -> int:
    """Turn a difference that the last replay of RECORDING showed at STEP into a rule, with your name on it.

    Only a state that differs can be accepted. Trouble (a crash, a dialog, another app), the step's own effect, and what
    nobody could judge never are.
    """
    from gui_rec.replayer.induction.acceptance import (
        accept_outcome,
        accept_slots,
        differences,
        refuse_trouble,
    )
    from gui_rec.replayer.rules.address import SlotAddress

    shown = shown_to(recording, step, folder)
    refuse_trouble(shown)
    rules = rules_or_new(rule_file, shown)
    found = differences(shown)
    chosen = how or _asked(found, step, out)
    if chosen == "outcome":
        if slots:
            raise UsageError("accept: --slot goes with --as volatile")
        changed = accept_outcome(rules, shown, by)
    else:
        addresses = [SlotAddress.parse(slot) for slot in slots] or [finding.address for finding in found]
        if not addresses:
            raise UsageError(f"step {step}: no slot differs; accept the whole state: --as outcome")
        changed = accept_slots(rules, shown, addresses, by)
    kept = put_revision(rule_file, rules, changed)
    added = changed.steps[-1]
    out.result(
        {
            "rules": str(rule_file),
            "revision": changed.revision,
            "rule": added.rule_id,
            "accepted_by": added.accepted_by,
        },
        f"{rule_file}: rule {added.rule_id} added, revision {changed.revision}",
    )
    if kept is not None:
        out.note(f"the old revision: {kept}")
    return ExitCode.OK


def _asked(found: list[Finding], step: int, out: Output) -> str:
    """What the person at the terminal chooses, who is shown what differs."""
    for finding in found:
        out.note(f"{finding.address}: {' -> '.join(map(repr, finding.said))}")
    if not sys.stdin.isatty():
        raise UsageError(
            f"step {step}: expected --as {' or '.join(_HOW)}; at a terminal it would be asked for"
        )
    answer: str = click.prompt("accept as", type=click.Choice(_HOW), err=True)
    return answer
