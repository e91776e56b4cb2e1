"""What commands print: results on standard output, everything for people's eyes on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

R = TypeVar("R")
_PIPE_WIDTH = 240


@dataclass(frozen=True, slots=True)
class Output:
    """Where a command's words go, by `--json`, `-q` and `-v`."""

    json: bool = False
    quiet: bool = False
    verbose: bool = False

    def result(self, document: Mapping[str, Any], view: RenderableType) -> None:
        """The command's result: the document with `--json`, else `view`, on standard output."""
        if self.json:
            click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        else:
            console(stderr=False).print(view, soft_wrap=isinstance(view, str))

    def line(self, document: Mapping[str, Any]) -> None:
        """One JSON line of a stream, with `--json` alone."""
        if self.json:
            click.echo(json.dumps(document, ensure_ascii=False))
            sys.stdout.flush()

    def note(self, view: RenderableType) -> None:
        """Something for the person at the terminal, on standard error; silent with `-q`."""
        if not self.quiet:
            console(stderr=True).print(view, soft_wrap=isinstance(view, str))


def console(*, stderr: bool) -> Console:
    """A rich console that is plain when it is not a terminal, keeps brackets in data, obeys NO_COLOR."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    # A pipe or a file has no width to wrap at; a program that reads it wants each row on its line.
    width = None if stream.isatty() else _PIPE_WIDTH
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False, width=width)


def output_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add `--json`, `-q` and `-v`; the command takes one `out: Output`."""

    @click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
    @click.option("-q", "--quiet", is_flag=True, help="No progress, only the result and errors.")
    @click.option("-v", "--verbose", is_flag=True, help="More about what is done.")
    @wraps(function)
    def wrapped(*args: Any, json_: bool, quiet: bool, verbose: bool, **kwargs: Any) -> R:  # noqa: ANN401
        return function(*args, out=Output(json_, quiet, verbose), **kwargs)

    return wrapped
