"""`--ui-source auto|dump|u2`: which way hierarchies are got, for commands that open a device."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from gui_rec.device._api import Device

F = TypeVar("F", bound=Callable[..., Any])
WAYS = ("auto", "dump", "u2")


def ui_source_option(function: F) -> F:
    """Add `--ui-source`; the command takes `ui_source: str`."""
    option = click.option(
        "--ui-source",
        type=click.Choice(WAYS),
        default="auto",
        show_default=True,
        help="How view hierarchies are got: by `uiautomator dump`, or by uiautomator2's server, which is quicker (extra "
        "u2 starts it). `auto` takes the server where one runs.",
    )
    return option(function)


def use_ui_source(device: Device, way: str) -> None:
    """Let `device` get hierarchies that way. Raises UsageError where it has no such choice, DeviceError."""
    from gui_rec.device._api import ChoosesUiSource
    from gui_rec.errors import UsageError

    if isinstance(device, ChoosesUiSource):
        device.use_ui_source(way)
    elif way != "auto":
        raise UsageError(
            f"--ui-source {way}: {device.serial} has one way of getting hierarchies; leave it out"
        )
