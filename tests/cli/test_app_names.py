"""`--app-names`: a person's own table reaches the device."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_app import fake_app

from gui_rec.cli._app_names import read_names
from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import ExitCode
from gui_rec.model.actions import OpenApp
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.fake_device import FakeDevice


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> FakeDevice:
    found = fake_app()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: found)
    return found


@pytest.mark.parametrize(("words", "serial"), [([], "e-2"), (["-d", "e-1"], "e-1")])
def test_the_device_of_adbs_variable_is_opened_unless_the_option_names_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], serial: str
) -> None:
    asked: list[str | None] = []

    def opened(serial: str | None = None) -> FakeDevice:
        asked.append(serial)
        return fake_app()

    monkeypatch.setattr(listing, "open_device", opened)
    monkeypatch.setenv("ANDROID_SERIAL", "e-2")
    assert recorded(tmp_path, *words, "--fill-operations") == ExitCode.OK
    assert asked == [serial]


def recorded(tmp_path: Path, *options: str) -> int:
    script = tmp_path / "script.jsonl"
    lines = [{"type": "open_app", "package": "com.example.other"}, {"type": "open_app", "name": "other"}]
    script.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    words = ["record", "--source", "script", "--script", str(script), "-o", str(tmp_path / "t.parquet")]
    return run([*words, *options])


@pytest.mark.slow
def test_the_name_used_and_the_name_known_stand_in_the_rows(tmp_path: Path, device: FakeDevice) -> None:
    table = tmp_path / "names.json"
    table.write_text('{"com.example.other": "Second App"}', encoding="utf-8")
    assert recorded(tmp_path, "--app-names", str(table), "--fill-operations") == ExitCode.OK
    steps = list(open_trajectories(tmp_path / "t.parquet").steps())
    assert [step.app_name for step in steps] == ["Second App", "other"]
    assert [step.operation for step in steps] == ["Open Second App", "Open other"]
    assert steps[0].action == OpenApp(package="com.example.other"), "what was recorded stays as it was"


def test_without_a_table_nothing_is_invented(tmp_path: Path, device: FakeDevice) -> None:
    assert recorded(tmp_path) == ExitCode.OK
    steps = list(open_trajectories(tmp_path / "t.parquet").steps())
    assert [(step.app_name, step.operation) for step in steps] == [(None, None), ("other", None)]


def test_a_faulty_table_is_told_before_anything_is_made(
    tmp_path: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "names.json").write_text("[]", encoding="utf-8")
    assert recorded(tmp_path, "--app-names", str(tmp_path / "names.json")) == ExitCode.BAD_INPUT
    assert "expected an object" in capsys.readouterr().err
    assert not (tmp_path / "t.parquet").exists()
    assert sum(device.calls.values()) == 0


def test_without_a_file_there_are_no_names() -> None:
    assert read_names(None) == {}
