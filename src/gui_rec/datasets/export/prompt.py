"""The words around a sample, written from the dialect's own table of signatures.

`PROMPT_VERSION` changes with any of these words, and stands in the export's record and card.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.dsl._api import ActionCodec
from gui_rec.errors import UsageError
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


def system_prompt_id(dialect: str, wrapping: str | None, own: str | None) -> str:
    """What a card calls the system prompt: ours by dialect and version, one's own by its digest."""
    if own is not None:
        return f"own-{hashlib.sha256(own.encode('utf-8')).hexdigest()[:12]}"
    return f"signatures-{PROMPT_VERSION}/{dialect}/{wrapping or 'none'}"


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


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of the user's turns, with slots `{instruction}`, `{actions}` and `{ref_expr}`.

    `first` asks for the first answer, `later` stands with each screen that follows in a conversation, `asked` is put
    after either where this step's aim is told, and `place` asks for a named part's place. `line` writes an earlier
    step, with `{number}` and `{words}`; `nothing` stands where there is none.
    """

    id: str
    first: str
    later: str
    asked: str
    place: str
    line: str
    nothing: str


WORDINGS: dict[str, Wording] = {
    "inference": Wording(
        id="inference-1",
        first="Task: {instruction}\n\nDone so far:\n{actions}",
        later="The screen now.",
        asked="\n\nThis step: {ref_expr}",
        place="Where on the screen is this: {ref_expr}",
        line="{number}. {words}",
        nothing="nothing yet",
    ),
    "sft": Wording(
        id="sft-1",
        first=(
            "Look at the screen and give the step that brings the task forward.\n\n"
            "The task:\n{instruction}\n\nSteps so far:\n{actions}"
        ),
        later="That was done. Look at the screen again and give the following step.",
        asked="\n\nThe step to take:\n{ref_expr}",
        place="Look at the screen and point at the part that is meant.\n\nThe part:\n{ref_expr}",
        line='Step {number}: "{words}"',
        nothing="None",
    ),
}
_SLOT = re.compile(r"\{(instruction|actions|ref_expr|number|words)\}")


def wording_called(name: str) -> Wording:
    """Raises UsageError for an unknown one."""
    if name not in WORDINGS:
        raise UsageError(f"wording: expected one of {', '.join(WORDINGS)}, got {name!r}")
    return WORDINGS[name]


def user_prompt(
    goal: str,
    history: Sequence[tuple[int, str]],
    instruction: str | None,
    wording: Wording = WORDINGS["inference"],
) -> str:
    """The task, what was done so far as (number, words), and this step's instruction where one is given."""
    lines = [
        _filled(wording.line, number=str(number), words=" ".join(words.split())) for number, words in history
    ]
    asked = _filled(wording.first, instruction=goal, actions="\n".join(lines) or wording.nothing)
    return asked + _aim(wording, instruction)


def later_prompt(instruction: str | None, wording: Wording) -> str:
    """What stands with a screen that follows in a conversation."""
    return wording.later + _aim(wording, instruction)


def place_prompt(ref_expr: str, wording: Wording) -> str:
    """The question for the place of a part."""
    return _filled(wording.place, ref_expr=ref_expr)


def _aim(wording: Wording, instruction: str | None) -> str:
    return "" if instruction is None else _filled(wording.asked, ref_expr=instruction)


def _filled(template: str, **slots: str) -> str:
    """In one pass, so that a slot's name in a slot's text is text."""
    return _SLOT.sub(lambda found: slots[found[1]], template)
