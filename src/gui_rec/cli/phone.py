"""`gui-rec phone`: the simulated phone, and what is done to one that runs."""

from __future__ import annotations

from typing import Unpack

import click
from click.core import ParameterSource

from gui_rec.cli import phone_fault, phone_set, phone_snapshot, phone_state, phone_touch
from gui_rec.errors import ExitCode
from gui_rec.phone.options import PhoneOptions, phone_options, run_phone


@click.group("phone", invoke_without_command=True, subcommand_metavar="[COMMAND [ARGS]...]")
@phone_options
@click.pass_context
def command(ctx: click.Context, **options: Unpack[PhoneOptions]) -> int:
    """Run the simulated phone until Ctrl-C; with a COMMAND, do something to a phone that runs.

    Adb servers list it as emulator-5554 (or the next free number), whether they run already or start later. One JSON
    line on standard output says where it can be reached.
    """
    if ctx.invoked_subcommand is None:
        run_phone(**options)
    else:
        _refuse_options(ctx, ctx.invoked_subcommand)
    return ExitCode.OK


def _refuse_options(ctx: click.Context, subcommand: str) -> None:
    """A phone's options would have no effect on one that runs already."""
    for parameter in ctx.command.params:
        if ctx.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"{parameter.opts[0]} is for the start of a phone; it does not go with `phone {subcommand}`"
            )


for _member in (phone_touch, phone_fault, phone_set, phone_snapshot, phone_state):
    command.add_command(_member.command)
