"""`python -m gui_rec.phone`: the simulated phone as a process of its own."""

from __future__ import annotations

import sys
from typing import Unpack

import click

from gui_rec.errors import GuiRecError
from gui_rec.phone.options import PhoneOptions, phone_options, run_phone


@click.command()
@phone_options
def main(**options: Unpack[PhoneOptions]) -> None:
    """Be a simulated Android phone on 127.0.0.1 that a real adb server lists."""
    try:
        run_phone(**options)
    except GuiRecError as error:
        sys.stderr.write(f"gui-rec phone: {error}\n")
        sys.exit(int(error.exit_code))


if __name__ == "__main__":
    main(prog_name="gui-rec phone")
