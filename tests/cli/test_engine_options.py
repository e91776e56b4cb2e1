from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from shop import record_shop

from gui_rec.cli._engine_options import workers_for
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode, UsageError


def test_local_takes_all_cores_unless_told() -> None:
    assert workers_for("inline", None) == 1
    assert workers_for("local", None) == min(os.cpu_count() or 1, 256)
    assert workers_for("local", 3) == 3
    with pytest.raises(UsageError, match="only --engine local has workers"):
        workers_for("inline", 3)


def test_shares_are_written_and_joined_by_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["export", str(record_shop(tmp_path / "t.parquet")), "-o", str(tmp_path / "out")]
    assert run([*line, "--shard", "1/2"]) == ExitCode.OK
    assert "share 1 of 2: 1 part(s) written" in (said := capsys.readouterr().out)
    assert "1 of 1 are there; the same line without --shard joins them" in said
    assert run([*line, "--shard", "2/2", "--json"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["done"] == 0
    assert not (tmp_path / "out").exists()
    assert run([*line, "--engine", "local"]) == ExitCode.OK
    assert (tmp_path / "out" / "README.md").is_file()


@pytest.mark.parametrize("shard", ["0/2", "3/2", "1", "a/b", "1/0"])
def test_a_share_that_cannot_be_is_refused(
    shard: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["export", str(tmp_path), "-o", str(tmp_path / "out"), "--shard", shard]
    assert run(line) == ExitCode.USAGE
    assert "expected I/N with 1 <= I <= N" in capsys.readouterr().err
