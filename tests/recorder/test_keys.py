from __future__ import annotations

import os
import pty
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.keys import (
    MEANINGS,
    Key,
    KeySource,
    LineKeys,
    TerminalKeys,
    key_of,
    keys_from,
    keys_in,
)

LONG_S = 10.0


@contextmanager
def piped(data: bytes) -> Iterator[int]:
    """A descriptor from which `data` comes, then the end."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    try:
        yield reading
    finally:
        os.close(reading)


def all_of(keys: KeySource) -> list[str]:
    found: list[str] = []
    while not keys.ended:
        key = keys.poll(LONG_S)
        found += [] if key is None else [key]
    return found


def test_every_key_is_one_letter_with_a_meaning_of_its_own() -> None:
    assert set(MEANINGS) == set(Key)
    assert len({key.value for key in Key}) == len(Key)
    assert all(len(key.value) == 1 for key in Key)


def test_a_line_is_a_key() -> None:
    with piped("s\n\n  Yes \n二\nq".encode()) as descriptor:
        keys = LineKeys(descriptor)
        assert not keys.is_live
        assert all_of(keys) == ["s", "y", "二", "q"]
        assert keys.poll(0.0) is None


def test_more_lines_than_are_taken_wait_and_a_line_may_be_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.recorder.keys._MOST_WAITING", 5)
    with piped(b"y\n" * 3000 + b"n" * 30_000 + b"\nq") as reading:
        keys = LineKeys(reading)
        assert keys._keys.maxsize == 5
        assert all_of(keys) == ["y"] * 3000 + ["n", "q"]


def test_no_key_is_waited_for_longer_than_asked() -> None:
    reading, writing = os.pipe()
    keys = LineKeys(reading)
    assert keys.poll(0.0) is None
    assert keys.poll(0.01) is None
    assert not keys.ended
    os.close(writing)
    assert all_of(keys) == []
    os.close(reading)


def test_a_descriptor_that_is_closed_has_no_keys() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)
    assert all_of(LineKeys(reading)) == []


def test_a_terminal_hands_over_single_keys_and_is_put_back() -> None:
    import termios

    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    with keys_from(slave) as keys:
        assert isinstance(keys, TerminalKeys)
        assert keys.is_live
        assert keys.poll(0.0) is None
        os.write(master, b"sY")
        assert [keys.poll(LONG_S), keys.poll(LONG_S)] == ["s", "y"]
        os.write(master, b"\x1b[D")
        assert keys.poll(LONG_S) is None, "an arrow key is no letter"
        os.write(master, b"q")
        assert keys.poll(LONG_S) == "q"
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)


def test_a_terminal_that_is_closed_ends_its_keys() -> None:
    master, slave = pty.openpty()
    keys = TerminalKeys(slave)
    os.close(master)
    assert all_of(keys) == []
    os.close(slave)


def test_lines_can_be_asked_for_at_a_terminal() -> None:
    master, slave = pty.openpty()
    with keys_from(slave, lines=True) as keys:
        os.write(master, b"y\n")
        assert keys.poll(LONG_S) == "y"
    os.close(master)  # ends the reading thread
    assert all_of(keys) == []
    os.close(slave)


@pytest.mark.parametrize(("chunk", "keys"), [("aB", "ab"), ("\x1bOP", ""), ("\r\n\t", ""), ("q\x7f", "q")])
def test_what_a_terminal_sends(chunk: str, keys: str) -> None:
    assert keys_in(chunk) == keys


@given(st.text())
def test_a_line_is_one_character_or_nothing(line: str) -> None:
    key = key_of(line)
    assert (key is None) == (not line.strip())
    assert all(character.isprintable() for character in keys_in(line))
