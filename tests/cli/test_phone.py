"""`gui-rec phone`: one line says where it is, Ctrl-C ends it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode


def test_it_says_where_it_is_and_ends_on_ctrl_c() -> None:
    argv = [sys.executable, "-m", "gui_rec", "phone", "--high-port", "--no-announce"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        assert ready["serial"] == f"emulator-{ready['port'] - 1}"
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == ExitCode.OK
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    "words",
    [
        ["--screen", "big"],
        ["--fault", "rain"],
        ["--value", "x"],
        ["--value", "nope=1"],
        ["--locale", "fr"],
        ["--api", "3"],
    ],
)
def test_a_wrong_option_is_a_usage_error(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["phone", "--no-announce", *words]) == ExitCode.USAGE
    assert words[1].removesuffix("=1") in capsys.readouterr().err


def test_options_for_the_start_do_not_go_with_a_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["phone", "--seed", "3", "state"]) == ExitCode.USAGE
    assert "--seed is for the start of a phone" in capsys.readouterr().err


@pytest.mark.parametrize("stdin", ["< /dev/null", "<&-", "< /etc/passwd"])
def test_a_standard_input_that_cannot_end_ends_the_phone_at_once_and_is_told(stdin: str) -> None:
    line = f'"$0" -m gui_rec phone --high-port --no-announce --until-stdin-ends {stdin}'
    ran = subprocess.run(
        ["sh", "-c", line, sys.executable], capture_output=True, text=True, timeout=30, check=False
    )
    assert ran.returncode == ExitCode.OK
    assert json.loads(ran.stdout)["pid"]
    assert "--until-stdin-ends: standard input is closed, or no pipe or terminal" in ran.stderr
    assert "Traceback" not in ran.stderr
