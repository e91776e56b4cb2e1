"""What commands print: results on standard output, everything for people's eyes on standard error."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gui_rec.cli._streams import reader_may_leave

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

R = TypeVar("R")
_PIPE_WIDTH = 240
# What a terminal takes as a command, what hides or turns text around, and halves of characters (a file name that is no
# UTF-8): recordings, file names and devices may hold any of it.
_CONTROL = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_UNPRINTABLE = re.compile(f"[{_CONTROL}]")
_NOT_IN_A_LINE = re.compile(f"[{_CONTROL}\t\n]")


@dataclass(frozen=True, slots=True)
class Output:
    """Where a command's words go, by `--json`, `-q` and `-v`."""

    json: bool = False
    quiet: bool = False
    verbose: bool = False

    def result(self, document: Mapping[str, Any], view: RenderableType) -> None:
        """The command's result: the document with `--json`, else `view`, on standard output."""
        with reader_may_leave(sys.stdout):
            if self.json:
                click.echo(json.dumps(document, ensure_ascii=False, indent=2))
            else:
                console(stderr=False).print(view, soft_wrap=isinstance(view, str))

    def line(self, document: Mapping[str, Any]) -> None:
        """One of many results while they come: a line of JSON with `--json`, else nothing."""
        if self.json:
            with reader_may_leave(sys.stdout):
                click.echo(json.dumps(document, ensure_ascii=False))

    def note(self, view: RenderableType) -> None:
        """Something for the person at the terminal, on standard error; silent with `-q`."""
        if not self.quiet:
            with reader_may_leave(sys.stderr):
                console(stderr=True).print(view, soft_wrap=isinstance(view, str))


def printable(text: str) -> str:
    """`text` with its control characters as escapes; line ends and tabs stay."""
    return _UNPRINTABLE.sub(_escape, text)


def one_line(text: str) -> str:
    """`text` on one line, its control characters and line ends as escapes."""
    return _NOT_IN_A_LINE.sub(_escape, text)


def cut_line(text: str, most: int = 120) -> str:
    """`one_line`, cut to `most` characters; what is cut off is counted."""
    line = one_line(text)
    return line if len(line) <= most else f"{line[:most]}... ({len(line) - most} more characters)"


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


def console(*, stderr: bool) -> Console:
    """A rich console that is plain when it is not a terminal, keeps brackets in data, obeys NO_COLOR."""
    from rich.console import Console
    from rich.text import Text

    class PlainConsole(Console):
        """Every text from a recording or a device comes through here on its way to the terminal."""

        def render_str(self, text: str, **how: Any) -> Text:  # noqa: ANN401 - rich's own options
            return super().render_str(printable(text), **how)

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich itself would end the program, with the code of a mismatch

    stream = sys.stderr if stderr else sys.stdout
    # A pipe or a file has no width to wrap at; a program that reads it wants each row on its line.
    width = None if stream.isatty() else _PIPE_WIDTH
    return PlainConsole(stderr=stderr, markup=False, highlight=False, emoji=False, width=width)


def output_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add `--json`, `-q` and `-v`; the command takes one `out: Output`."""

    @click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
    @click.option("-q", "--quiet", is_flag=True, help="No progress, only the result and errors.")
    @click.option("-v", "--verbose", is_flag=True, help="More about what is done.")
    @wraps(function)
    def wrapped(*args: Any, json_: bool, quiet: bool, verbose: bool, **kwargs: Any) -> R:  # noqa: ANN401
        return function(*args, out=Output(json_, quiet, verbose), **kwargs)

    return wrapped
