"""A command that takes an argument, and has commands of its own besides: `replay RECORDING`, `replay accept ...`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from gui_rec.cli._options import name_variables


class WithMembers(click.Command):
    """The first word chooses a member by its name; any other is the command's own argument.

    `members` maps names to `module:attribute`, imported when asked for. A file of such a name is given as `./accept`.
    """

    def __init__(self, name: str | None, *, members: Mapping[str, str], **how: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(name, **how)
        self._members = dict(members)

    @property
    def members(self) -> dict[str, click.Command]:
        """Every member by its name."""
        return {name: self._member(name) for name in self._members}

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - click's own options
    ) -> click.Context:
        """That of the member which the first word names, else this command's own."""
        if args and args[0] in self._members:
            return self._member(args[0]).make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def _member(self, name: str) -> click.Command:
        module, _, attribute = self._members[name].partition(":")
        member = getattr(import_module(module), attribute)
        assert isinstance(member, click.Command), "members are commands"
        return name_variables(member, f"{self.name}-{name}")
