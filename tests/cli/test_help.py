"""`gui-rec help` explains commands and exit codes."""

from __future__ import annotations

import pytest

from gui_rec.cli.help import exit_codes_text
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode


def test_exit_codes_are_all_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", "exit-codes"]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert [int(line.split()[0]) for line in lines] == [int(code) for code in ExitCode]
    assert exit_codes_text().splitlines() == lines


def test_a_commands_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", "show"]) == ExitCode.OK
    text = capsys.readouterr().out
    assert "gui-rec show" in text
    assert "RECORDING" in text


def test_without_a_topic_it_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help"]) == ExitCode.OK
    assert "replay" in capsys.readouterr().out


def test_an_unknown_topic_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", "weather"]) == ExitCode.USAGE
    assert "exit-codes" in capsys.readouterr().err
