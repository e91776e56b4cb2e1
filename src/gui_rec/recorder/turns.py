"""A model's whole answer as actions to record: the tags split off by its dialect, the calls in order."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.dsl._members import CODECS
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, Invalid
from gui_rec.model.geometry import ScreenSize


@dataclass(frozen=True, slots=True)
class Turn:
    """What one answer says. `is_valid` is False where no parser could take it: then its one action is `Invalid`.

    `space` is the tag of the coordinates' space; `repairs` is empty after a strict reading.
    """

    actions: tuple[Action, ...]
    space: str
    thought: str | None = None
    operation: str | None = None
    repairs: tuple[str, ...] = ()
    is_valid: bool = True


def read_turn(text: str, dialect: str, *, screen: ScreenSize | None, repair: bool = False) -> Turn:
    """What `text` says in `dialect`. Raises UsageError for a dialect that is none, never for the text."""
    codec = CODECS.get(dialect)
    space = codec.space.value if screen is None else str(codec.space_on(screen))
    try:
        said = codec.decode(text, screen=screen, repair=repair)
    except DslError as error:
        return Turn((Invalid(text, str(error)),), space, is_valid=False)
    return Turn(said.actions, space, said.thought, said.operation, said.repairs)
