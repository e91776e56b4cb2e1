"""`gui-rec run` on a device in memory: exit codes, what is printed, what is kept."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from shop import shop
from tasks import Record, document, step

from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import ExitCode
from gui_rec.replayer.protocol import session
from gui_rec.testing.fake_device import FakeDevice

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> FakeDevice:
    """The shop, whose clock is the run's, too."""
    used = shop()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: used)
    monkeypatch.setattr(session, "SystemClock", lambda: used.clock)
    return used


def written(folder: Path, *steps: Record, version: int = 1, **fields: object) -> str:
    path = folder / "task.json"
    path.write_text(json.dumps(document(*steps, version=version, **fields)), encoding="utf-8")
    return str(path)


def test_a_successful_task_exits_0_with_a_line_a_step(
    device: FakeDevice, tmp_path: Path, capsys: Capture
) -> None:
    place = written(
        tmp_path, step("CLICK", text="Milk"), step("EXTRACT_TEXT", text="$5.00", outputField="price")
    )
    assert run(["run", place]) == ExitCode.OK
    captured = capsys.readouterr()
    assert "price = '$5.00'" in captured.out
    assert "task task-1 revision 1: OK" in captured.out
    assert captured.err.splitlines() == ["step 1/2 click: OK (1000 ms)", "step 2/2 extract_text: OK (0 ms)"]


def test_a_failed_step_exits_1_and_is_named(device: FakeDevice, tmp_path: Path, capsys: Capture) -> None:
    place = written(tmp_path, step("CLICK", "buy\u202e", text="Eggs", timeoutMs=100), step("BACK"))
    assert run(["run", place, "--json"]) == ExitCode.MISMATCH
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert (document["successful"], document["code"]) == (False, "TARGET_NOT_FOUND")
    assert [entry["code"] for entry in document["steps"]] == ["TARGET_NOT_FOUND"]
    assert "step 1/2 buy\\u202e: TARGET_NOT_FOUND" in captured.err
    assert device.performed == []


def test_a_name_that_is_not_the_devices_exits_2(device: FakeDevice, tmp_path: Path, capsys: Capture) -> None:
    place = written(tmp_path, step("CLICK", text="Milk"), assignedAgentName="phone-01")
    assert run(["run", place]) == ExitCode.USAGE
    assert "assigned to 'phone-01', and this device is called 'fake-1'" in capsys.readouterr().err
    assert device.performed == []
    assert run(["run", place, "--agent-name", "Phone-01"]) == ExitCode.USAGE
    assert run(["run", place, "--agent-name", "phone-01"]) == ExitCode.OK


def test_a_document_that_does_not_read_exits_4_with_its_place(
    device: FakeDevice, tmp_path: Path, capsys: Capture
) -> None:
    place = written(tmp_path, step("CLICK", text="Milk", after={}))
    assert run(["run", place]) == ExitCode.BAD_INPUT
    assert f"{place}: steps[0].after: is version 2's" in capsys.readouterr().err
    place = written(tmp_path, {**step("CLICK"), "selector": {"textMatches": "(a)\\1"}})
    assert run(["run", place]) == ExitCode.BAD_INPUT
    assert f"{place}: steps[0]: " in capsys.readouterr().err
    assert run(["run", str(tmp_path / "none.json")]) == ExitCode.BAD_INPUT
    assert device.calls["hierarchy"] == 0


def test_a_lost_device_exits_3_with_the_document(device: FakeDevice, tmp_path: Path, capsys: Capture) -> None:
    device.drop_next_answer()
    assert run(["run", written(tmp_path, step("CLICK", text="Milk")), "--json"]) == ExitCode.DEVICE
    assert json.loads(capsys.readouterr().out)["code"] == "DEVICE_LOST"


def test_ctrl_c_ends_with_the_document_of_what_was_done(
    device: FakeDevice, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = FakeDevice.hierarchy

    def pressed(self: FakeDevice) -> str:
        if self.clock.now_s > 1_003:
            os.kill(os.getpid(), signal.SIGINT)
        return whole(self)

    monkeypatch.setattr(FakeDevice, "hierarchy", pressed)
    place = written(tmp_path, step("CLICK", text="Milk"), step("WAIT", text="Eggs", timeoutMs=30_000))
    assert run(["run", place, "--json", "--report", str(tmp_path / "out")]) == ExitCode.INTERRUPTED
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert [entry["code"] for entry in told["steps"]] == ["OK", "INTERRUPTED"]
    assert json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8")) == told
    assert "stopping" in captured.err


def test_inputs_come_by_name(device: FakeDevice, tmp_path: Path, capsys: Capture) -> None:
    click = {**step("CLICK"), "selector": {"text": {"ref": "inputs.what"}}}
    place = written(tmp_path, click, version=2, inputs={"what": {}})
    assert run(["run", place, "--input", "what=Milk"]) == ExitCode.OK
    for given, words in (
        ([], "needs the input 'what'"),
        (["--input", "what"], "expected NAME=TEXT"),
        (["--input", "what=a", "--input", "what=b"], "given twice"),
        (["--input", "what=\udcff"], "expected text in UTF-8"),
        (["--input", "what=a", "--input", "who=b"], "has no such input"),
    ):
        assert run(["run", place, *given]) == ExitCode.USAGE
        assert words in capsys.readouterr().err
    assert len(device.performed) == 1


def test_pictures_go_to_the_report_and_nowhere_else(
    device: FakeDevice, tmp_path: Path, capsys: Capture
) -> None:
    place = written(tmp_path, {"id": "../../x", "action": "SCREENSHOT"}, version=2)
    assert run(["run", place]) == ExitCode.USAGE
    assert "--report DIR" in capsys.readouterr().err
    assert run(["run", place, "--report", str(tmp_path / "out")]) == ExitCode.OK
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["result.json", "screenshot-001.png"]
    assert run(["run", place, "--report", str(tmp_path / "out")]) == ExitCode.USAGE
    assert (
        run(["run", place, "--report", str(tmp_path / "new"), "--record", str(tmp_path / "out")])
        == ExitCode.USAGE
    )
