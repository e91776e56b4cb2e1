"""Which running phone a subcommand of `gui-rec phone` means."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from running_phone import running_phone

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.phone.process import PhoneProcess

HEAVY = (
    "numpy",
    "PIL",
    "pyarrow",
    "rich",
    "asyncio",
    "adbutils",
    "gui_rec.phone.server",
    "gui_rec.phone.world.phone",
)


def test_a_subcommand_imports_nothing_of_what_a_phone_is_made_of(tmp_path: Path) -> None:
    lines = (
        "touch tap 5 5",
        "state",
        "fault list",
        "set night=on",
        "snapshot list",
        "snapshot save s",
        "snapshot load s",
    )
    code = (
        "import sys; from gui_rec.cli.main import run; "
        f"codes = [run(['phone', *line.split()]) for line in {lines!r}]; "
        f"print(codes, [name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    with running_phone(tmp_path):
        environ = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60, env=environ
        )
    # The file that was saved is printed as every result is, by rich; nothing else of the list is there.
    assert done.stderr.strip() == f"{[0] * len(lines)} ['rich']"


def test_adbs_variable_names_the_phone_unless_the_option_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with running_phone(tmp_path) as phone:
        monkeypatch.setenv("ANDROID_SERIAL", "another")
        assert run(["phone", "state"]) == ExitCode.DEVICE
        said = capsys.readouterr().err
        assert f"expected one simulated phone another, found 0; running: {phone.serial}" in said
        assert "ANDROID_SERIAL names another" in said
        assert run(["phone", "state", "--serial", phone.serial]) == ExitCode.OK
        monkeypatch.setenv("ANDROID_SERIAL", phone.serial)
        with PhoneProcess.start(options=["--no-announce"]):
            assert run(["phone", "state"]) == ExitCode.OK
        monkeypatch.setenv("ANDROID_SERIAL", "")
        assert run(["phone", "state"]) == ExitCode.OK


def test_none_and_several_are_device_trouble(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_phone(tmp_path) as first:
        with PhoneProcess.start(options=["--no-announce"]) as second:
            assert run(["phone", "state"]) == ExitCode.DEVICE
            said = capsys.readouterr().err
            assert "--serial" in said
            assert first.serial in said
            assert second.serial in said
            assert run(["phone", "state", "--serial", second.serial]) == ExitCode.OK
            assert json.loads(capsys.readouterr().out)["awake"] is True
        first.kill()
        assert run(["phone", "state"]) == ExitCode.DEVICE
        assert "no simulated phone runs here" in capsys.readouterr().err
