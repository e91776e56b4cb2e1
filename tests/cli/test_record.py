"""`gui-rec record` by script on a device in memory."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from shop import shop

from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import DeviceUnavailableError, ExitCode
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.fake_device import FakeDevice

SCRIPT = """\
{"type": "tap", "x": 0.5, "y": 0.25}
# a comment
{"action": {"type": "tap", "x": 0.5, "y": 0.4}, "operation": "Put it into the cart"}
{"type": "finish", "status": "success"}
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.jsonl"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> FakeDevice:
    """The device that every command finds."""
    found = shop()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: found)
    return found


def test_a_session_becomes_a_file(
    tmp_path: Path, script: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "t.parquet"
    words = [
        "record",
        "--source",
        "script",
        "--script",
        str(script),
        "-o",
        str(target),
        "--goal",
        "Buy",
        "--json",
    ]
    assert run(words) == ExitCode.OK
    captured = capsys.readouterr()
    summary = json.loads(captured.out.splitlines()[-1])
    assert (summary["recording"], summary["steps"], summary["stopped"]) == (str(target), 3, False)
    assert "gui-rec replay" in captured.err
    lines = [json.loads(line) for line in captured.out.splitlines()]
    assert [line["event"] for line in lines] == ["step", "step", "step", "recorded"]
    assert [line["step_index"] for line in lines[:-1]] == [0, 1, 2]
    assert lines[1]["package"] in summary["apps"]
    assert "3 step(s); 1 app(s): com.example.app; no flags; 0." in captured.err
    assert len(device.performed) == 2
    steps = list(open_trajectories(target).steps())
    assert [step.operation for step in steps] == [None, "Put it into the cart", None]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_the_device_is_opened_ends_it_before_anything_is_made(
    tmp_path: Path, script: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    def opened(_serial: str | None = None) -> FakeDevice:
        os.kill(os.getpid(), number)
        return shop()

    monkeypatch.setattr(listing, "open_device", opened)
    target = tmp_path / "t.parquet"
    words = ["record", "--source", "script", "--script", str(script), "-o", str(target)]
    assert run(words) == ExitCode.INTERRUPTED
    assert not target.exists()


def test_an_output_that_is_there_is_kept(
    tmp_path: Path, script: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "t.parquet"
    target.write_bytes(b"mine")
    assert run(["record", "--source", "script", "--script", str(script), "-o", str(target)]) == ExitCode.USAGE
    assert target.read_bytes() == b"mine"
    assert device.performed == []
    assert "t.parquet" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--source", "script"], ["--script", "x.jsonl"]])
def test_a_script_and_its_source_belong_together(words: list[str], device: FakeDevice) -> None:
    assert run(["record", *words]) == ExitCode.USAGE
    assert device.performed == []


def test_a_faulty_line_is_named_before_anything_is_sent(
    tmp_path: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "bad.jsonl"
    script.write_text(
        '{"type": "tap", "x": 0.5, "y": 0.25}\n{"type": "tap", "x": 7, "y": 0}\n', encoding="utf-8"
    )
    words = ["record", "--source", "script", "--script", str(script), "-o", str(tmp_path / "t.parquet")]
    assert run(words) == ExitCode.BAD_INPUT
    assert "bad.jsonl:2" in capsys.readouterr().err
    assert device.performed == []


def test_no_device_is_device_trouble(
    tmp_path: Path, script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(_serial: str | None = None) -> FakeDevice:
        raise DeviceUnavailableError("no usable device; run: gui-rec phone")

    monkeypatch.setattr(listing, "open_device", none)
    words = ["record", "--source", "script", "--script", str(script), "-o", str(tmp_path / "t.parquet")]
    assert run(words) == ExitCode.DEVICE
    assert "gui-rec phone" in capsys.readouterr().err
    assert not (tmp_path / "t.parquet").exists()


@pytest.mark.parametrize(
    ("content", "words", "code", "told"),
    [
        ('{"type": "tap", "x": 2, "y": 0}', [], ExitCode.BAD_INPUT, "script.jsonl:1"),
        ("", [], ExitCode.BAD_INPUT, "at least one action"),
        (None, [], ExitCode.BAD_INPUT, "No such file"),
        (SCRIPT, ["--dialect", "nope"], ExitCode.USAGE, "'nope'"),
    ],
)
def test_a_faulty_script_is_told_before_anything_is_made_or_moved(
    tmp_path: Path,
    device: FakeDevice,
    capsys: pytest.CaptureFixture[str],
    content: str | None,
    words: list[str],
    code: ExitCode,
    told: str,
) -> None:
    script, target = tmp_path / "script.jsonl", tmp_path / "t.parquet"
    if content is not None:
        script.write_text(content, encoding="utf-8")
    target.write_bytes(b"an older recording")
    line = ["record", "--source", "script", "--script", str(script), "-o", str(target), "--force", *words]
    assert run(line) == code
    assert told in capsys.readouterr().err
    assert target.read_bytes() == b"an older recording"
    assert {path.name for path in tmp_path.iterdir()} <= {"script.jsonl", "t.parquet"}
    assert not device.performed


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "--resume needs -o PATH"),
        (["-o", "r", "--force"], "--force cannot stand beside --resume"),
        (["-o", "r", "--goal", "another"], "--goal cannot stand beside --resume"),
        (["-o", "r", "--keep-serial"], "--keep-serial cannot stand beside --resume"),
    ],
)
def test_what_cannot_be_meant_beside_resume_is_refused(
    device: FakeDevice, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert run(["record", "--resume", *words]) == ExitCode.USAGE
    assert told in capsys.readouterr().err
    assert not device.performed


def test_what_was_repaired_in_a_script_is_said(
    tmp_path: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.txt"
    script.write_text("click(x=0.5, y=0.25)</action>\n", encoding="utf-8")
    words = ["record", "--source", "script", "--script", str(script), "--dialect", "scalecua"]
    assert run([*words, "-o", str(tmp_path / "a.parquet")]) == ExitCode.BAD_INPUT
    assert run([*words, "-o", str(tmp_path / "b.parquet"), "--repair"]) == ExitCode.OK
    assert "repaired" in capsys.readouterr().err
    assert len(device.performed) == 1
