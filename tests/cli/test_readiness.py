from __future__ import annotations

import sys

import pytest

from gui_rec.cli._output import Output
from gui_rec.cli._readiness import Readiness


def test_each_wait_is_told_and_the_session_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    readiness = Readiness(Output())
    for seconds in (1.0, 1.5, 9.0):
        readiness.rested(seconds)
    readiness.tell()
    told = capsys.readouterr().err
    assert "ready for the next touch (1.5 s)" in told
    assert "median 1.5 s, at most 9.0 s" in told
    assert "u2" not in told
    assert readiness.figures() == {"median": 1.5, "max": 9.0, "count": 3}


def test_a_slow_session_is_told_what_helps(capsys: pytest.CaptureFixture[str]) -> None:
    readiness = Readiness(Output())
    readiness.rested(2.5)
    readiness.tell()
    assert "--ui-source u2" in capsys.readouterr().err


def test_whoever_asks_the_quicker_way_already_needs_no_advice(capsys: pytest.CaptureFixture[str]) -> None:
    readiness = Readiness(Output())
    readiness.looked("u2")
    readiness.rested(9.0)
    readiness.tell()
    assert "--ui-source" not in capsys.readouterr().err


def test_nothing_measured_is_no_figure(capsys: pytest.CaptureFixture[str]) -> None:
    readiness = Readiness(Output())
    readiness.tell()
    assert readiness.figures() is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("terminal", "quiet", "rings"), [(True, False, 2), (False, False, 0), (True, True, 0)]
)
def test_the_bell_rings_on_a_terminal_alone(
    terminal: bool,
    quiet: bool,
    rings: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    readiness = Readiness(Output(quiet=quiet))
    readiness.first("Ready")
    readiness.rested(1.0)
    assert capsys.readouterr().err.count("\a") == rings
