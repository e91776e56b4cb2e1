"""`gui-rec phone fault`."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from running_phone import running_phone

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.phone.process import PhoneProcess
from gui_rec.phone.wire.faults import WireFault
from gui_rec.phone.world.faults import NAMES


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneProcess]:
    with running_phone(tmp_path_factory.mktemp("phone")) as process:
        yield process


def fault(*words: str) -> int:
    return run(["phone", "fault", *words])


def test_faults_go_on_and_off_and_are_printed(
    phone: PhoneProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fault("on", "lost-tap:2") == ExitCode.OK
    assert fault("on", "mute", "--serial", phone.serial) == ExitCode.OK
    assert phone.control.faults() == ["mute", "lost-tap:2"]
    assert capsys.readouterr().out.split() == ["lost-tap:2", "mute", "lost-tap:2"]
    assert fault("list", "--json") == ExitCode.OK
    assert json.loads(capsys.readouterr().out) == {"faults": ["mute", "lost-tap:2"]}
    assert fault("off", "mute") == ExitCode.OK
    assert fault("off", "lost-tap") == ExitCode.OK
    assert capsys.readouterr().out.split() == ["lost-tap:2"]
    assert fault("list") == ExitCode.OK
    assert capsys.readouterr().out == ""


def test_a_fault_goes_off_as_it_went_on_and_one_that_is_not_on_is_told(
    phone: PhoneProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fault("on", "lost-tap:2@3") == ExitCode.OK
    assert fault("off", "lost-tap:2@3") == ExitCode.OK
    assert phone.control.faults() == []
    assert capsys.readouterr().err == ""
    assert fault("off", "lost-tap:2") == ExitCode.OK
    assert capsys.readouterr().err == "lost-tap was not on\n"
    assert fault("off", "rain") == ExitCode.USAGE


@pytest.mark.parametrize("name", ["nosuch", "no such", "lost_tap", ""])
def test_an_unknown_fault_is_told_all_that_there_are(
    phone: PhoneProcess, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fault("on", name) == ExitCode.USAGE
    said = capsys.readouterr().err
    assert [kind for kind in (*NAMES, *WireFault) if kind not in said] == []
    assert phone.is_running


@pytest.mark.parametrize("words", [("on", "rain"), ("on", "lost-tap:many"), ("on",)])
def test_an_unknown_fault_is_a_usage_error(
    phone: PhoneProcess, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert fault(*words) == ExitCode.USAGE
    assert capsys.readouterr().err
    assert phone.control.faults() == []


def test_what_stays_of_a_fault_is_told(phone: PhoneProcess, capsys: pytest.CaptureFixture[str]) -> None:
    assert fault("on", "rotation-change:1") == ExitCode.OK
    assert phone.control.state()["orientation"] == 1
    capsys.readouterr()
    assert fault("off", "rotation-change") == ExitCode.OK
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "settings put system accelerometer_rotation 1" in printed.err
