"""`gui-rec phone`: the simulated phone."""

from __future__ import annotations

from typing import Unpack

import click

from gui_rec.errors import ExitCode
from gui_rec.phone.options import PhoneOptions, phone_options, run_phone


@click.command("phone")
@phone_options
def command(**options: Unpack[PhoneOptions]) -> int:
    """Run the simulated phone until Ctrl-C.

    Adb servers list it as emulator-5554 (or the next free number), whether they run already or start later. One JSON
    line on standard output says where it can be reached.
    """
    run_phone(**options)
    return ExitCode.OK
