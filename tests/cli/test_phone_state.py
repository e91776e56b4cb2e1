"""`gui-rec phone state`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running_phone import running_phone

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode


def test_the_state_is_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_phone(tmp_path) as phone:
        assert run(["phone", "state"]) == ExitCode.OK
        assert json.loads(capsys.readouterr().out) == phone.control.state()
