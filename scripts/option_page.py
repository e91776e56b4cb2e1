"""Write docs/options.md anew from the commands themselves: python scripts/option_page.py."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from gui_rec.cli._members import COMMANDS
from gui_rec.cli._with_members import WithMembers

PAGE = Path(__file__).resolve().parent.parent / "docs" / "options.md"
_HEAD = """# Options

Every option of every command, as `gui-rec help COMMAND` says it; made by `python scripts/option_page.py`.
All commands take `--json`, `-q`/`--quiet`, `-v`/`--verbose` and `--help`; [commands.md](commands.md) tells what they are for.
"""
_OF_ALL = frozenset({"--json", "--quiet", "--verbose", "--help"})


def page() -> str:
    """The whole page."""
    parts = [_HEAD]
    for name in COMMANDS:
        parts += _sections(f"gui-rec {name}", COMMANDS.get(name))
    return "\n".join(parts)


def _sections(name: str, command: click.Command) -> Iterator[str]:
    options = [
        each
        for each in command.params
        if isinstance(each, click.Option) and not (each.hidden or _OF_ALL.intersection(each.opts))
    ]
    if options:
        rows = "\n".join(f"| {_names(option)} | {_words(option)} |" for option in options)
        yield f"## {name}\n\n| option | what it does |\n|---|---|\n{rows}\n"
    if isinstance(command, click.Group | WithMembers):
        members = command.commands if isinstance(command, click.Group) else command.members
        for inner in sorted(members):
            yield from _sections(f"{name} {inner}", members[inner])


def _names(option: click.Option) -> str:
    value = "" if option.is_flag else f" {option.make_metavar(click.Context(click.Command('gui-rec')))}"
    return " / ".join(f"`{name}{_cell(value)}`" for name in (*option.opts, *option.secondary_opts))


def _words(option: click.Option) -> str:
    told = option.help or ""
    shown = option.show_default and option.default is not None and not option.is_flag
    return _cell(f"{told} Default: {option.default}." if shown else told)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stderr.write(f"{PAGE} is as the commands are\n")
