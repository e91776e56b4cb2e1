"""`gui-rec rules show FILE`: rules as a table."""

from __future__ import annotations

from pathlib import Path

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode


@click.command("show")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@output_options
def command(file: Path, out: Output) -> int:
    """Show a rule file: what each rule is for, what it says, and how sure it is. Exit 4 for one that is wrong."""
    from gui_rec.replayer.rules.read import read_rule_file
    from gui_rec.replayer.rules.table import rules_view
    from gui_rec.replayer.rules.write import rule_file_to

    rules = read_rule_file(file)
    out.result(rule_file_to(rules), rules_view(rules))
    return ExitCode.OK
