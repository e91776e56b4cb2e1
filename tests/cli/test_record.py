"""`gui-rec record` by script on a device in memory."""

from __future__ import annotations

import json
import os
import signal
from itertools import islice
from pathlib import Path

import pytest
from shop import shop

from gui_rec.cli._live import LiveSteps
from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import DeviceUnavailableError, ExitCode
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import SourceOptions
from gui_rec.recorder.sources.script import SOURCE
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


def cut_off_after(steps: int, script: Path, device: FakeDevice, target: Path) -> None:
    """A session whose process died when it had `steps` steps."""
    killed = Recorder(device, target, source="script", clock=device.clock).__enter__()
    list(islice(SOURCE.steps(killed, SourceOptions(script=script), lambda: False), steps))
    killed._open.close()


def test_a_script_that_was_cut_off_goes_on_behind_what_is_recorded(
    tmp_path: Path, script: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "rec"
    cut_off_after(1, script, device, target)
    words = ["record", "--source", "script", "--script", str(script), "-o", str(target), "--resume"]
    assert run(words) == ExitCode.OK
    said = capsys.readouterr()
    assert f"going on with {target}: 1 step(s) are there and stay" in said.err
    assert f"script: begins at {script}:3; 1 of 3 action(s) are left out" in said.err
    assert "withheld before anything is stored: password fields" in said.err
    assert "this run: 2 step(s)" in said.err
    assert f"3 step(s), 2 of them in this run in {target}" in said.out
    assert f"next: gui-rec show {target}; gui-rec replay {target}\n" in said.err
    assert [step.action.type for step in open_trajectories(target).steps()] == ["tap", "tap", "finish"]
    assert len(device.performed) == 2


def test_another_script_is_refused_and_the_recording_stays_open(
    tmp_path: Path, script: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "rec"
    cut_off_after(1, script, device, target)
    script.write_text('{"type": "key", "code": "BACK"}\n' * 2, encoding="utf-8")
    words = ["record", "--source", "script", "--script", str(script), "-o", str(target), "--resume"]
    assert run(words) == ExitCode.USAGE
    assert "step 0 was not made from" in capsys.readouterr().err
    assert len(device.performed) == 1
    assert run([*words, "--from-line", "2"]) == ExitCode.OK
    assert [step.action.type for step in open_trajectories(target).steps()] == ["tap", "key"]


def test_a_line_to_begin_at_belongs_to_a_script(
    device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["record", "--from-line", "2"]) == ExitCode.USAGE
    assert "--from-line belongs to --source script" in capsys.readouterr().err
    assert not device.performed


def test_two_interrupts_say_what_is_kept_and_the_next_command(
    tmp_path: Path,
    script: Path,
    device: FakeDevice,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def twice(_live: LiveSteps, _step: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(LiveSteps, "step", twice)
    target = tmp_path / "rec"
    words = ["record", "--source", "script", "--script", str(script), "-o", str(target)]
    assert run(words) == ExitCode.INTERRUPTED
    said = capsys.readouterr().err
    assert f"the episode in {target} is closed and whole with its 1 step(s)" in said
    assert f"next: gui-rec show {target}" in said
    assert run(["check", str(target)]) == ExitCode.OK


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
