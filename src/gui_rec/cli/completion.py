"""`gui-rec completion SHELL`: the script that makes the shell complete our commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from gui_rec.errors import ExitCode, UsageError


def completion_script(shell: str) -> str:
    """The script for `shell` (bash, zsh, fish); source it, or write it where the shell looks."""
    from gui_rec.cli.main import cli

    cls = get_completion_class(shell)
    if cls is None:
        raise UsageError(f"no completion for shell {shell!r}; known: bash, zsh, fish")
    return cls(cli, {}, "gui-rec", "_GUI_REC_COMPLETE").source()


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the completion script for SHELL: eval "$(gui-rec completion bash)"."""
    click.echo(completion_script(shell))
    return ExitCode.OK
