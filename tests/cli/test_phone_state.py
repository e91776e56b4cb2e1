"""`gui-rec phone state`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from driven_phone import Driven
from running_phone import running_phone

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.phone.world.config import PhoneConfig


def test_the_state_is_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_phone(tmp_path) as phone:
        assert run(["phone", "state"]) == ExitCode.OK
        assert json.loads(capsys.readouterr().out) == phone.control.state()
        assert run(["phone", "state", "--json"]) == ExitCode.OK
        assert json.loads(capsys.readouterr().out) == phone.control.state()


def test_a_second_display_is_told_of_only_where_there_is_one() -> None:
    assert "second_display" not in Driven().phone.state()
    state = Driven(PhoneConfig(displays=2, locale="zh-CN")).phone.state()
    assert state["second_display"] == {"drawer": False, "touches": 0}
    assert state["language"] == "zh-CN"
