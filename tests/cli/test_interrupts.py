"""Ctrl-C once asks, twice insists."""

from __future__ import annotations

import os
import signal

import pytest

from gui_rec.cli._interrupts import stop_on_interrupt


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
