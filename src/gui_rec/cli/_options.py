"""Options that several commands share."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

PREFIX = "GUI_REC"
SERIAL_VARIABLE = "ANDROID_SERIAL"
"""What adb itself takes where no device is named."""

F = TypeVar("F", bound=Callable[..., Any])


def environment_serial() -> str | None:
    """The device that the environment names, as adb reads it; an empty variable names none."""
    return os.environ.get(SERIAL_VARIABLE) or None


def remark_on_serial(error: Exception, serial: str | None) -> None:
    """Note on an error about a device where its name may have come from: the variable is easily forgotten."""
    if serial is not None and serial == environment_serial():
        error.add_note(
            f"{SERIAL_VARIABLE} names {serial}; another is named by the option, or unset the variable"
        )


def device_option(function: F) -> F:
    """`--device SERIAL`, without which that of ANDROID_SERIAL or the only usable device is taken, and `--adb-server`."""
    option = click.option(
        "-d",
        "--device",
        metavar="SERIAL",
        default=environment_serial,
        help="The device, as `gui-rec devices` lists it; by default that of ANDROID_SERIAL, else the only usable one.",
    )
    return option(adb_server_option(function))


def devices_options(function: F) -> F:
    """`--device SERIAL` as often as wanted (`devices`), `--all` (`every_device`), and `--adb-server`."""
    several = click.option(
        "-d",
        "--device",
        "devices",
        multiple=True,
        metavar="SERIAL",
        help="The device, as `gui-rec devices` lists it; by default that of ANDROID_SERIAL, else the only usable one. "
        "Given several times: a process and a folder each.",
    )
    every = click.option("--all", "every_device", is_flag=True, help="Every usable device at once.")
    return several(every(adb_server_option(function)))


def adb_server_option(function: F) -> F:
    """`--adb-server HOST:PORT`: this command and what it starts use that server, as by ADB_SERVER_SOCKET."""
    option = click.option(
        "--adb-server",
        metavar="HOST:PORT",
        expose_value=False,
        callback=_use_adb_server,
        help="The adb server; by default the one that adb's own variables name, else 127.0.0.1:5037.",
    )
    return option(function)


def _use_adb_server(_context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    host, colon, port = value.rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and 0 < int(port) <= 65535):
        raise click.BadParameter(f"expected HOST:PORT, got {value!r}")
    os.environ["ADB_SERVER_SOCKET"] = f"tcp:{host}:{port}"


def recording_argument(function: F) -> F:
    """The recording: a trajectory file or a recording's folder. Existence is checked by the reader."""
    argument = click.argument("recording", type=click.Path(path_type=Path), metavar="RECORDING")
    return argument(function)


def out_option(help_text: str, *, required: bool = True) -> Callable[[F], F]:
    """`-o OUT`; never overwritten."""
    return click.option(
        "-o",
        "--out",
        "target",
        type=click.Path(path_type=Path),
        required=required,
        metavar="PATH",
        help=help_text,
    )


def name_variables(command: click.Command, name: str) -> click.Command:
    """A copy of the command, each of whose options may come from a variable of its long name: GUI_REC_RECORD_MAX_STEPS.

    So may those of a group's commands: GUI_REC_PHONE_STATE_SERIAL. A command that goes by two names has variables of
    either, hence the copy.
    """
    named = copy.copy(command)
    named.params = [_with_variable(parameter, name) for parameter in command.params]
    if isinstance(named, click.Group):
        named.commands = {
            inner_name: name_variables(inner, f"{name}-{inner_name}")
            for inner_name, inner in named.commands.items()
        }
    return named


def _with_variable(parameter: click.Parameter, name: str) -> click.Parameter:
    long = next((text for text in parameter.opts if text.startswith("--")), None)
    if not isinstance(parameter, click.Option) or long is None or parameter.envvar is not None:
        return parameter
    named = copy.copy(parameter)
    words = (PREFIX, name, long.removeprefix("--"))
    named.envvar = "_".join(words).replace("-", "_").upper()
    return named
