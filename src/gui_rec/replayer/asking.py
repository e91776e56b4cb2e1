"""What a person is asked after a step that failed, and what they may answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gui_rec.model.verdict import Code
from gui_rec.replayer.judge import Judgement

NEVER_ASKED = (Code.TARGET_AMBIGUOUS, Code.DEVICE_LOST)
"""Nobody can go on after these: nothing may be touched, or there is nothing to touch."""


class Choice(StrEnum):
    """What becomes of the replay. `accept` goes on, too, and the step is told apart from those that failed."""

    CONTINUE = "continue"
    STOP = "stop"
    ACCEPT = "accept"


@dataclass(frozen=True, slots=True)
class Answer:
    """`note` is the person's reason, for an accepted step."""

    choice: Choice
    note: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A step that failed: `judgement` says why, `expected` and `seen` name the screens.

    `acted` is False where the step was not performed yet: going on then performs it all the same where its target can be found.
    """

    step_index: int
    action: str
    target: str | None
    judgement: Judgement
    expected: str
    seen: str
    acted: bool


Ask: TypeAlias = Callable[[Question], Answer]
