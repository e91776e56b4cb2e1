"""`gui-rec phone snapshot`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from running_phone import running_phone

from gui_rec.cli.main import run
from gui_rec.cli.phone_snapshot import snapshot_folder
from gui_rec.errors import ExitCode
from gui_rec.phone.process import PhoneProcess
from gui_rec.phone.snapshot_files import FORMAT, VERSION


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneProcess]:
    with running_phone(tmp_path_factory.mktemp("phone")) as process:
        yield process


def snapshot(*words: object) -> int:
    return run(["phone", "snapshot", *map(str, words)])


def test_a_state_is_saved_listed_and_loaded(
    phone: PhoneProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phone.control.set_battery(77)
    assert snapshot("save", "full", "--dir", tmp_path) == ExitCode.OK
    assert capsys.readouterr().out == f"{tmp_path}/full.phone.json\n"
    phone.control.set_battery(5)
    assert snapshot("save", "empty", "--dir", tmp_path, "--json") == ExitCode.OK
    assert json.loads(capsys.readouterr().out) == {
        "name": "empty",
        "file": f"{tmp_path}/empty.phone.json",
    }
    assert snapshot("load", "full", "--dir", tmp_path) == ExitCode.OK
    assert phone.control.state()["battery_percent"] == 77
    capsys.readouterr()
    assert snapshot("list", "--dir", tmp_path) == ExitCode.OK
    assert capsys.readouterr().out == "empty\nfull\n"


def test_what_is_not_there_or_no_name_is_said(
    phone: PhoneProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert phone.is_running
    assert snapshot("load", "never", "--dir", tmp_path) == ExitCode.BAD_INPUT
    assert "never.phone.json: No such file" in capsys.readouterr().err
    assert snapshot("save", "../up", "--dir", tmp_path) == ExitCode.USAGE
    assert "expected a name" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_list_needs_no_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUI_REC_RUNTIME_DIR", str(tmp_path / "none"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert snapshot("list", "--json") == ExitCode.OK
    folder = str(tmp_path / "cache" / "gui-rec" / "phone-snapshots")
    empty = {"folder": folder, "snapshots": [], "not_loadable": []}
    assert json.loads(capsys.readouterr().out) == empty


def test_a_list_marks_what_cannot_be_loaded_and_a_snapshot_is_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.phone.json").write_text(f'{{"format": "{FORMAT}", "version": 1}}')
    (tmp_path / "good.phone.json").write_text(f'{{"format": "{FORMAT}", "version": {VERSION}}}')
    assert snapshot("list", "--dir", tmp_path) == ExitCode.OK
    good, old = capsys.readouterr().out.splitlines()
    assert good == "good"
    assert old.startswith("old (cannot be loaded: version 1 is of an older gui-rec")
    assert snapshot("list", "--dir", tmp_path, "--json") == ExitCode.OK
    listed = json.loads(capsys.readouterr().out)
    assert listed["snapshots"] == ["good", "old"]
    assert [one["name"] for one in listed["not_loadable"]] == ["old"]
    assert snapshot("delete", "old", "--dir", tmp_path) == ExitCode.OK
    assert [path.name for path in tmp_path.iterdir()] == ["good.phone.json"]
    assert snapshot("delete", "old", "--dir", tmp_path) == ExitCode.BAD_INPUT
    assert "old.phone.json: No such file" in capsys.readouterr().err
    assert snapshot("delete", "../up", "--dir", tmp_path) == ExitCode.USAGE


def test_the_folder_is_in_the_users_cache() -> None:
    assert snapshot_folder({"XDG_CACHE_HOME": "/c"}) == Path("/c/gui-rec/phone-snapshots")
    assert snapshot_folder({}) == Path.home() / ".cache" / "gui-rec" / "phone-snapshots"
