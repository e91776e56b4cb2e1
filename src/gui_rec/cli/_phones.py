"""What the subcommands of `gui-rec phone` share: which running phone they mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from gui_rec.cli._options import environment_serial, remark_on_serial
from gui_rec.errors import DeviceUnavailableError

R = TypeVar("R")


def on_a_phone(function: Callable[..., R]) -> Callable[..., R]:
    """Add `--serial`; the command takes `control: PhoneControl` of the phone that is meant, closed at its end.

    None or several running phones, without the option and ANDROID_SERIAL, is a DeviceUnavailableError.
    """

    @click.option(
        "--serial",
        metavar="SERIAL",
        default=environment_serial,
        help="The running phone; by default that of ANDROID_SERIAL, else the only one.",
    )
    @wraps(function)
    def wrapped(*args: Any, serial: str | None, **kwargs: Any) -> R:  # noqa: ANN401 - click's values
        from gui_rec.phone.running import find_phone

        try:
            phone = find_phone(serial)
        except DeviceUnavailableError as error:
            remark_on_serial(error, serial)
            raise
        with phone.connect() as control:
            return function(*args, control=control, **kwargs)

    return wrapped
