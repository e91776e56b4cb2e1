"""What the subcommands of `gui-rec phone` share: which running phone they mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

R = TypeVar("R")


def on_a_phone(function: Callable[..., R]) -> Callable[..., R]:
    """Add `--serial`; the command takes `control: PhoneControl` of the phone that is meant, closed at its end.

    None or several running phones, without the option, is a DeviceUnavailableError.
    """

    @click.option("--serial", metavar="SERIAL", help="The running phone; by default the only one.")
    @wraps(function)
    def wrapped(*args: Any, serial: str | None, **kwargs: Any) -> R:  # noqa: ANN401 - click's values
        from gui_rec.phone.running import find_phone

        with find_phone(serial).connect() as control:
            return function(*args, control=control, **kwargs)

    return wrapped
