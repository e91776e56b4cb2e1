"""One command, as far as it can be told without the others of its line. Pure records."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.model.actions import Action
from gui_rec.recorder.heard._api import QUERY, Heard
from gui_rec.recorder.heard.series import Piece
from gui_rec.recorder.heard.words import Word


@dataclass(frozen=True, slots=True)
class KeyRun:
    """A run of one key among the keys of an `input keyevent`: its action and the words that say it."""

    action: Action
    first: Word
    last: Word


@dataclass(frozen=True, slots=True)
class Nested:
    """A line in a word of another: `sh -c LINE`. `word` is None where it is put together from several."""

    line: str
    word: Word | None


@dataclass(frozen=True, slots=True)
class Said:
    """A command: one meaning; or a piece of a touch; or several keys; or a line of its own.

    `sleeps_s` is how long a plain `sleep` lasts. `loses` names what of the shell is changed for the commands
    behind it, so that these cannot run in a shell of their own. `ends` says that none behind it runs at all.
    """

    heard: Heard = QUERY
    piece: Piece | None = None
    keys: tuple[KeyRun, ...] = ()
    nested: Nested | None = None
    sleeps_s: float | None = None
    loses: str | None = None
    ends: bool = False

    @property
    def acts(self) -> bool:
        return self.piece is not None or bool(self.keys) or self.heard.acts


READS = Said()
"""A command that only reads."""
