"""Shared options mean the same everywhere."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from gui_rec.cli._members import COMMANDS
from gui_rec.cli._options import (
    device_option,
    name_variables,
    out_option,
    recording_argument,
    remark_on_serial,
)
from gui_rec.errors import DeviceUnavailableError


@click.command()
@recording_argument
@device_option
@out_option("Where.")
def command(recording: Path, device: str | None, target: Path) -> None:
    click.echo(f"{recording} {device} {target}")


def test_values_arrive_under_their_names() -> None:
    result = CliRunner().invoke(command, ["a.parquet", "--device", "adb (2)", "-o", "b"])
    assert result.output == "a.parquet adb (2) b\n"


def test_adbs_own_variable_names_the_device_where_nothing_else_does() -> None:
    named = name_variables(command, "x")
    environ = {"ANDROID_SERIAL": "e-2"}
    run = CliRunner().invoke
    assert run(named, ["a", "-o", "c"], env=environ).output == "a e-2 c\n"
    assert run(named, ["a", "-o", "c"], env={"ANDROID_SERIAL": ""}).output == "a None c\n"
    assert run(named, ["a", "-o", "c"], env={**environ, "GUI_REC_X_DEVICE": "e-1"}).output == "a e-1 c\n"
    assert run(named, ["a", "-o", "c", "-d", "e-3"], env=environ).output == "a e-3 c\n"


@pytest.mark.parametrize(("serial", "notes"), [("e-2", 1), ("e-1", 0), (None, 0)])
def test_an_error_says_that_the_variable_named_the_device(
    monkeypatch: pytest.MonkeyPatch, serial: str | None, notes: int
) -> None:
    monkeypatch.setenv("ANDROID_SERIAL", "e-2")
    error = DeviceUnavailableError("gone")
    remark_on_serial(error, serial)
    assert len(getattr(error, "__notes__", ())) == notes


def test_every_option_can_come_from_the_variable_of_its_long_name() -> None:
    environ = {"GUI_REC_X_DEVICE": "e-1", "GUI_REC_X_OUT": "c"}
    result = CliRunner().invoke(name_variables(command, "x"), ["a"], env=environ)
    assert result.output == "a e-1 c\n"


def test_the_variable_is_what_the_command_line_says_whatever_the_parameter_is_called() -> None:
    known = {
        option.envvar
        for name in COMMANDS
        for option in name_variables(COMMANDS.get(name), name).params
        if isinstance(option, click.Option)
    }
    assert {"GUI_REC_REPLAY_TIMEOUT", "GUI_REC_REPLAY_FROM", "GUI_REC_RECORD_MAX_STEPS"} <= known
    assert {"GUI_REC_SHOW_JSON", "GUI_REC_EXPORT_LICENSE", "GUI_REC_RECORD_OUT"} <= known
    assert None not in known


def test_a_groups_commands_have_their_variables_too() -> None:
    @click.group()
    def outer() -> None:
        pass

    @outer.command("state")
    @click.option("--serial")
    def inner(serial: str | None) -> None:
        click.echo(f"serial {serial}")

    named = name_variables(outer, "phone")
    assert (
        CliRunner().invoke(named, ["state"], env={"GUI_REC_PHONE_STATE_SERIAL": "e-1"}).output
        == "serial e-1\n"
    )
