"""The entry point: finds the command, runs it, and turns every outcome into an exit code."""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

import click

from gui_rec import __version__
from gui_rec.cli import _streams
from gui_rec.cli._members import COMMANDS, SUMMARIES
from gui_rec.cli._options import name_variables
from gui_rec.cli._output import one_line
from gui_rec.errors import ExitCode, GuiRecError, InputError


class LazyGroup(click.Group):
    """A group that imports a command's module only when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        return name_variables(COMMANDS.get(cmd_name), cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, SUMMARIES[name]) for name in COMMANDS])


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from gui_rec.cli._versions import version_text

    click.echo(version_text(__version__))
    ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: gui-rec help exit-codes. Every option can be set by a GUI_REC_COMMAND_OPTION variable.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the versions of what matters and exit.",
)
def cli() -> None:
    """Record, replay and verify GUI trajectories on Android, and turn them into training sets."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command line; return its exit code. Nothing but a defect of ours prints a traceback."""
    try:
        outcome = cli.main(args=argv, prog_name="gui-rec", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except (KeyboardInterrupt, click.Abort) as error:
        _say("interrupted", error.__cause__ or error)  # click puts its Abort over ours
        return ExitCode.INTERRUPTED
    except GuiRecError as error:
        _say(str(error), error)
        return error.exit_code
    except OSError as error:
        _say(f"{error.strerror or error}: {error.filename}" if error.filename else str(error), error)
        return ExitCode.BAD_INPUT
    except Exception as error:  # noqa: BLE001 - the last line of defence; it is reported as our defect
        return _defect(error)
    return int(outcome) if isinstance(outcome, int) else ExitCode.OK


def _say(text: str, error: BaseException | None = None) -> None:
    """The one line of a fault, and below it what else the error carries (what stays open, and how to go on)."""
    with _streams.reader_may_leave(sys.stderr):
        for line in (text, *getattr(error, "__notes__", ())):
            click.echo(f"gui-rec: {one_line(line)}", err=True)


def _defect(error: Exception) -> int:
    traceback.print_exception(error, file=sys.stderr)
    _say("this is a defect of gui-rec; please report it with the lines above")
    return ExitCode.DEFECT


def main() -> NoReturn:
    """The console script."""
    _streams.prepare()
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores SIGHUP on purpose
            signal.signal(number, signal.default_int_handler)  # so that it ends like Ctrl-C, tidily
    code = run()
    try:
        with _streams.reader_may_leave(sys.stdout):
            pass
    except InputError as error:
        _say(str(error))
        code = code or ExitCode.BAD_INPUT
    sys.exit(code)
