"""Which running phone a subcommand of `gui-rec phone` means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running_phone import running_phone

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.phone.process import PhoneProcess


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
