"""`gui-rec import aitz` on a published episode: what it makes, every later command takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode

AITZ = Path(__file__).parent.parent / "data" / "aitz"


def test_an_episode_goes_all_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "aitz"
    assert run(["import", "aitz", str(AITZ), "-o", str(target), "--json"]) == ExitCode.OK
    report = json.loads(capsys.readouterr().out)
    assert (report["episodes"], report["steps"]) == (1, 4)
    assert run(["check", str(target)]) == ExitCode.OK
    capsys.readouterr()
    assert run(["show", str(target), "--json"]) == ExitCode.OK
    steps = json.loads(capsys.readouterr().out)["episodes"][0]["steps"]
    assert all(step["post_package"] is None for step in steps)
    assert steps[-1]["changed"] is None, "nothing was recorded after the last action"
    assert run(["export", str(target), "-o", str(tmp_path / "out")]) == ExitCode.OK


@pytest.mark.parametrize(("name", "code"), [("nothing", ExitCode.USAGE), ("aitz", ExitCode.BAD_INPUT)])
def test_a_wrong_source_or_format_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, code: ExitCode
) -> None:
    assert run(["import", name, str(tmp_path / "missing"), "-o", str(tmp_path / "out")]) == code
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()
