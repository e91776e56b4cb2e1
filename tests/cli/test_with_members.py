from __future__ import annotations

from pathlib import Path

import click
import pytest

from gui_rec.cli._with_members import WithMembers
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode


def test_the_first_word_chooses_a_member(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "accept", "--help"]) == ExitCode.OK
    assert "gui-rec replay accept [OPTIONS] RECORDING STEP" in capsys.readouterr().out


def test_any_other_word_is_the_argument(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(tmp_path / "accept")]) == ExitCode.BAD_INPUT
    assert "no such file" in capsys.readouterr().err
    assert run(["replay", "--no-report", str(tmp_path / "t.parquet")]) == ExitCode.BAD_INPUT
    assert run(["replay", "./accept"]) == ExitCode.BAD_INPUT


def test_members_are_imported_when_asked_for_and_take_variables() -> None:
    command = WithMembers("replay", members={"accept": "gui_rec.cli.replay_accept:command"})
    (member,) = command.members.values()
    variables = {option.envvar for option in member.params if isinstance(option, click.Option)}
    assert "GUI_REC_REPLAY_ACCEPT_RULES" in variables
