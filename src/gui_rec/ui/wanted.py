"""A text that is wanted, and how an answer must relate to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gui_rec.errors import InputError
from gui_rec.ui.pattern import compiled


class Relation(StrEnum):
    """How an answer is compared."""

    EQUALS = "equals"
    CONTAINS = "contains"
    MATCHES = "matches"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text and how an answer must relate to it. `matches` means the whole answer."""

    relation: Relation
    text: str

    def holds(self, answer: str) -> bool | None:
        """Whether `answer` is as wanted; None where a pattern takes too many steps on it."""
        match self.relation:
            case Relation.EQUALS:
                return answer == self.text
            case Relation.CONTAINS:
                return self.text in answer
            case Relation.MATCHES:
                try:
                    return compiled(self.text).matches(answer)
                except InputError:
                    return None

    @property
    def words(self) -> str:
        return f"{self.relation.value} {self.text!r}"
