"""`gui-rec record --tasks` and `--expect` on a device in memory; keys as lines of standard input."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from shop import shop

from gui_rec.cli._record_tasks import expectation_lines
from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import ExitCode
from gui_rec.model.episode import Expectation
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.fake_device import FakeDevice


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> FakeDevice:
    found = shop()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: found)
    return found


class Typed:
    """Standard input with lines in it."""

    def __init__(self, lines: str) -> None:
        self._reading, writing = os.pipe()
        os.write(writing, lines.encode())
        os.close(writing)

    def fileno(self) -> int:
        return self._reading


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    made: list[Typed] = []

    def type_lines(lines: str) -> None:
        made.append(Typed(lines))
        monkeypatch.setattr(sys, "stdin", made[-1])

    yield type_lines
    for stdin in made:
        os.close(stdin.fileno())


def words(folder: Path, *options: str, task: dict[str, object] | None = None) -> list[str]:
    tasks, script = folder / "tasks.jsonl", folder / "s.jsonl"
    line = task or {"id": "milk", "goal": "Buy milk", "app": "app", "quota": 1}
    tasks.write_text(json.dumps(line), encoding="utf-8")
    script.write_text('{"type": "tap", "x": 0.5, "y": 0.2}\n', encoding="utf-8")
    source = ["--source", "script", "--script", str(script)]
    return ["record", "--tasks", str(tasks), *source, "-o", str(folder / "rec"), *options]


def test_a_session_of_tasks_and_its_resumption(
    tmp_path: Path, device: FakeDevice, typed: object, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("s\nd\nq\n")  # type: ignore[operator]
    assert run(words(tmp_path, "--json", "--annotator", "ana")) == ExitCode.OK
    captured = capsys.readouterr()
    told = json.loads(captured.out.splitlines()[-1])
    assert told["tasks"][0] | {"done": False, "discarded": 1, "success": 0} == told["tasks"][0]
    assert told["episodes"][0]["outcome"] == "discarded"
    assert "The data of app is deleted before each attempt" in captured.err
    assert run(words(tmp_path)) == ExitCode.USAGE
    assert "--resume" in capsys.readouterr().err
    device.clock.advance(1)
    typed("s\ny\n")  # type: ignore[operator]
    assert run(words(tmp_path, "--resume", "--annotator", "ben")) == ExitCode.OK
    assert "1 of 1" in capsys.readouterr().out
    recording = open_trajectories(tmp_path / "rec")
    assert [episode.info.annotator for episode in recording.every_episode] == ["ana", "ben"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--goal", "x"], "--goal cannot stand beside --tasks"),
        (["--task-id", "x"], "--task-id cannot stand beside --tasks"),
        (["--device", "a", "--device", "b"], "a session of one device"),
        (["--source", "touch"], "a script belongs to --source script"),
    ],
)
def test_what_cannot_stand_beside_tasks(
    tmp_path: Path,
    device: FakeDevice,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    said: str,
) -> None:
    assert run(words(tmp_path, *options)) == ExitCode.USAGE
    assert said in capsys.readouterr().err
    assert sum(device.calls.values()) == 0


def test_a_task_without_a_script_and_keys_without_tasks(
    tmp_path: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = ("--script", str(tmp_path / "s.jsonl"))
    line = [word for word in words(tmp_path) if word not in bare]
    assert run(line) == ExitCode.USAGE
    assert "task milk has no script" in capsys.readouterr().err
    assert run(["record", "--keys-from-stdin"]) == ExitCode.USAGE
    assert "belongs to --tasks" in capsys.readouterr().err


def test_a_faulty_tasks_file_or_app_makes_nothing(
    tmp_path: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words(tmp_path, task={"id": "x", "goal": "y", "quota": -1})) == ExitCode.BAD_INPUT
    assert "tasks.jsonl:1: quota" in capsys.readouterr().err
    assert run(words(tmp_path, task={"id": "x", "goal": "y", "app": "Nothing"})) == ExitCode.BAD_INPUT
    assert "task x: app:" in capsys.readouterr().err
    assert not (tmp_path / "rec").exists()


def test_what_is_expected_of_any_session_is_stored_and_shown(
    tmp_path: Path, device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    expect = tmp_path / "expect.yaml"
    expect.write_text("- {activity: .Item}\n- {text: Not there}\n", encoding="utf-8")
    script = tmp_path / "s.jsonl"
    script.write_text('{"type": "tap", "x": 0.5, "y": 0.2}\n', encoding="utf-8")
    line = ["record", "--source", "script", "--script", str(script), "--expect", str(expect), "-o"]
    assert run([*line, str(tmp_path / "t.parquet")]) == ExitCode.OK
    shown = capsys.readouterr().out
    assert "1 of 2 expectations held" in shown
    assert "did not hold, got '0 matches'" in shown
    end = open_trajectories(tmp_path / "t.parquet").episodes[0].end
    assert end is not None
    assert [told.passed for told in end.expectations] == [True, False]
    expect.write_text("- {colour: red}\n", encoding="utf-8")
    assert run([*line, str(tmp_path / "u.parquet")]) == ExitCode.BAD_INPUT
    assert not (tmp_path / "u.parquet").exists()


def test_what_could_not_be_asked_is_said() -> None:
    told = (
        Expectation("a", "b", None, None),
        Expectation("c", "d", "e\x1b", False),
        Expectation("f", "g", "h", True),
    )
    assert expectation_lines(told) == [
        "1 of 3 expectations held",
        "expected a b: could not be asked",
        "expected c d: did not hold, got 'e\\x1b'",
    ]
    assert expectation_lines(()) == []
