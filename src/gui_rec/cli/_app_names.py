"""`--app-names FILE`: a person's own names of apps, for commands that open a device."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from gui_rec.device.app_names import Names

F = TypeVar("F", bound=Callable[..., Any])


def app_names_option(function: F) -> F:
    """Add `--app-names FILE`; the command takes `app_names: Path | None`."""
    option = click.option(
        "--app-names",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Your names of apps, JSON or YAML: `package: name` or `package: [name, ...]`.",
    )
    return option(function)


def read_names(table: Path | None) -> Names:
    """The table, read before a device is asked for; empty without one. Raises InputError."""
    from gui_rec.device.app_names import read_app_names

    return {} if table is None else read_app_names(table)
