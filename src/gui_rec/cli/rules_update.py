"""`gui-rec rules update FILE RECORDING...`: what rules become after an upgrade of the app, for a person to review."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._options import out_option
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._replay_options import named_texts
from gui_rec.cli._rules_files import check_new, revised_name
from gui_rec.errors import ExitCode

if TYPE_CHECKING:
    from gui_rec.replayer.induction.update import Proposal


@click.command("update")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.argument(
    "recordings", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RECORDING..."
)
@out_option("Where the new revision goes; default: FILE with its number, as in shop.r2.yaml.", required=False)
@click.option("--yes", is_flag=True, help="Write the new revision without asking.")
@click.option(
    "--task", metavar="TASK", help="The task's id or goal, where the recordings hold several tasks."
)
@click.option("--set", "values", multiple=True, metavar="NAME=TEXT", help="A text that the task was given.")
@click.option("--any-version", is_flag=True, help="Take runs of several versions of the app together.")
@click.option(
    "--assume-success", is_flag=True, help="Take runs of which nobody said how they ended as successful."
)
@output_options
def command(
    file: Path,
    recordings: tuple[Path, ...],
    target: Path | None,
    yes: bool,
    task: str | None,
    values: tuple[str, ...],
    any_version: bool,
    assume_success: bool,
    out: Output,
) -> int:
    """Propose the rules for a new version of the app, by successful runs of the same task on it.

    Shown is which facts fail there and what takes their place, and the change as a unified difference. FILE itself is
    never changed: the new revision is a file of its own, written when you agree. Exit 1 when nothing was written.
    """
    from gui_rec.replayer.induction.recordings import task_runs
    from gui_rec.replayer.induction.update import propose
    from gui_rec.replayer.rules.read import read_rule_file
    from gui_rec.replayer.rules.write import write_rule_file

    rules = read_rule_file(file)
    place = target or revised_name(file, rules.revision + 1)
    check_new(place)
    inputs = dict(named_texts(values, "--set", "rules update"))
    runs = task_runs(recordings, task=task, inputs=inputs, assume_success=assume_success)
    found = propose(rules, runs, any_version=any_version)
    agreed = _agreed(found, file, place, yes=yes, out=out)
    if agreed:
        write_rule_file(found.new, place)
    out.result(_record(found, file, place, written=agreed), _lines(found, place, written=agreed))
    return ExitCode.OK if agreed else ExitCode.MISMATCH


def _agreed(found: Proposal, file: Path, place: Path, *, yes: bool, out: Output) -> bool:
    """Whether the person who is shown the difference wants it written."""
    out.note(found.difference(file.name))
    if yes:
        return True
    if not sys.stdin.isatty():
        out.note("nothing was written: look through the difference, then give --yes")
        return False
    return click.confirm(f"write {place}?", err=True)


def _lines(found: Proposal, place: Path, *, written: bool) -> str:
    lines = []
    for each in found.failing:
        instead = f"; instead: {', '.join(each.instead)}" if each.instead else ""
        lines.append(f"{each.rule_id}: fails: {each.words}{instead}")
    lines += [f"{rule_id}: the runs say nothing of it" for rule_id in found.untouched]
    end = f"{place}: revision {found.new.revision}" if written else "nothing was written"
    return "\n".join([*lines, end])


def _record(found: Proposal, file: Path, place: Path, *, written: bool) -> dict[str, object]:
    return {
        "rules": str(file),
        "proposed": str(place),
        "written": written,
        "revision": found.new.revision,
        "versions": list(found.new.versions),
        "failing": [
            {"rule": each.rule_id, "fails": each.words, "instead": list(each.instead)}
            for each in found.failing
        ],
        "untouched": list(found.untouched),
        "difference": found.difference(file.name),
    }
