"""`gui-rec replay` on a device in memory: exit codes and what is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shop import changed, label, record_shop, shop

from gui_rec.cli import replay as replay_command
from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import ExitCode
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.fake_device import FakeDevice


@pytest.fixture(autouse=True)
def _stand_in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def use(monkeypatch: pytest.MonkeyPatch, device: FakeDevice) -> FakeDevice:
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: device)
    return device


def test_a_verified_replay_exits_0(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    use(monkeypatch, shop())
    assert run(["replay", str(recording), "--report", str(tmp_path / "report"), "--json"]) == ExitCode.OK
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is True
    assert (tmp_path / "report" / "report.json").is_file()


def test_a_changed_price_exits_1_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    use(monkeypatch, shop(item=changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price"))))
    assert run(["replay", str(recording), "--timeout", "1"]) == ExitCode.MISMATCH
    captured = capsys.readouterr()
    assert "STATE_MISMATCH" in captured.out
    assert "step 0" in captured.err
    assert "$5.00" in captured.err
    assert "$6.00" in captured.err


@pytest.mark.slow
def test_a_lost_device_exits_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    use(monkeypatch, shop()).drop_next_answer()
    assert run(["replay", str(recording), "--timeout", "1"]) == ExitCode.DEVICE
    assert "DEVICE_LOST" in capsys.readouterr().out


def test_a_damaged_recording_exits_4_before_anything_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    recording.write_bytes(recording.read_bytes()[:-30])
    device = use(monkeypatch, shop())
    assert run(["replay", str(recording)]) == ExitCode.BAD_INPUT
    assert "t.parquet" in capsys.readouterr().err
    assert device.performed == []


def test_the_run_and_its_report_are_kept_without_being_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    use(monkeypatch, shop())
    assert run(["replay", str(recording)]) == ExitCode.OK
    (place,) = tmp_path.glob("replay-*")
    assert (place / "report.json").is_file()
    assert run(["check", str(place / "run")]) == ExitCode.OK
    assert str(place.name) in capsys.readouterr().err


def test_no_report_keeps_the_verdicts_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    use(monkeypatch, shop())
    assert run(["replay", str(recording), "--no-report"]) == ExitCode.OK
    assert not list(tmp_path.glob("replay-*"))
    assert len(open_trajectories(recording).verdicts()) == 2
    assert run(["replay", str(recording), "--no-report", "--report", "x"]) == ExitCode.USAGE


def test_an_interrupted_replay_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")

    def stop(step: object, out: object, run: str) -> None:
        raise KeyboardInterrupt

    use(monkeypatch, shop())
    monkeypatch.setattr(replay_command, "tell_step", stop)
    assert run(["replay", str(recording)]) == ExitCode.INTERRUPTED
    assert "--from 1" in capsys.readouterr().err
