from __future__ import annotations

import pytest

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode


def test_the_group_lists_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--help"]) == ExitCode.OK
    told = capsys.readouterr().out
    for name in ("show", "check", "edit", "induce", "update", "refine", "accept"):
        assert f"  {name} " in told
