"""Where running phones are listed."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

import pytest

from gui_rec.errors import DeviceLostError, DeviceUnavailableError
from gui_rec.phone.process import PhoneProcess
from gui_rec.phone.running import RunningPhone, find_phone, listed, running_phones, runtime_folder


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"GUI_REC_RUNTIME_DIR": str(tmp_path / "running")}


def _phone(serial: str = "emulator-5554", pid: int | None = None) -> RunningPhone:
    return RunningPhone(serial, 1, "secret", os.getpid() if pid is None else pid)


def _dead_pid() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_the_folder_is_the_users_own(tmp_path: Path) -> None:
    assert runtime_folder({"GUI_REC_RUNTIME_DIR": "/a/b", "XDG_RUNTIME_DIR": "/run/u"}) == Path("/a/b")
    assert runtime_folder({"XDG_RUNTIME_DIR": str(tmp_path)}) == tmp_path / "gui-rec"
    assert runtime_folder({}) == Path(tempfile.gettempdir()) / f"gui-rec-{os.getuid()}"


def test_a_phone_is_listed_while_it_runs_and_for_its_user_alone(environ: dict[str, str]) -> None:
    said: list[str] = []
    folder = runtime_folder(environ)
    with listed(_phone(), said.append, environ):
        (path,) = folder.iterdir()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert running_phones(environ) == [_phone()]
        assert find_phone(None, environ) == find_phone("emulator-5554", environ) == _phone()
    assert list(folder.iterdir()) == []
    assert said == []


def test_a_dead_phone_and_files_of_other_kinds_are_passed_over(environ: dict[str, str]) -> None:
    folder = runtime_folder(environ)
    with listed(_phone(), pytest.fail, environ):
        others = {
            "dead": json.dumps(asdict(_phone("emulator-1", _dead_pid()))),
            "zero": json.dumps(asdict(_phone("emulator-1", 0))),
            "huge": json.dumps(asdict(_phone("emulator-1", 10**30))),
            "list": "[]",
            "text": "no json",
            "fields": '{"serial": "a"}',
        }
        for name, text in others.items():
            path = folder / f"{name}.phone.json"
            path.write_text(text)
            path.chmod(0o600)
        readable = folder / "open.phone.json"
        readable.write_text(json.dumps(asdict(_phone("emulator-9"))))
        readable.chmod(0o644)
        (folder / "link.phone.json").symlink_to(readable)
        assert running_phones(environ) == [_phone()]


def test_a_folder_that_others_can_enter_is_not_trusted(environ: dict[str, str]) -> None:
    folder = runtime_folder(environ)
    folder.mkdir()
    folder.chmod(0o755)
    path = folder / "a.phone.json"
    path.write_text(json.dumps(asdict(_phone())))
    path.chmod(0o600)
    assert running_phones(environ) == []
    said: list[str] = []
    with listed(_phone("emulator-7"), said.append, environ):
        assert [each.name for each in folder.iterdir()] == ["a.phone.json"]
    assert "mode 0700" in said[0]


def test_a_folder_that_cannot_be_made_is_said_and_the_phone_runs_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    environ = {"GUI_REC_RUNTIME_DIR": str(tmp_path / "file" / "x")}
    said: list[str] = []
    with listed(_phone(), said.append, environ):
        assert "will not find this phone" in said[0]


def test_none_and_several_are_one_clear_error(environ: dict[str, str]) -> None:
    with pytest.raises(
        DeviceUnavailableError, match="no simulated phone runs here; start one with `gui-rec phone`"
    ):
        find_phone(None, environ)
    with (
        listed(_phone("emulator-5556"), pytest.fail, environ),
        listed(_phone("emulator-5554"), pytest.fail, environ),
    ):
        with pytest.raises(
            DeviceUnavailableError, match="emulator-5554, emulator-5556; choose one with --serial"
        ):
            find_phone(None, environ)
        with pytest.raises(DeviceUnavailableError, match="emulator-5558, found 0; running: emulator-5554"):
            find_phone("emulator-5558", environ)
        assert find_phone("emulator-5556", environ) == _phone("emulator-5556")


def test_a_real_phone_lists_itself_and_is_reached(environ: dict[str, str]) -> None:
    with PhoneProcess.start(options=["--no-announce"], environ={**os.environ, **environ}) as process:
        found = find_phone(None, environ)
        assert (found.serial, found.pid) == (process.serial, process.pid)
        with found.connect() as control:
            assert control.state()["awake"] is True
    assert running_phones(environ) == []
    with pytest.raises(DeviceLostError, match="no simulated phone answers"):
        found.connect()


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"control_port": Infinity, "serial": "", "token": "", "pid": 1}']
)
def test_a_file_that_cannot_be_read_is_passed_over(environ: dict[str, str], text: str) -> None:
    folder = runtime_folder(environ)
    folder.mkdir(mode=0o700)
    path = folder / "x.phone.json"
    path.write_text(text)
    path.chmod(0o600)
    assert running_phones(environ) == []


def test_a_folder_that_is_none_lists_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert running_phones({"GUI_REC_RUNTIME_DIR": str(tmp_path / "file" / "x")}) == []


def test_what_a_killed_phone_left_is_swept_away_by_the_next(environ: dict[str, str]) -> None:
    folder = runtime_folder(environ)
    folder.mkdir(mode=0o700)
    left, foreign = folder / "left.phone.json", folder / "foreign.phone.json"
    left.write_text(json.dumps(asdict(_phone(pid=_dead_pid()))))
    foreign.write_text("{}")
    for path in (left, foreign):
        path.chmod(0o600)
    with listed(_phone(), pytest.fail, environ):
        assert not left.exists()
        assert foreign.exists()
