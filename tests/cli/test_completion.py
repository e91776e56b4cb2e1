"""Shell completion knows our commands."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from gui_rec.cli.completion import completion_script
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode, UsageError


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == ExitCode.OK
    assert "_GUI_REC_COMPLETE" in capsys.readouterr().out


def test_an_unknown_shell_is_refused() -> None:
    with pytest.raises(UsageError, match="known: bash, zsh, fish"):
        completion_script("cmd")


def test_the_shell_is_told_our_commands() -> None:
    env = os.environ | {"_GUI_REC_COMPLETE": "bash_complete", "COMP_WORDS": "gui-rec rep", "COMP_CWORD": "1"}
    code = "from gui_rec.cli.main import cli; cli.main(prog_name='gui-rec')"
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["plain,replay"]
