"""`gui-rec export --dialect task_protocol`, and `gui-rec run` of what it wrote."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shop import BUY, record_shop, shop

from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Finish
from gui_rec.replayer.protocol import session

Capture = pytest.CaptureFixture[str]


def test_a_recording_is_exported_and_run(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = record_shop(tmp_path / "t.parquet", (*BUY, Finish()))
    out = tmp_path / "tasks"
    words = [
        "export",
        str(recording),
        "-o",
        str(out),
        "--dialect",
        "task_protocol",
        "--agent-name",
        "phone-01",
    ]
    assert run(words) == ExitCode.OK
    said = capsys.readouterr().out
    assert "schemaVersion 1, 2 step(s)" in said
    assert "not expressed in full: 1 step(s): finish" in said
    (task,) = [path for path in out.iterdir() if path.name != "export.json"]
    device = shop()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: device)
    monkeypatch.setattr(session, "SystemClock", lambda: device.clock)
    assert run(["run", str(task), "--agent-name", "phone-01"]) == ExitCode.OK
    assert device.performed == list(BUY)


def test_json_and_versions(tmp_path: Path, capsys: Capture) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    words = ["export", str(recording), "--dialect", "task_protocol", "--agent-name", "a", "--json"]
    assert run([*words, "-o", str(tmp_path / "two"), "--task-version", "2"]) == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert [item["schema_version"] for item in document["tasks"]] == [2]
    assert document["out"] == str(tmp_path / "two")


def test_options_of_the_other_kind_are_refused(tmp_path: Path, capsys: Capture) -> None:
    words = ["export", str(record_shop(tmp_path / "t.parquet")), "-o", str(tmp_path / "out")]
    for more, told in (
        (["--dialect", "task_protocol"], "--agent-name NAME"),
        (
            ["--dialect", "task_protocol", "--agent-name", "a", "--history", "2"],
            "--history is for training rows",
        ),
        (
            ["--dialect", "task_protocol", "--agent-name", "a", "--license", "x"],
            "--license is for training rows",
        ),
        (["--dialect", "task_protocol", "--agent-name", "a", "--verified-only"], "--verified-only is for"),
        (["--agent-name", "a"], "--agent-name is for --dialect task_protocol"),
        (["--task-version", "1"], "--task-version is for --dialect task_protocol"),
    ):
        assert run([*words, *more]) == ExitCode.USAGE
        assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
