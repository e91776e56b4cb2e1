"""`gui-rec rules`: what steps may lead to, as text that a person reads and changes."""

from __future__ import annotations

import click

from gui_rec.cli import rules_check, rules_edit, rules_show
from gui_rec.errors import ExitCode


@click.group("rules", subcommand_metavar="COMMAND [ARGS]...")
def command() -> int:
    """Rules of what a step may lead to: show them, hold them against recorded runs, change them.

    `gui-rec replay --rules FILE` judges by them.
    """
    return ExitCode.OK


for _member in (rules_show, rules_check, rules_edit):
    command.add_command(_member.command)
