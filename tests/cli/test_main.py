"""Every outcome of a command becomes its exit code and one line."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from gui_rec.cli import main as main_module
from gui_rec.cli.main import cli, run
from gui_rec.errors import DeviceUnavailableError, ExitCode, InputError, OutputExistsError

HEAVY = (
    "numpy",
    "pyarrow",
    "PIL",
    "imagehash",
    "datasets",
    "huggingface_hub",
    "adbutils",
    "scipy",
    "rich",
    "jinja2",
)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """A command `fail` that raises what the test puts in the list."""
    raised: list[BaseException] = []

    @click.command("fail")
    def command() -> int:
        raise raised[0]

    monkeypatch.setattr(cli, "get_command", lambda _ctx, name: command if name == "fail" else None)
    return raised


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DeviceUnavailableError("no device"), ExitCode.DEVICE),
        (InputError("bad row"), ExitCode.BAD_INPUT),
        (OutputExistsError("is there"), ExitCode.USAGE),
        (KeyboardInterrupt(), ExitCode.INTERRUPTED),
        (PermissionError(13, "Permission denied", "/x"), ExitCode.BAD_INPUT),
        (click.UsageError("no"), ExitCode.USAGE),
    ],
)
def test_a_foreseeable_fault_is_one_line_and_its_code(
    failing: list[BaseException], capsys: pytest.CaptureFixture[str], error: BaseException, code: ExitCode
) -> None:
    failing.append(error)
    assert run(["fail"]) == code
    text = capsys.readouterr().err
    assert "Traceback" not in text
    assert text.strip()


def test_what_an_error_carries_besides_is_told_line_by_line(
    failing: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    for error in (InputError("bad\nrow \x1b[31m"), KeyboardInterrupt()):
        error.add_note("the recording at x stays open")
        failing[:] = [error]
        run(["fail"])
        first, second = [line for line in capsys.readouterr().err.splitlines() if line]
        assert first in ("gui-rec: bad\\nrow \\x1b[31m", "gui-rec: interrupted")
        assert second == "gui-rec: the recording at x stays open"


def test_a_defect_of_ours_says_so_and_shows_where(
    failing: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    failing.append(ZeroDivisionError("ours"))
    assert run(["fail"]) == ExitCode.DEFECT
    text = capsys.readouterr().err
    assert "Traceback" in text
    assert "defect of gui-rec" in text


def test_version_names_what_a_report_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == ExitCode.OK
    text = capsys.readouterr().out
    assert all(word in text for word in ("gui-rec ", "python ", "pyarrow ", "adbutils ", "adb "))


def test_an_unknown_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["nonsense"]) == ExitCode.USAGE
    assert "No such command" in capsys.readouterr().err


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from gui_rec.cli.main import run; run(['--help']); "
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr.strip() == "[]"
    assert "Commands:" in done.stdout


def test_a_reader_that_left_early_is_no_error() -> None:
    code = "import os, sys; r, w = os.pipe(); os.close(r); os.dup2(w, 1); from gui_rec.cli.main import run; sys.exit(run(['--help']))"
    done = subprocess.run(
        [sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, check=False, timeout=60
    )
    assert "Traceback" not in done.stderr


def test_the_console_script_exits_with_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["gui-rec", "nonsense"])
    with pytest.raises(SystemExit) as stop:
        main_module.main()
    assert stop.value.code == ExitCode.USAGE
