"""One reading of a model's answer: strict, or lenient and honest about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gui_rec.dsl._text import at, check_text
from gui_rec.errors import DslError

_SPACE = re.compile(r"\s*")
_SPECIAL_TOKEN = re.compile(r"<\|\w{1,32}\|>")


@dataclass(slots=True)
class Reading:
    """A text, whether it may be repaired, and what was repaired so far.

    `what` names the dialect in messages. Positions are 0-based offsets in `text`.
    """

    text: str
    what: str
    lenient: bool = False
    repairs: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        check_text(self.text, self.what)

    def error(self, expected: str, position: int) -> DslError:
        """The error for something else than `expected` at `position`."""
        return at(self.what, expected, self.text, position)

    def repair(self, done: str, expected: str, position: int) -> None:
        """Note that `done` was needed; raise instead when the reading is strict."""
        if not self.lenient:
            raise self.error(expected, position)
        if done not in self.repairs:
            self.repairs.append(done)

    def skip_space(self, position: int) -> int:
        """The position after white space and, when lenient, after a model's special tokens."""
        while True:
            space = _SPACE.match(self.text, position)
            position = space.end() if space else position
            token = _SPECIAL_TOKEN.match(self.text, position) if self.lenient else None
            if token is None:
                return position
            self.repair(f"special token {token[0]} dropped", "", position)
            position = token.end()

    def starts(self, piece: str, position: int) -> bool:
        """Whether `piece` stands at `position`."""
        return self.text.startswith(piece, position)
