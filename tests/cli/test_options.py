"""Shared options mean the same everywhere."""

from __future__ import annotations

from pathlib import Path

import click
from click.testing import CliRunner

from gui_rec.cli._options import device_option, out_option, recording_argument


@click.command(context_settings={"auto_envvar_prefix": "GUI_REC_X"})
@recording_argument
@device_option
@out_option("Where.")
def command(recording: Path, device: str | None, target: Path) -> None:
    click.echo(f"{recording} {device} {target}")


def test_values_arrive_under_their_names() -> None:
    result = CliRunner().invoke(command, ["a.parquet", "--device", "adb (2)", "-o", "b"])
    assert result.output == "a.parquet adb (2) b\n"


def test_every_option_can_come_from_the_environment() -> None:
    result = CliRunner().invoke(command, ["a"], env={"GUI_REC_X_DEVICE": "e-1", "GUI_REC_X_TARGET": "c"})
    assert result.output == "a e-1 c\n"
