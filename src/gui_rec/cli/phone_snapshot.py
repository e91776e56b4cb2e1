"""`gui-rec phone snapshot`: the whole state of a running simulated phone as a file, and back."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.cli._phones import on_a_phone
from gui_rec.errors import ExitCode

if TYPE_CHECKING:
    from gui_rec.phone.control_client import PhoneControl

F = TypeVar("F", bound=Callable[..., Any])


def snapshot_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where snapshots lie unless said otherwise: `gui-rec/phone-snapshots` in the user's cache folder."""
    environ = os.environ if environ is None else environ
    cache = environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "gui-rec" / "phone-snapshots"


def _folder_option(function: F) -> F:
    option = click.option(
        "--dir",
        "folder",
        type=click.Path(path_type=Path),
        default=snapshot_folder,
        help="The folder of the snapshots; default: gui-rec/phone-snapshots in the user's cache folder.",
    )
    return option(function)


@click.group("snapshot")
def command() -> None:
    """Save the whole state of a running phone, and load it in a moment."""


@command.command("save")
@click.argument("name")
@_folder_option
@on_a_phone
@output_options
def save(out: Output, control: PhoneControl, name: str, folder: Path) -> int:
    """Save the state as NAME, replacing an earlier one; the file is printed."""
    path = str(control.snapshot_save(folder, name))
    out.result({"name": name, "file": path}, path)
    return ExitCode.OK


@command.command("load")
@click.argument("name")
@_folder_option
@on_a_phone
def load(control: PhoneControl, name: str, folder: Path) -> int:
    """Make the phone what it was when NAME was saved."""
    control.snapshot_load(folder, name)
    return ExitCode.OK


@command.command("list")
@_folder_option
@output_options
def list_(out: Output, folder: Path) -> int:
    """The names of the snapshots, one a line, and why one cannot be loaded; no phone need run."""
    from gui_rec.phone.snapshot_files import snapshot_fault, snapshot_names

    faults = {name: snapshot_fault(folder, name) for name in snapshot_names(folder)}
    lines = [name if why is None else f"{name} (cannot be loaded: {why})" for name, why in faults.items()]
    broken = [{"name": name, "why": why} for name, why in faults.items() if why is not None]
    if faults or out.json:
        document = {"folder": str(folder), "snapshots": list(faults), "not_loadable": broken}
        out.result(document, "\n".join(lines))
    return ExitCode.OK


@command.command("delete")
@click.argument("name")
@_folder_option
def delete(name: str, folder: Path) -> int:
    """Take the snapshot NAME away; no phone need run."""
    from gui_rec.phone.snapshot_files import delete_snapshot

    delete_snapshot(folder, name)
    return ExitCode.OK
