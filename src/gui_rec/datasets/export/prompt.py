"""The words around a sample, written from the dialect's own table of signatures.

`PROMPT_VERSION` changes with any of these words, and stands in the export's record and card.
"""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.dsl._api import ActionCodec
from gui_rec.model.actions import Key
from gui_rec.model.geometry import Space

PROMPT_VERSION = 1

_SPACES = {
    Space.PX: "pixels of the screen",
    Space.NORM01: "fractions of the screen's width and height, 0 to 1",
    Space.NORM01_YX: "fractions of the screen's height and width, 0 to 1, y before x",
    Space.REL1000: "thousandths of the screen's width and height, 0 to 1000",
    Space.REL1000_FLOOR: "thousandths of the screen's width and height, 0 to 1000",
    Space.REL999: "0 to 999 over the screen's width and height",
    Space.RESIZED: "pixels of the picture after resizing",
}


def system_prompt(codec: ActionCodec, wrapping: str | None) -> str:
    """What the model is, which actions there are, what their numbers mean, and how to answer."""
    actions = "\n".join(f"- {signature.call}: {signature.meaning}" for signature in codec.signatures)
    return (
        "You operate a phone. You see its screen and say the next action.\n\n"
        f"Actions:\n{actions}\n\n"
        f"Coordinates are {space_words(codec.space)}.\n\n"
        f"Answer in this form:\n{_answer_form(codec, wrapping)}"
    )


def space_words(space: Space) -> str:
    """What a dialect's numbers mean, for a person."""
    return _SPACES[space]


_EXAMPLES = (Key("BACK"), Key("ENTER"))
"""Actions without a place or a text, of which every dialect has one."""


def _answer_form(codec: ActionCodec, wrapping: str | None) -> str:
    example = next((action for action in _EXAMPLES if codec.fidelity(action).expressible), _EXAMPLES[0])
    return codec.encode(
        example,
        thought="what the screen shows, and what follows from it",
        operation="what this step does, in one line",
        wrapping=wrapping,
    )


def user_prompt(goal: str, history: Sequence[tuple[int, str]], instruction: str | None) -> str:
    """The task, what was done so far as (number, words), and this step's instruction where one is given."""
    done = "\n".join(f"{number}. {' '.join(words.split())}" for number, words in history)
    asked = "" if instruction is None else f"\n\nThis step: {instruction}"
    return f"Task: {goal}\n\nDone so far:\n{done or 'nothing yet'}{asked}"
