from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shop import shop

from gui_rec.errors import InputError
from gui_rec.model.actions import Key, Tap
from gui_rec.model.geometry import ScreenSize
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import SourceOptions
from gui_rec.recorder.sources.script import SOURCE, read_script
from gui_rec.store.reader import open_trajectories

SCREEN = ScreenSize(1080, 2400)


def written(folder: Path, text: str) -> Path:
    path = folder / "actions.jsonl"
    path.write_text(text, "utf-8")
    return path


def test_bare_lines_wrapped_lines_comments_and_blanks(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '# a script\n\n{"type":"tap","x":0.5,"y":0.25}\n'
        '{"action": {"type": "key", "code": "BACK"}, "thought": "Back.", "operation": "Go back"}\n'
        '{"action": "click(x=0.5, y=0.25)", "dialect": "scalecua"}\r\n',
    )
    lines = read_script(path, "canonical", screen=SCREEN)
    assert [line.actions for line in lines] == [(Tap(0.5, 0.25),), (Key("BACK"),), (Tap(0.5, 0.25),)]
    assert lines[1].words == {"thought": "Back.", "operation": "Go back"}
    assert lines[2].dialect == "scalecua"
    assert [line.where.rpartition(":")[2] for line in lines] == ["3", "4", "5"]


def test_a_dialects_own_lines(tmp_path: Path) -> None:
    (line,) = read_script(written(tmp_path, "click(x=0.5, y=0.25)\n"), "scalecua", screen=SCREEN)
    assert line.actions == (Tap(0.5, 0.25),)
    assert line.raw == "click(x=0.5, y=0.25)"
    assert line.space == "norm01"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"type":"tap","x":0.5,"y":0.25}\n{"type":"tap","x":7,"y":0}\n', "actions.jsonl:2"),
        ('{"type":"fly"}\n', "actions.jsonl:1"),
        ('{"action": 5}\n', "actions.jsonl:1"),
        ('{"action": {"type":"tap","x":0.1,"y":0.1}, "thoughts": "x"}\n', "thoughts"),
        ('{"action": {"type":"tap","x":0.1,"y":0.1}, "thought": 3}\n', "thought"),
        ('{"action": "x", "dialect": "klingon"}\n', "klingon"),
        ("not an action\n", "actions.jsonl:1"),
        ("# nothing\n\n", "at least one action"),
    ],
)
def test_a_faulty_line_is_named(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=says):
        read_script(written(tmp_path, text), "canonical")


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_script(tmp_path / "none.jsonl", "canonical")
    path = tmp_path / "utf16.jsonl"
    path.write_bytes("{}".encode("utf-16"))
    with pytest.raises(InputError, match="expected actions in UTF-8"):
        read_script(path, "canonical")


def test_nothing_is_performed_when_a_later_line_is_faulty(tmp_path: Path) -> None:
    device = shop()
    path = written(tmp_path, '{"type":"tap","x":0.5,"y":0.2}\noops\n')
    with (
        pytest.raises(InputError, match=":2"),
        Recorder(device, tmp_path / "run", clock=device.clock) as recorder,
    ):
        list(SOURCE.steps(recorder, SourceOptions(script=path), lambda: False))
    assert device.performed == []


def test_what_the_line_said_is_stored(tmp_path: Path) -> None:
    device = shop()
    path = written(
        tmp_path,
        '{"action": "click(x=0.5, y=0.2083)", "dialect": "scalecua", "thought": "T", "operation": "O"}\n',
    )
    with Recorder(device, tmp_path / "run", source="script", clock=device.clock) as recorder:
        list(SOURCE.steps(recorder, SourceOptions(script=path), lambda: False))
    (step,) = open_trajectories(tmp_path / "run").steps()
    assert (step.thought, step.operation, step.operation_source) == ("T", "O", "script")
    assert (step.action_raw, step.action_dialect, step.turn_id) == ("click(x=0.5, y=0.2083)", "scalecua", "1")
    assert step.post.activity == ".Item"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "any.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        lines = read_script(path, "canonical")
    except InputError:
        return
    assert lines


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "s.jsonl"
    script.write_text(
        '{"action": {"type": "wait"}, "action": {"type": "key", "code": "BACK"}}\n', encoding="utf-8"
    )
    with pytest.raises(InputError, match=r"s\.jsonl:1: action: stands twice"):
        read_script(script, "canonical")


def test_a_file_without_end_is_refused_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec._files.MAX_LINES_BYTES", 1000)
    with pytest.raises(InputError, match="at most 1000 bytes"):
        read_script(Path("/dev/zero"), "canonical")
