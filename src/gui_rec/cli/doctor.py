"""`gui-rec doctor`: whether a device can be recorded, told beforehand, with the fix for each problem."""

from __future__ import annotations

import click

from gui_rec.cli._display import display_option
from gui_rec.cli._opening import open_as_asked
from gui_rec.cli._options import device_option
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._ui_source import ui_source_option
from gui_rec.errors import ExitCode


@click.command("doctor")
@device_option
@display_option
@ui_source_option
@output_options
def command(device: str | None, display: int | None, ui_source: str, out: Output) -> int:
    """Tell whether a device can be recorded, and what to do where not. Exit 3 when something stands in the way.

    Nothing on the device is changed: it is looked at, and a key that no app knows is pressed.
    """
    from rich.table import Table

    from gui_rec._clock import SystemClock
    from gui_rec.recorder.doctor._api import State
    from gui_rec.recorder.doctor.visit import examine, visit

    opened = open_as_asked(device, {}, ui_source, display)
    try:
        findings = list(examine(visit(opened, SystemClock())))
    finally:
        opened.close()
    table = Table("what", "state", "found", "what to do", box=None, pad_edge=False)
    for name, finding in findings:
        table.add_row(name, finding.state.value, finding.what, finding.fix)
    document = {
        "device": opened.serial,
        "findings": [
            {"what": name, "state": finding.state.value, "found": finding.what, "fix": finding.fix or None}
            for name, finding in findings
        ],
    }
    out.result(document, table)
    problems = [name for name, finding in findings if finding.state is State.PROBLEM]
    if problems:
        out.note(f"{opened.serial}: mend first: {', '.join(problems)}")
        return ExitCode.DEVICE
    which = f" --display {display}" if display else ""
    out.note(f"{opened.serial} can be recorded; next: gui-rec record --device {opened.serial}{which}")
    return ExitCode.OK
