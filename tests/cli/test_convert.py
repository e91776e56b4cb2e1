"""`gui-rec convert` reads standard input, writes the other dialect, and rejects by position."""

from __future__ import annotations

import io
import json

import pytest

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode

_TAP = 'do(action="Tap", element=[500,500])'


def _run(monkeypatch: pytest.MonkeyPatch, text: str, *words: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    return run(["convert", *words])


def test_a_tap_of_one_dialect_is_a_tap_of_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = _run(monkeypatch, _TAP, "--from", "autoglm", "--to", "ui_tars", "--screen", "1080x2400")
    said = capsys.readouterr()
    assert (code, said.out) == (ExitCode.OK, "click(point='<point>546 1204</point>')\n")
    assert "lost: tap: the exact pixel" in said.err


def test_a_rejected_text_exits_4_with_its_position(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = _run(monkeypatch, "do(action=Tap)", "--from", "autoglm", "--to", "canonical")
    said = capsys.readouterr()
    assert (code, said.out) == (ExitCode.BAD_INPUT, "")
    assert "at 10" in said.err


def test_json_holds_actions_repairs_and_losses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '<think>why</think>\n<answer>do(action="Wait", duration="2 second")'
    options = ["--from", "autoglm", "--to", "androidworld", "--repair", "--json", "--wrapping", "reason"]
    assert _run(monkeypatch, text, *options) == ExitCode.OK
    record = json.loads(capsys.readouterr().out)
    assert record["actions"] == [{"type": "wait", "duration_ms": 2000}]
    assert record["texts"] == ['Reason: why\nAction: {"action_type": "wait"}']
    assert len(record["repairs"]) == 2
    assert record["losses"] == ["wait: duration_ms (it waits 1000)"]


def test_lines_are_answers_of_their_own_and_one_bad_one_costs_only_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"{_TAP}\n\nfinish()\n{_TAP}\n"
    options = ["--from", "autoglm", "--to", "scalecua", "--screen", "1080x2400", "--lines", "--json"]
    assert _run(monkeypatch, text, *options) == ExitCode.BAD_INPUT
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["line"] for record in records] == [1, 3, 4]
    assert [record.get("position") for record in records] == [None, 0, None]


@pytest.mark.parametrize(
    ("text", "words", "code", "said"),
    [
        (
            "press_back()",
            ["--from", "ui_tars", "--to", "metagpt_env", "--wrapping", "no"],
            ExitCode.USAGE,
            "wrapping",
        ),
        ("press_home()", ["--from", "ui_tars", "--to", "metagpt_env"], ExitCode.BAD_INPUT, "cannot say key"),
        ("{}", ["--from", "canonical", "--to", "showui"], ExitCode.USAGE, "showui"),
        (
            "press_back()",
            ["--from", "ui_tars", "--to", "aitw", "--screen", "big"],
            ExitCode.BAD_INPUT,
            "WIDTHxHEIGHT",
        ),
        (
            "click(x=0.5, y=0.5)",
            ["--from", "scalecua", "--to", "androidworld"],
            ExitCode.BAD_INPUT,
            "screen's size",
        ),
    ],
)
def test_what_cannot_be_meant_or_said_is_one_clear_error(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    words: list[str],
    code: ExitCode,
    said: str,
) -> None:
    assert _run(monkeypatch, text, *words) == code
    assert said in capsys.readouterr().err
