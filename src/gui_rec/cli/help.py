"""`gui-rec help [TOPIC]`: a command's help, or `exit-codes`."""

from __future__ import annotations

import click

from gui_rec.cli._members import COMMANDS
from gui_rec.errors import ExitCode


def exit_codes_text() -> str:
    """The table of exit codes, one a line."""
    return "\n".join(f"{int(code):>3}  {code.meaning}" for code in ExitCode)


@click.command("help")
@click.argument("topic", required=False)
@click.pass_context
def command(ctx: click.Context, topic: str | None) -> int:
    """Explain a command, or `exit-codes`."""
    parent = ctx.parent
    if topic is None and parent is not None:
        click.echo(parent.get_help())
    elif topic == "exit-codes":
        click.echo(exit_codes_text())
    elif topic in COMMANDS:
        subject = COMMANDS.get(str(topic))
        with click.Context(subject, info_name=f"gui-rec {topic}", parent=None) as own:
            click.echo(subject.get_help(own))
    else:
        raise click.UsageError(f"no such topic {topic!r}; topics: exit-codes, {', '.join(COMMANDS)}")
    return ExitCode.OK
