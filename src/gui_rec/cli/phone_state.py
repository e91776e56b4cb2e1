"""`gui-rec phone state`: what a running simulated phone knows of itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from gui_rec.cli._phones import on_a_phone
from gui_rec.errors import ExitCode

if TYPE_CHECKING:
    from gui_rec.phone.control_client import PhoneControl


@click.command("state")
@click.option("--json", is_flag=True, expose_value=False, help="As JSON; it is so without it too.")
@on_a_phone
def command(control: PhoneControl) -> int:
    """Print the state of a running phone as JSON: app, screen, back stack, keyboard, toast, faults."""
    click.echo(json.dumps(control.state(), ensure_ascii=False, indent=2))
    return ExitCode.OK
