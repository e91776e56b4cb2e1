from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest
from person_at_terminal import person_at

from gui_rec.cli._output import Output
from gui_rec.cli._replay_asking import asker, question_lines
from gui_rec.errors import ExitCode, UsageError
from gui_rec.model.actions import OpenApp, Tap
from gui_rec.model.verdict import Code, Verdict
from gui_rec.recorder import Recorder
from gui_rec.replayer.asking import Answer, Choice, Question
from gui_rec.replayer.documents import read_report
from gui_rec.replayer.outcomes import failure
from gui_rec.testing.phone import simulated_phone

QUESTION = Question(
    step_index=3,
    action="tap",
    target="Button 'Pay\x1b[2J'",
    judgement=failure(Verdict.MISMATCH, Code.STATE_MISMATCH, "TEXT_CHANGED: '$5.00' -> '$6.00'", "state"),
    expected="Cart (0123)",
    seen="Item (4567)",
    acted=False,
)


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, *, stdin: bool = True, stderr: bool = True) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: stdin, raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: stderr, raising=False)


def answers(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """The person's words, one a prompt; then the input ends. What was prompted."""
    left, prompts = list(words), []

    def prompt(text: str, **_how: object) -> str:
        prompts.append(text)
        if not left:
            raise click.Abort
        return left.pop(0)

    monkeypatch.setattr(click, "prompt", prompt)
    return prompts


def asked(monkeypatch: pytest.MonkeyPatch, *words: str) -> Answer:
    at_a_terminal(monkeypatch)
    answers(monkeypatch, *words)
    ask = asker("ask", Output())
    assert ask is not None
    return ask(QUESTION)


@pytest.mark.parametrize("how", ["stop", "continue"])
def test_nobody_is_asked_unasked(how: str) -> None:
    assert asker(how, Output()) is None


@pytest.mark.parametrize(
    ("stdin", "stderr", "quiet"), [(False, True, False), (True, False, False), (True, True, True)]
)
def test_without_a_terminal_it_is_a_usage_error(
    monkeypatch: pytest.MonkeyPatch, *, stdin: bool, stderr: bool, quiet: bool
) -> None:
    at_a_terminal(monkeypatch, stdin=stdin, stderr=stderr)
    with pytest.raises(UsageError, match="expected a terminal to ask at"):
        asker("ask", Output(quiet=quiet))


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("c",), Answer(Choice.CONTINUE)),
        (("Continue",), Answer(Choice.CONTINUE)),
        (("s",), Answer(Choice.STOP)),
        (("what?", "", "s"), Answer(Choice.STOP)),
        (("a", " a new price "), Answer(Choice.ACCEPT, "a new price")),
        (("a", ""), Answer(Choice.ACCEPT)),
        ((), Answer(Choice.STOP)),
        (("a",), Answer(Choice.STOP)),
    ],
)
def test_the_first_answer_that_is_one_counts_and_the_end_stops(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], answer: Answer
) -> None:
    assert asked(monkeypatch, *words) == answer


def test_expected_and_seen_are_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked(monkeypatch, "c")
    shown = capsys.readouterr()
    assert shown.out == ""
    for words in ("step 3", "not performed yet", "STATE_MISMATCH", "$6.00", "Cart (0123)", "Item (4567)"):
        assert words in shown.err


def test_a_phone_cannot_move_the_terminals_cursor() -> None:
    lines = question_lines(QUESTION)
    assert not any("\x1b" in line or "\n" in line for line in lines)


@pytest.mark.slow
@pytest.mark.e2e
def test_a_person_at_a_terminal_lets_a_failed_step_pass(tmp_path: Path) -> None:
    out = tmp_path / "traj.parquet"
    with simulated_phone(seed=7) as phone, Recorder(phone.device, out) as recorder:
        recorder.do(OpenApp(name="Shop"))
        recorder.do(Tap(0.5, 766 / 2400))
    words = ["replay", str(out), "--on-mismatch", "ask", "--timeout", "2", "--report", str(tmp_path / "r")]
    with (
        simulated_phone(seed=9, faults=("lost-tap:1",)) as phone,
        person_at(words, phone.server.environ) as person,
    ):
        person.sees("NO_EFFECT")
        person.sees("c = continue, s = stop, a = accept with a note")
        person.presses("a\n")
        person.sees("why it is all right")
        person.presses("the panel is dusty\n")
        assert person.ends() == ExitCode.OK
    step = read_report(tmp_path / "r")["steps"][1]
    assert (step["accepted"], step["note"], step["code"]) == (True, "the panel is dusty", "NO_EFFECT")
