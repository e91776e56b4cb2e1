"""The page about Python is a program that runs."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from gui_rec.model.actions import Finish, Key, OpenApp
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import simulated_phone

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
PIECES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_the_pieces_of_the_page_are_one_program_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "page.py"
    program.write_text("\n".join(PIECES), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with simulated_phone(seed=1) as phone:
        for name, value in phone.server.environ.items():
            monkeypatch.setenv(name, value)
        runpy.run_path(str(program))
    said = capsys.readouterr().out
    assert "com.android.settings True" in said
    assert said.splitlines()[-1].endswith("] 0")
    assert [type(step.action) for step in open_trajectories("traj.parquet").steps()] == [OpenApp]
    assert [type(step.action) for step in open_trajectories("run.parquet").steps()] == [Key, Finish]
    assert all(check(Path(name)).ok for name in ("traj.parquet", "run.parquet"))
    (info,) = [episode.info for episode in open_trajectories("traj.parquet").episodes]
    assert len(info.mask_rules) == 4
    assert (tmp_path / "step_0.png").read_bytes().startswith(b"\x89PNG")
