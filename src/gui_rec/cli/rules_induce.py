"""`gui-rec rules induce RECORDING...`: write the rules that successful runs of one task show."""

from __future__ import annotations

from pathlib import Path

import click

from gui_rec.cli._options import out_option
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._replay_options import named_texts
from gui_rec.cli._rules_files import check_new
from gui_rec.errors import ExitCode


@click.command("induce")
@click.argument(
    "recordings", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RECORDING..."
)
@out_option("The rule file to write; never overwritten.")
@click.option(
    "--task", metavar="TASK", help="The task's id or goal, where the recordings hold several tasks."
)
@click.option(
    "--set",
    "values",
    multiple=True,
    metavar="NAME=TEXT",
    help="A text that the task was given, so that screens which show it may show another one next time.",
)
@click.option("--any-version", is_flag=True, help="Take runs of several versions of the app together.")
@click.option(
    "--assume-success", is_flag=True, help="Take runs of which nobody said how they ended as successful."
)
@output_options
def command(
    recordings: tuple[Path, ...],
    target: Path,
    task: str | None,
    values: tuple[str, ...],
    any_version: bool,
    assume_success: bool,
    out: Output,
) -> int:
    """Learn rules from successful runs of one task: two at least, eight for labels to rest on.

    The runs may be episodes of one recording or of several. Shown is what varied and what was concluded from it; the
    rules are for the steps of the first run.
    """
    check_new(target)
    from gui_rec.replayer.induction.episodes import learn_file
    from gui_rec.replayer.induction.recordings import task_runs
    from gui_rec.replayer.induction.table import as_record, table
    from gui_rec.replayer.rules.write import write_rule_file

    inputs = dict(named_texts(values, "--set", "rules induce"))
    runs = task_runs(recordings, task=task, inputs=inputs, assume_success=assume_success)
    found = learn_file(runs, any_version=any_version)
    write_rule_file(found.rules, target)
    out.result({"rules": str(target), **as_record(found)}, table(found))
    out.note(f"rules: {target}; look through them before they decide: gui-rec rules show {target}")
    return ExitCode.OK
