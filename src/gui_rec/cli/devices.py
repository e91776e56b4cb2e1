"""`gui-rec devices`: what is connected, what can be used, and what to do about the rest."""

from __future__ import annotations

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode


@click.command("devices")
@output_options
def command(out: Output) -> int:
    """Show usable and unusable devices, and what to do about each. Exit 3 when none is usable."""
    from rich.table import Table

    from gui_rec.device.listing import list_devices, why_none_is_usable

    entries = list_devices()
    table = Table("serial", "state", "model", "what to do", box=None, pad_edge=False)
    for entry in entries:
        table.add_row(entry.serial, entry.state, entry.model or "", entry.advice)
    document = {
        "devices": [
            {
                "serial": entry.serial,
                "state": entry.state,
                "usable": entry.usable,
                "model": entry.model,
                "advice": entry.advice,
            }
            for entry in entries
        ]
    }
    if entries or out.json:
        out.result(document, table)
    if any(entry.usable for entry in entries):
        return ExitCode.OK
    out.note(why_none_is_usable(entries))
    return ExitCode.DEVICE
