"""`--display ID`: which of a device's displays is recorded or replayed on, for commands that open a device."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from gui_rec.device._api import Device

F = TypeVar("F", bound=Callable[..., Any])
_MOST = 999_999_999


def display_option(function: F) -> F:
    """Add `--display ID`; the command takes `display: int | None`."""
    option = click.option(
        "--display",
        type=click.IntRange(0, _MOST),
        metavar="ID",
        help="Which display of the device, by Android's number: 0 is the phone's own (both postures of a foldable), others "
        "are outer, external and virtual ones. Default: 0.",
    )
    return option(function)


def use_display(device: Device, number: int | None) -> None:
    """Let `device` be looked at and acted on there. Raises DeviceError for a display that is not there, UsageError."""
    from gui_rec.device._api import ChoosesDisplay
    from gui_rec.errors import UsageError

    if not number:
        return
    if not isinstance(device, ChoosesDisplay):
        raise UsageError(f"--display {number}: {device.serial} has one display; leave it out")
    device.use_display(number)


def place_of(serial: str, number: int | None) -> str:
    """The device, and which of its displays where that is not its own."""
    return f"{serial}, display {number}" if number else serial
