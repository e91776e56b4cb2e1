"""`gui-rec review`: words on the command line, and the loop."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from trajectories import a_step, an_episode

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.model.episode import EpisodeEnd
from gui_rec.model.flags import EndReason
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Two episodes that count, and a discarded one."""
    folder = tmp_path / "rec"
    for number, outcome in enumerate(("success", "failure", "discarded")):
        with RecordingWriter.extend(folder, an_episode(f"01E{number}")) as writer:
            for index in range(2):
                writer.append(a_step(index))
            writer.finish(EpisodeEnd(EndReason.FINISHED, outcome=outcome))
    return folder


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    nowhere = os.open(os.devnull, os.O_RDONLY)

    def type_lines(text: str) -> None:
        stdin = io.StringIO(text)
        monkeypatch.setattr(stdin, "fileno", lambda: nowhere, raising=False)
        monkeypatch.setattr(sys, "stdin", stdin)

    yield type_lines
    os.close(nowhere)


def labels(recording: Path) -> list[tuple[str, int | None, str, str, str]]:
    rows = open_trajectories(recording).labels()
    return [(row.episode_id, row.step_index, row.label, row.value, row.source) for row in rows]


def test_a_word_on_the_command_line(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["review", str(recording), "--episode", "01E0", "--by", "ana"]
    assert run([*words, "--reject", "--comment", "The wrong\x1b[2J lamp", "--json"]) == ExitCode.OK
    told = json.loads(capsys.readouterr().out)
    assert [row["label"] for row in told["labels"]] == ["review", "review_comment"]
    assert run([*words, "--step", "1", "--accept"]) == ExitCode.OK
    assert labels(recording) == [
        ("01E0", None, "review", "reject", "human:ana"),
        ("01E0", None, "review_comment", "The wrong\x1b[2J lamp", "human:ana"),
        ("01E0", 1, "review", "accept", "human:ana"),
    ]


def test_the_loop_shows_each_episode_that_counts(
    recording: Path, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("a\nn\ns 1\nr\nc not this one\ns\nr\nz\ns 7\nn\n")
    assert run(["review", str(recording), "--by", "ben"]) == ExitCode.OK
    captured = capsys.readouterr()
    assert "Episode 2 of 2" in captured.err
    assert "01E2" not in captured.err
    assert "'z' means nothing here" in captured.err
    assert "expected a step of the episode (0..1), got 7" in captured.err
    assert "4 label(s) written" in captured.out
    assert labels(recording) == [
        ("01E0", None, "review", "accept", "human:ben"),
        ("01E1", 1, "review", "reject", "human:ben"),
        ("01E1", 1, "review_comment", "not this one", "human:ben"),
        ("01E1", None, "review", "reject", "human:ben"),
    ]
    typed("q\n")
    assert run(["review", str(recording), "--by", "ana"]) == ExitCode.OK
    shown = capsys.readouterr().err
    assert "  ben on the episode: accept" in shown
    assert "Episode 2 of 2" not in shown


def test_a_discarded_episode_is_reviewed_only_by_name(
    recording: Path, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("r\n")
    assert run(["review", str(recording), "--by", "ana", "--episode", "01E2"]) == ExitCode.OK
    assert "DISCARDED" in capsys.readouterr().err
    assert labels(recording) == [("01E2", None, "review", "reject", "human:ana")]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--accept"], "expected --episode ID; there are 01E0, 01E1"),
        (["--accept", "--reject", "--episode", "01E0"], "cannot stand together"),
        (["--step", "1", "--episode", "01E0"], "--step needs"),
        (["--accept", "--episode", "nothing"], "no episode 'nothing'"),
        (["--accept", "--episode", "01E0", "--step", "9"], "expected a step of the episode (0..1), got 9"),
        (["--comment", " ", "--episode", "01E0"], "expected a comment"),
        (["--accept", "--episode", "01E0", "--by", " "], "reviewer's name"),
    ],
)
def test_what_cannot_be_meant(
    recording: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert run(["review", str(recording), "--by", "ana", *options]) == ExitCode.USAGE
    assert said in capsys.readouterr().err
    assert labels(recording) == []


def test_a_review_has_a_name(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(recording), "--accept", "--episode", "01E0"]) == ExitCode.USAGE
    assert "--by" in capsys.readouterr().err
