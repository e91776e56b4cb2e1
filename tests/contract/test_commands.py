"""What holds for every command."""

from __future__ import annotations

import click
import pytest

from gui_rec.cli._members import COMMANDS, SUMMARIES
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode


def test_each_has_its_summary() -> None:
    assert list(SUMMARIES) == list(COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_it_has_its_own_name_and_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = COMMANDS.get(name)
    assert isinstance(command, click.Command)
    assert command.name == name
    assert run([name, "--help"]) == ExitCode.OK
    text = capsys.readouterr().out
    assert text.startswith(f"Usage: gui-rec {name}")
    assert command.help


@pytest.mark.parametrize("name", list(COMMANDS))
def test_an_unknown_option_is_a_usage_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--no-such-option"]) == ExitCode.USAGE
    assert "no-such-option" in capsys.readouterr().err
