"""Ctrl-C once asks, twice insists."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from gui_rec.cli._interrupts import STOP_WITH_STDIN, stop_on_interrupt


def test_the_first_asks_and_tells() -> None:
    told: list[str] = []
    with stop_on_interrupt(lambda: told.append("stopping")) as stop:
        assert not stop()
        os.kill(os.getpid(), signal.SIGINT)
        assert stop()
    assert told == ["stopping"]


def test_the_second_stops_at_once() -> None:
    def twice() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGINT)

    with stop_on_interrupt(lambda: None), pytest.raises(KeyboardInterrupt):
        twice()


def test_earlier_handlers_come_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stop_on_interrupt(lambda: None):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("said", "is_abandoned"), [(b"stop", False), (b"x" * 5000 + b"stop", True), (b"", True)]
)
def test_a_farms_child_is_asked_by_a_word_or_abandoned(
    said: bytes, is_abandoned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, writer = os.pipe()
    before = os.dup(0)
    os.dup2(reader, 0)
    monkeypatch.setenv(STOP_WITH_STDIN, "1")
    told = threading.Event()
    try:
        with stop_on_interrupt(told.set) as stop:
            assert not stop()
            os.write(writer, said)
            os.close(writer)
            assert told.wait(20)
            assert stop()
            assert stop.is_abandoned is is_abandoned
    finally:
        os.dup2(before, 0)
        os.close(before)
        os.close(reader)
    assert STOP_WITH_STDIN not in os.environ
