"""`gui-rec devices`: what can be used, and advice for the rest."""

from __future__ import annotations

import json

import pytest

from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.device.listing import DeviceEntry
from gui_rec.errors import ExitCode

GOOD = DeviceEntry("adb-01 (2)._adb-tls-connect._tcp", "device", True, "", "Pixel 7")
BAD = DeviceEntry("ABC", "unauthorized", False, "allow USB debugging on its screen", None)


@pytest.mark.parametrize(
    ("entries", "code"), [([GOOD, BAD], ExitCode.OK), ([BAD], ExitCode.DEVICE), ([], ExitCode.DEVICE)]
)
def test_exit_code_says_whether_one_is_usable(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    entries: list[DeviceEntry],
    code: ExitCode,
) -> None:
    monkeypatch.setattr(listing, "list_devices", lambda: entries)
    assert run(["devices"]) == code
    captured = capsys.readouterr()
    assert all(entry.serial in captured.out and entry.advice in captured.out for entry in entries)
    assert ("gui-rec phone" in captured.err) == (code is ExitCode.DEVICE)
    if code is ExitCode.DEVICE and entries:
        assert captured.err.startswith("ABC is unauthorized: allow USB debugging on its screen")


def test_json_has_every_entry(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(listing, "list_devices", lambda: [GOOD, BAD])
    assert run(["devices", "--json"]) == ExitCode.OK
    listed = json.loads(capsys.readouterr().out)["devices"]
    assert [(entry["serial"], entry["usable"]) for entry in listed] == [
        (GOOD.serial, True),
        (BAD.serial, False),
    ]
