"""`gui-rec push` against a Hub on this machine; the real client is in between."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from shop import record_shop

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.testing.hub import LocalHub


@pytest.fixture
def export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    out = tmp_path / "out"
    assert run(["export", str(record_shop(tmp_path / "t.parquet")), "-o", str(out)]) == ExitCode.OK
    capsys.readouterr()
    return out


def push(hub: LocalHub, cache: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: the client reads its environment when it is imported."""
    environ = {**os.environ, **hub.environment(cache)}
    argv = [sys.executable, "-m", "gui_rec", "push", *words]
    return subprocess.run(argv, env=environ, capture_output=True, text=True, check=False, timeout=100)


def test_a_dry_run_uploads_nothing(export: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["push", str(export), "user/taps", "--dry-run", "--json"]) == ExitCode.OK
    report = json.loads(capsys.readouterr().out)
    assert (report["dry_run"], report["private"], report["url"]) == (True, True, None)
    assert "README.md" in report["files"]


@pytest.mark.slow
def test_it_arrives_private_and_whole(export: Path, tmp_path: Path) -> None:
    with LocalHub() as hub:
        done = push(hub, tmp_path / "cache", str(export), "user/taps")
        assert done.returncode == ExitCode.OK, done.stderr
        assert hub.token not in done.stdout + done.stderr
        repo = hub.repos["user/taps"]
    assert repo.private
    names = {path.relative_to(export).as_posix() for path in export.rglob("*") if path.is_file()}
    assert names <= set(repo.files)


def test_a_name_that_is_none_is_a_usage_error(export: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["push", str(export), "just-a-name"]) == ExitCode.USAGE
    assert "USER/NAME" in capsys.readouterr().err


def test_a_folder_that_is_no_export_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["push", str(tmp_path), "user/taps", "--dry-run"]) == ExitCode.BAD_INPUT
    assert capsys.readouterr().err.strip()
