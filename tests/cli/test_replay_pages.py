"""What a replay leaves beside its JSON."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from shop import button, changed, record_shop, shop

from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import ExitCode
from gui_rec.testing.fake_device import FakeDevice


@pytest.mark.parametrize("fails", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_page_and_junit_stand_beside_the_report(
    tmp_path: Path, fails: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording, folder = record_shop(tmp_path / "buy"), tmp_path / "report"
    lost = changed("item", "Add to cart", button(70, "Add to cart", "com.example.app:id/add"))
    device: FakeDevice = shop(item=lost) if fails else shop()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: device)
    code = run(["replay", str(recording), "--report", str(folder)])
    assert code == (ExitCode.MISMATCH if fails else ExitCode.OK)
    assert sorted(path.name for path in folder.iterdir()) == [
        "junit.xml",
        "report.html",
        "report.json",
        "run",
    ]
    suite = ElementTree.parse(folder / "junit.xml").getroot().find("testsuite")
    assert suite is not None
    assert suite.get("failures") == ("1" if fails else "0")
    assert "report.html" in capsys.readouterr().err


def test_without_a_report_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording, device = record_shop(tmp_path / "buy"), shop()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: device)
    monkeypatch.chdir(tmp_path)
    assert run(["replay", str(recording), "--no-report"]) == ExitCode.OK
    assert {path.name for path in tmp_path.iterdir()} == {"buy"}
    assert "report.html" not in capsys.readouterr().err
