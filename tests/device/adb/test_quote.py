from __future__ import annotations

import shlex
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.quote import RemoteCommand, command, quote, sequence
from gui_rec.errors import UsageError

ASCII = [chr(code) for code in range(1, 128)]


def read_back(line: str) -> list[str]:
    """What a POSIX shell makes of the line; mksh reads single quotes alike."""
    script = f"for word in {line}; do printf '%s\\0' \"$word\"; done"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, check=True)
    return done.stdout.decode().split("\0")[:-1]


def test_every_ascii_character_survives_the_shell() -> None:
    words = [*ASCII, "".join(ASCII), "it's", "a$a", "`id`", "$(id)", "!", "#", "", "%s", "~", "*"]
    assert read_back(" ".join(quote(word) for word in words)) == words


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1))
def test_any_words_come_back(words: list[str]) -> None:
    assert shlex.split(command(words).line) == words


def test_plain_words_stay_as_they_are() -> None:
    assert command(["input", "tap", "10", "20"]).line == "input tap 10 20"
    assert quote("com.example/.Main") == "com.example/.Main"


def test_no_argument_can_hold_a_nul() -> None:
    with pytest.raises(UsageError, match="NUL"):
        quote("a\0b")


def test_a_command_needs_a_program() -> None:
    with pytest.raises(UsageError):
        command([])


def test_a_sequence_joins_quoted_commands() -> None:
    line = sequence(["rm", "-f", "a b"], RemoteCommand("true"))
    assert str(line) == "rm -f 'a b'; true"
    assert command(line) is line
