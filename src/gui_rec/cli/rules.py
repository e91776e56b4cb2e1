"""`gui-rec rules`: what steps may lead to, as text that a person reads and changes."""

from __future__ import annotations

import click

from gui_rec.cli import (
    replay_accept,
    rules_check,
    rules_edit,
    rules_induce,
    rules_refine,
    rules_show,
    rules_update,
)
from gui_rec.errors import ExitCode


@click.group("rules", subcommand_metavar="COMMAND [ARGS]...")
def command() -> int:
    """Rules of what a step may lead to: learn them, show them, hold them against recorded runs, change them.

    `gui-rec replay --rules FILE` judges by them.
    """
    return ExitCode.OK


for _member in (rules_show, rules_check, rules_edit, rules_induce, rules_update, rules_refine, replay_accept):
    command.add_command(_member.command)
