"""A set of replays whose processes are played by a small program: one report whatever they do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from replay_reports import a_report, a_step
from small_recordings import record, small_step

from gui_rec.cli import _farm
from gui_rec.cli._farm import Job
from gui_rec.cli._interrupts import STOP_WITH_STDIN
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Key
from gui_rec.model.verdict import Code, Verdict

IDS = [f"01ARZ3NDEKTSV4RRFFQ69G5FA{letter}" for letter in "ABC"]
A, B, C = IDS
GOOD = a_report(a_step())
BAD = a_report(a_step(0, Verdict.MISMATCH, Code.NO_EFFECT, "as before"))
GONE = a_report(a_step(0, Verdict.UNKNOWN, Code.DEVICE_LOST, "secret-1 went away"))

# What a child does: its exit code (or KILL), the report it leaves, and what it says last.
Play = tuple[int | str, object, str]
CHILD = """
import json, os, pathlib, signal, sys
code, report, said, folder = json.loads(sys.argv[1])
if report is not None:
    place = pathlib.Path(folder)
    (place / "run").mkdir(parents=True)
    (place / "report.html").write_text("a page")
    (place / "report.json").write_text(report)
print(said, file=sys.stderr, flush=True)
os.kill(os.getpid(), signal.SIGKILL) if code == "KILL" else sys.exit(code)
"""


@pytest.fixture
def demos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A recording of three episodes."""
    monkeypatch.chdir(tmp_path)
    for name in IDS:
        record(tmp_path / "demos", [small_step(0, Key("HOME"))], episode_id=name)
    return tmp_path / "demos"


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The command lines of the children so far."""
    return []


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, begun: list[tuple[str, ...]]
) -> Callable[[Callable[[str, str, int], Play]], None]:
    """Let children do what a function of device, episode and attempt says."""

    def use(what: Callable[[str, str, int], Play]) -> None:
        def start(job: Job) -> object:
            begun.append(job.words)
            given = dict(word.partition("=")[::2] for word in job.words if word.startswith("--"))
            folder = Path(given["--report"])
            code, report, said = what(job.serial, given["--episode"], int(folder.name.rpartition("_")[2]))
            text = None if report is None else report.to_json()  # type: ignore[attr-defined]
            return subprocess.Popen(
                [sys.executable, "-c", CHILD, json.dumps([code, text, said, str(folder)])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, STOP_WITH_STDIN: "1"},
            )

        monkeypatch.setattr(_farm, "_start", start)

    return use


Plays = Callable[[Callable[[str, str, int], Play]], None]
TWO = ["--device", "secret-1", "--device", "secret-2"]


def replayed(capsys: pytest.CaptureFixture[str], demos: Path, *words: str) -> tuple[int, dict[str, Any], str]:
    code = run(["replay", str(demos), *words, "--report", "r", "--json"])
    said = capsys.readouterr()
    return code, json.loads(said.out), said.err


def endings(report: dict[str, Any]) -> dict[str, str]:
    return {item["episode_id"]: item["ending"] for item in report["trajectories"]}


def test_all_is_well(
    demos: Path, play: Plays, begun: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    play(lambda _serial, _episode, _attempt: (0, GOOD, "step 0: match OK"))
    code, report, err = replayed(capsys, demos, *TWO, "--timeout", "3", "--on-mismatch", "continue")
    assert code == ExitCode.OK
    assert endings(report) == dict.fromkeys(IDS, "passed")
    assert report["counts"]["by_code"] == {"OK": 3}
    assert report == json.loads(Path("r/report.json").read_text(encoding="utf-8"))
    assert "secret" not in Path("r/report.json").read_text(encoding="utf-8")
    assert "device_1 is secret-1" in err
    assert f"{A}: step 0: match OK" in err
    for words in begun:  # the person's own words go on, the set's own do not
        assert {"--timeout=3.0", "--on-mismatch=continue"} <= set(words)
        assert not {word for word in words if word.startswith(("--json", "--all"))}
        assert words[-2:] == ("--", str(demos))


def test_a_lost_device_gives_back_once_and_its_serial_is_nowhere(
    demos: Path, play: Plays, capsys: pytest.CaptureFixture[str]
) -> None:
    def what(serial: str, _episode: str, _attempt: int) -> Play:
        return (3, GONE, "report: r") if serial == "secret-1" else (0, GOOD, "")

    play(what)
    code, report, err = replayed(capsys, demos, *TWO)
    assert code == ExitCode.OK
    first = report["trajectories"][0]
    assert (first["given_back"], [each["end"] for each in first["attempts"]]) == (
        1,
        ["device_lost", "verified"],
    )
    assert "secret-1 gets no more work" in err
    assert "DEVICE_LOST" in report["counts"]["by_device"][0]["retired"]


def test_when_every_device_is_gone_the_rest_is_not_run(
    demos: Path, play: Plays, capsys: pytest.CaptureFixture[str]
) -> None:
    play(lambda serial, _episode, _attempt: (3, None, f"gui-rec: device {serial!r} cannot be used: offline"))
    code, report, err = replayed(capsys, demos, *TWO)
    assert code == ExitCode.DEVICE
    assert sorted(endings(report).values()) == ["lost", "lost", "not_run"]
    assert "secret" not in json.dumps(report)
    assert "cannot be used: offline" in report["trajectories"][0]["attempts"][0]["said"]
    assert "--resume" in err


def test_a_killed_process_gives_back_to_another_device(
    demos: Path, play: Plays, capsys: pytest.CaptureFixture[str]
) -> None:
    play(
        lambda _serial, episode, attempt: (
            ("KILL", None, "") if (episode, attempt) == (A, 1) else (0, GOOD, "")
        )
    )
    code, report, _err = replayed(capsys, demos, *TWO)
    assert code == ExitCode.OK
    died, again = report["trajectories"][0]["attempts"]
    assert died["said"] == "its process was ended by SIGKILL"
    assert died["device"] != again["device"]


def test_flaky_failed_and_refused_are_told_apart(
    demos: Path, play: Plays, capsys: pytest.CaptureFixture[str]
) -> None:
    def what(_serial: str, episode: str, attempt: int) -> Play:
        if episode == A:
            return (1, BAD, "") if attempt == 1 else (0, GOOD, "")
        return (1, BAD, "") if episode == B else (4, None, "gui-rec: demos: row 3: damaged")

    play(what)
    code, report, _err = replayed(capsys, demos, "--device", "one", "--retry-failed", "2")
    assert code == ExitCode.MISMATCH
    assert endings(report) == {A: "flaky", B: "failed", C: "error"}
    assert [len(item["attempts"]) for item in report["trajectories"]] == [2, 3, 1]
    assert [step["episode_id"] for step in report["counts"]["flaky_steps"]] == [A]
    assert report["trajectories"][2]["attempts"][0]["said"] == "demos: row 3: damaged"
    suite = ElementTree.parse("r/junit.xml").getroot().find("testsuite")
    assert suite is not None
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]


def test_flaky_ones_exit_1_only_where_that_is_asked_for(
    demos: Path, play: Plays, capsys: pytest.CaptureFixture[str]
) -> None:
    play(lambda _serial, _episode, attempt: (1, BAD, "") if attempt == 1 else (0, GOOD, ""))
    words = ["--device", "one", "--retry-failed", "1"]
    assert replayed(capsys, demos, *words)[0] == ExitCode.OK
    assert replayed(capsys, demos, *words, "--force", "--fail-on-flaky")[0] == ExitCode.MISMATCH


@pytest.mark.parametrize(("kept", "expected"), [("all", 3), ("failures", 1), ("none", 0)])
def test_artifacts_are_kept_as_asked(
    demos: Path, play: Plays, kept: str, expected: int, capsys: pytest.CaptureFixture[str]
) -> None:
    play(lambda _serial, episode, _attempt: (1, BAD, "") if episode == B else (0, GOOD, ""))
    replayed(capsys, demos, "--device", "one", "--artifacts", kept)
    assert len(list(Path("r").glob("trajectories/*/attempt_1/run"))) == expected
    assert len(list(Path("r").glob("trajectories/*/attempt_1/report.html"))) == expected
    assert len(list(Path("r").glob("trajectories/*/attempt_1/report.json"))) == 3
    assert Path("r/report.html").read_text(encoding="utf-8").count("<a ") == expected


def test_going_on_repeats_nothing_that_is_done(
    demos: Path, play: Plays, begun: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    play(lambda _serial, episode, _attempt: (3, None, "gone") if episode == B else (0, GOOD, ""))
    code, before, _err = replayed(capsys, demos, "--device", "one")
    assert code == ExitCode.DEVICE
    assert endings(before) == {A: "passed", B: "lost", C: "not_run"}
    begun.clear()
    play(lambda _serial, _episode, _attempt: (0, GOOD, ""))
    code, after, _err = replayed(capsys, demos, "--device", "one", "--resume")
    assert code == ExitCode.OK
    assert [word for words in begun for word in words if word.startswith("--episode")] == [
        f"--episode={B}",
        f"--episode={C}",
    ]
    assert after["trajectories"][0] == before["trajectories"][0]
    assert after["devices"] == before["devices"]
    assert run(["replay", str(demos), "--device", "one", "--report", "r", "--resume", "--shard", "1/2"]) == 2
    assert "give the same again" in capsys.readouterr().err


def test_what_is_there_is_not_overwritten(
    demos: Path, play: Plays, capsys: pytest.CaptureFixture[str]
) -> None:
    play(lambda _serial, _episode, _attempt: (0, GOOD, ""))
    assert replayed(capsys, demos, "--device", "one")[0] == ExitCode.OK
    assert run(["replay", str(demos), "--device", "one", "--report", "r"]) == ExitCode.USAGE
    assert "is there already" in capsys.readouterr().err
    assert replayed(capsys, demos, "--device", "one", "--force")[0] == ExitCode.OK
    assert Path("r.replaced-1/report.json").is_file()


def test_without_a_report_nothing_is_left(
    demos: Path, play: Plays, capsys: pytest.CaptureFixture[str]
) -> None:
    play(lambda _serial, _episode, _attempt: (0, GOOD, ""))
    before = set(Path().iterdir())
    assert run(["replay", str(demos), "--device", "one", "--no-report"]) == ExitCode.OK
    captured = capsys.readouterr()
    assert "3 trajectories: 3 passed" in captured.out
    assert "report: " not in captured.err
    assert set(Path().iterdir()) == before


def test_one_shard_is_what_is_in_the_report(
    demos: Path, play: Plays, capsys: pytest.CaptureFixture[str]
) -> None:
    play(lambda _serial, _episode, _attempt: (0, GOOD, ""))
    code, report, _err = replayed(capsys, demos, "--device", "one", "--shard", "1/4")
    assert code == ExitCode.OK
    assert (list(endings(report)), report["shard"]) == ([A], "1/4")


def test_a_set_asks_for_the_only_device_where_none_is_named(
    demos: Path, play: Plays, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANDROID_SERIAL", "from-the-environment")
    play(lambda serial, _episode, _attempt: (0 if serial == "from-the-environment" else 3, GOOD, ""))
    assert replayed(capsys, demos)[0] == ExitCode.OK


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--set", "no equals"], ExitCode.USAGE),
        (["--rules", "nowhere.yaml"], ExitCode.BAD_INPUT),
        (["--no-report", "--report", "r"], ExitCode.USAGE),
        (["--repeat", "2"], ExitCode.USAGE),
    ],
)
def test_what_cannot_be_meant_begins_no_replay(
    demos: Path, play: Plays, begun: list[tuple[str, ...]], words: list[str], code: ExitCode
) -> None:
    play(lambda _serial, _episode, _attempt: (0, GOOD, ""))
    assert run(["replay", str(demos), "--device", "one", *words]) == code
    assert begun == []
    assert not Path("r").exists()
