"""What the shell's parser gives: a script as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Text:
    """Characters of a word. Unquoted ones may be a pattern (`*`, `?`, `[`)."""

    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Variable:
    """`$NAME`, `${NAME}` or `$?`. Unquoted, its value is split at blanks."""

    name: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Word:
    """A word before its variables are filled in; an empty quoted text makes a word of nothing count."""

    parts: tuple[Text | Variable, ...]

    @property
    def literal(self) -> str | None:
        """The word when it is plain unquoted text, else None: only such a word can be a keyword."""
        if len(self.parts) == 1 and isinstance(self.parts[0], Text) and not self.parts[0].quoted:
            return self.parts[0].text
        return None


@dataclass(frozen=True, slots=True)
class ToFile:
    """`FD>target` or `FD>>target`."""

    fd: int
    target: Word
    append: bool


@dataclass(frozen=True, slots=True)
class ToFd:
    """`FD>&OTHER`."""

    fd: int
    other: int


Redirect = ToFile | ToFd


@dataclass(frozen=True, slots=True)
class Simple:
    """One command: `NAME=value` in front, words, redirections."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]


Join = Literal[";", "&&", "||"]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands joined by `|`.

    `join` says on what result of those before it runs; with `background` the shell does not wait for it.
    """

    join: Join
    commands: tuple[Simple, ...]
    background: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """Pipelines in the order they stand."""

    pipelines: tuple[Pipeline, ...]
