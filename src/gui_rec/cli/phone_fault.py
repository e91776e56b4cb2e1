"""`gui-rec phone fault`: faults of a running simulated phone, on and off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.cli._phones import on_a_phone
from gui_rec.errors import ExitCode

if TYPE_CHECKING:
    from gui_rec.phone.control_client import PhoneControl


@click.group("fault")
def command() -> None:
    """Switch faults of a running phone; the faults that are then on are printed, one a line.

    `gui-rec phone --help` names them all.
    """


def say_faults(control: PhoneControl, out: Output) -> int:
    """Print the faults that are on."""
    names = control.faults()
    if names or out.json:
        out.result({"faults": names}, "\n".join(names))
    return ExitCode.OK


@command.command("on")
@click.argument("specification", metavar="NAME[:N][@K]")
@on_a_phone
@output_options
def on(out: Output, control: PhoneControl, specification: str) -> int:
    """Switch a fault on."""
    control.fault_on(specification)
    return say_faults(control, out)


@command.command("off")
@click.argument("name", metavar="NAME[:N][@K]")
@on_a_phone
@output_options
def off(out: Output, control: PhoneControl, name: str) -> int:
    """Switch a fault off, by its name or as it was switched on.

    What size-change, rotation-change and clock-jump have done stays; how it is undone is said.
    """
    if remark := control.fault_off(name):
        out.note(remark)
    return say_faults(control, out)


@command.command("list")
@on_a_phone
@output_options
def list_(out: Output, control: PhoneControl) -> int:
    """The faults that are on, each as `fault on` takes it: lost-tap:2 strikes twice more."""
    return say_faults(control, out)
