"""Words for the phone's shell. The only place where remote command lines are put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.errors import UsageError

_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./:=,@%")


@dataclass(frozen=True, slots=True)
class RemoteCommand:
    """A line for the phone's shell, made by `command` or `sequence` from quoted words."""

    line: str

    def __str__(self) -> str:
        return self.line


def quote(word: str) -> str:
    """One word that mksh reads back exactly. Raises UsageError for a NUL, which no argument can hold."""
    if "\0" in word:
        raise UsageError("a word for the phone's shell cannot hold a NUL character")
    if word and all(character in _PLAIN for character in word):
        return word
    return "'" + word.replace("'", "'\\''") + "'"


def command(words: Sequence[str] | RemoteCommand) -> RemoteCommand:
    """The line that runs a program with these arguments; a RemoteCommand passes unchanged."""
    if isinstance(words, RemoteCommand):
        return words
    if not words:
        raise UsageError("a remote command needs at least a program's name")
    return RemoteCommand(" ".join(quote(word) for word in words))


def sequence(*commands: Sequence[str] | RemoteCommand) -> RemoteCommand:
    """One line that runs the commands one after another, whatever they return; ends like the last."""
    return RemoteCommand("; ".join(command(words).line for words in commands))
