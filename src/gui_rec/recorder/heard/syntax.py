"""What a shell line is made of: its commands, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gui_rec.recorder.heard.words import Word


class Link(StrEnum):
    """On what result of what stands before it something runs."""

    FIRST = "first"
    THEN = "then"
    AND = "and"
    OR = "or"


@dataclass(frozen=True, slots=True)
class Simple:
    """One command. `targets` are the words of its redirections."""

    words: tuple[Word, ...]
    assignments: tuple[Word, ...]
    targets: tuple[Word, ...]
    redirects_input: bool


@dataclass(frozen=True, slots=True)
class Group:
    """`{ ...; }`, or `( ... )` with `subshell`; `start` and `end` are of what is inside."""

    items: tuple[Item, ...]
    start: int
    end: int
    subshell: bool
    redirected: bool


Command = Simple | Group


@dataclass(frozen=True, slots=True)
class Item:
    """One pipeline and where it stands; with `background` the shell does not wait for it, and `&` is its end."""

    link: Link
    start: int
    end: int
    commands: tuple[Command, ...]
    background: bool = False
