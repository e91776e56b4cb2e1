"""Closed, full, narrow-minded or abandoned standard streams change no outcome and harm no file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from trajectories import record

from gui_rec.errors import ExitCode


def shell(line: str, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """A shell line in which $GR is gui-rec and $1, $2, ... are the arguments; buffered, as for a user."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    program = "from gui_rec.cli.main import main; main()"
    line = line.replace("$GR", f"'{sys.executable}' -c '{program}'")
    return subprocess.run(
        ["/bin/bash", "-c", line, "bash", *arguments],
        env=env | environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def damaged(folder: Path) -> Path:
    """A recording that can be read and has one damaged file inside."""
    whole = record(folder / "damaged")
    whole.with_name("01JABCDEFGHJKMNPQRSTVWXYZ1.parquet").write_bytes(b"PAR1 and then nothing")
    return folder / "damaged"


@pytest.mark.parametrize("options", ["", "--json"])
def test_a_reader_that_leaves_early_does_not_change_the_exit_code(tmp_path: Path, options: str) -> None:
    good = record(tmp_path / "t.parquet")
    line = f'$GR check {options} "$1" | true; echo "code ${{PIPESTATUS[0]}}"'
    for path, code in ((good, ExitCode.OK), (damaged(tmp_path), ExitCode.MISMATCH)):
        done = shell(line, str(path))
        assert (done.stdout, done.stderr) == (f"code {code}\n", "")


def test_a_full_disk_under_the_output_is_one_line_and_no_success(tmp_path: Path) -> None:
    done = shell('$GR show "$1" > /dev/full', str(record(tmp_path / "t.parquet")))
    assert done.returncode == ExitCode.BAD_INPUT
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "No space left" in done.stderr


def test_closed_streams_are_opened_to_nowhere(tmp_path: Path) -> None:
    recorded = record(tmp_path / "t.parquet")
    before = recorded.read_bytes()
    assert shell('$GR check "$1" <&- >&- 2>&-', str(recorded)).returncode == ExitCode.OK
    assert shell('$GR check "$1" <&- >&- 2>&-', str(damaged(tmp_path))).returncode == ExitCode.MISMATCH
    assert recorded.read_bytes() == before


def test_a_character_that_the_encoding_lacks_is_printed_as_its_escape(tmp_path: Path) -> None:
    recorded = record(tmp_path / "caf\u00e9.parquet")
    done = shell('$GR check "$1"', str(recorded), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (ExitCode.OK, "")
    assert "caf\\xe9.parquet" in done.stdout


def test_sigterm_ends_a_command_as_ctrl_c_does(tmp_path: Path) -> None:
    program = (
        "import os, signal; from gui_rec.cli import main as m;"
        "m.run = lambda: os.kill(os.getpid(), signal.SIGTERM) or signal.pause(); m.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert "KeyboardInterrupt" in done.stderr


def test_the_input_has_its_number_also_where_it_was_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    from gui_rec.cli._streams import input_descriptor

    monkeypatch.setattr(sys, "stdin", None)
    assert input_descriptor() == 0
