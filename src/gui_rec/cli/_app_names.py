"""`--app-names FILE`: a person's own names of apps, for commands that open a device."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gui_rec.cli._display import use_display
from gui_rec.cli._ui_source import use_ui_source

if TYPE_CHECKING:
    from gui_rec.device._api import Device
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


def open_with_names(
    device: str | None, names: Names, ui_source: str = "auto", display: int | None = None
) -> Device:
    """The device called `device`, which knows apps by `names` too, gets hierarchies by `ui_source`, and is looked at
    and acted on by `display`.

    Raises DeviceUnavailableError; DeviceError for a display that is not there; UsageError for a way that this device
    does not have.
    """
    from gui_rec.device.opening import open_named

    opened = open_named(device)
    opened.app_names.add(names)
    try:
        use_display(opened, display)
        use_ui_source(opened, ui_source)
    except BaseException:
        opened.close()
        raise
    return opened
