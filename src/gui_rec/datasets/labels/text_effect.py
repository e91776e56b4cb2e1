"""`text_effect` (R6): after typing, a field holds the typed text, or grew by its length where it is a password.

Where the page with the field has gone (the text was sent off), or the text is withheld from the recording, nobody can
tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gui_rec.capture.privacy.slots import is_hidden, slots_named
from gui_rec.capture.privacy.words import MARK
from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer
from gui_rec.datasets.labels.looks import fields_of, tree_of
from gui_rec.model.actions import Type
from gui_rec.model.flags import Flag
from gui_rec.model.step import Step
from gui_rec.ui.tree import Node


class TextEffect:
    """One value a step that types."""

    name = "text_effect"
    meaning = "after typing, a field holds the typed text"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for step in episode.steps:
            if isinstance(step.action, Type):
                yield answer(step.index, text_arrived(step, step.action), "rule:text_effect", 0.95)


def text_arrived(step: Step, action: Type) -> bool | None:
    """None where no field can be seen afterwards, nothing was typed, or what was typed is withheld."""
    if Flag.TEXT_DIFFERS in (*step.flags, *step.post.flags):
        return False
    before, after = tree_of(step.pre), tree_of(step.post)
    if after is None or not action.text or is_hidden(action.text) or slots_named([action.text]):
        return None
    fields = fields_of(after)
    if not fields:
        return None
    wanted = _plain(action.text)
    if any(wanted in _plain(field.text) for field in fields if not field.password):
        return True
    if before is not None and _grew(fields_of(before), fields, len(action.text)):
        return True
    if any(MARK in field.text for field in fields):
        return None  # what it holds is withheld
    same_page = (step.pre.package, step.pre.activity) == (step.post.package, step.post.activity)
    return False if same_page else None


def _grew(before: list[Node], after: list[Node], by: int) -> bool:
    """A password field is as long as the text, or longer by it than one was."""
    earlier = Counter(len(field.text) for field in before if field.password)
    for field in after:
        length = len(field.text)
        if field.password and length >= by and (length == by or length - by in earlier):
            return True
    return False


def _plain(text: str) -> str:
    return " ".join(text.split())


LABELLER = TextEffect()
