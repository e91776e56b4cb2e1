from __future__ import annotations

import io
import os
import pty
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from gui_rec.cli._review_input import reviewers_words
from gui_rec.errors import InterruptedRunError


class NoTerminal(io.StringIO):
    """Lines that were written beforehand."""

    def fileno(self) -> int:
        return self._descriptor

    def __init__(self, text: str, descriptor: int) -> None:
        super().__init__(text)
        self._descriptor = descriptor


@pytest.fixture
def nowhere() -> Iterator[int]:
    descriptor = os.open(os.devnull, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


def test_lines_are_a_key_and_its_words(monkeypatch: pytest.MonkeyPatch, nowhere: int) -> None:
    monkeypatch.setattr(sys, "stdin", NoTerminal("a\n\n C The wrong lamp \ns 3\nq\n", nowhere))
    said = list(reviewers_words("cs", lambda key: None))
    assert said == [("a", ""), ("c", "The wrong lamp"), ("s", "3"), ("q", "")]


def test_a_terminal_gives_single_keys_and_whole_lines_for_words(monkeypatch: pytest.MonkeyPatch) -> None:
    import termios

    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    asked: list[str] = []

    def ask(key: str) -> None:
        asked.append(key)
        os.write(master, "das ist schön\n".encode())

    with os.fdopen(os.dup(slave), encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with closing(reviewers_words("c", ask)) as said:
            os.write(master, b"a")
            assert next(said) == ("a", "")
            os.write(master, b"c")
            assert next(said) == ("c", "das ist schön")
            os.write(master, b"q")
            assert next(said) == ("q", "")
    assert asked == ["c"]
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)


def test_ctrl_c_is_an_interruption(monkeypatch: pytest.MonkeyPatch, nowhere: int) -> None:
    class Interrupted(NoTerminal):
        def __iter__(self) -> Interrupted:  # type: ignore[override]
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted("", nowhere))
    with pytest.raises(InterruptedRunError, match="what was said is stored"):
        list(reviewers_words("c", lambda key: None))


def test_an_input_that_was_closed_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(os, "isatty", lambda _descriptor: False)
    assert list(reviewers_words("c", lambda key: None)) == []
