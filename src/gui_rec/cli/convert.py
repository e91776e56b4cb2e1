"""`gui-rec convert --from A --to B`: actions of one dialect in another, from standard input to standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.dsl._members import CODECS, WRITTEN
from gui_rec.errors import DslError, ExitCode, UsageError

_MOST_CHARS = 16_000_000


@click.command("convert")
@click.option(
    "--from", "source", required=True, type=click.Choice(list(CODECS)), help="The dialect of the text."
)
@click.option("--to", "target", required=True, type=click.Choice(WRITTEN), help="The dialect to write.")
@click.option(
    "--screen", metavar="WIDTHxHEIGHT", help="The screen's size in px; needed where a dialect writes pixels."
)
@click.option("--repair", is_flag=True, help="Allow what models are known to get wrong, and say what it was.")
@click.option("--wrapping", metavar="NAME", help="Write the words around the action, too, in this wrapping.")
@click.option("--lines", is_flag=True, help="Each line of the input is an answer of its own.")
@output_options
def command(
    source: str,
    target: str,
    screen: str | None,
    *,
    repair: bool,
    wrapping: str | None,
    lines: bool,
    out: Output,
) -> int:
    """Convert one model answer (or with --lines, one a line) between action dialects.

    Reads standard input. Exit 4 when a text is rejected: the message names the position, counted from 0 in the text.
    """
    from gui_rec.dsl.convert import convert
    from gui_rec.model.action_fields import to_fields
    from gui_rec.model.geometry import ScreenSize

    size = None if screen is None else ScreenSize.parse(screen)
    _check_wrapping(target, wrapping)
    rejected = 0
    for number, text in _answers(lines=lines):
        where = f"line {number}: " if lines else ""
        try:
            found = convert(text, source, target, screen=size, repair=repair, wrapping=wrapping)
        except DslError as error:
            rejected += 1
            out.line({"line": number, "error": str(error), "position": error.position})
            if not out.json:
                click.echo(f"gui-rec: convert: {where}{error}", err=True)
            continue
        out.line(
            {
                "line": number,
                "texts": list(found.texts),
                "actions": [to_fields(action) for action in found.actions],
                "thought": found.thought,
                "operation": found.operation,
                "repairs": list(found.repairs),
                "losses": list(found.losses),
            }
        )
        if not out.json:
            click.echo("\n".join(found.texts))
            _tell(out, where, found.repairs, found.losses)
    return ExitCode.BAD_INPUT if rejected else ExitCode.OK


def _check_wrapping(target: str, wrapping: str | None) -> None:
    if wrapping is None:
        return
    try:
        CODECS.get(target).needs(wrapping)
    except DslError as error:
        raise UsageError(f"convert: {error}") from error


def _answers(*, lines: bool) -> Iterator[tuple[int, str]]:
    """(its line, text) of each answer on standard input."""
    try:
        text = sys.stdin.read(_MOST_CHARS + 1)
    except UnicodeDecodeError as error:
        raise DslError(
            f"convert: expected UTF-8 on standard input: {error.reason}", position=error.start
        ) from error
    if len(text) > _MOST_CHARS:
        raise DslError(
            f"convert: expected at most {_MOST_CHARS} characters on standard input", position=_MOST_CHARS
        )
    if not lines:
        yield 1, text
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def _tell(out: Output, where: str, repairs: tuple[str, ...], losses: tuple[str, ...]) -> None:
    for done in repairs:
        out.note(f"{where}repaired: {done}")
    for lost in losses:
        out.note(f"{where}lost: {lost}")
