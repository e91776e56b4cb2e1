"""What came before a step, as its prompt tells it: lines of words, or turns of the conversation, some with screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.datasets.export._api import ExportSpec, Picture, Turn
from gui_rec.datasets.export.prompt import Wording, later_prompt, user_prompt
from gui_rec.datasets.export.refused import RefusedError
from gui_rec.model.actions import Action


@dataclass(slots=True)
class Past:
    """An earlier answer: its `words` for a line, and for a turn its `aim`, `answer` and screen.

    `answer` is None where the dialect could not say it, `picture` where there was none or it is not wanted any more.
    """

    words: str
    aim: str | None = None
    answer: str | None = None
    picture: Picture | None = None
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """The turns before the last question, and the last question."""

    before: tuple[Turn, ...]
    question: str


def tell(goal: str, past: Sequence[Past], aim: str | None, spec: ExportSpec, wording: Wording) -> Told:
    """Raises RefusedError where an earlier step that must be a turn cannot be one."""
    turns = _turns(len(past), spec)
    lines_end = len(past) - turns
    first_line = 0 if spec.history is None else max(0, min(lines_end, len(past) - spec.history))
    kept = [(at + 1, past[at].words) for at in range(first_line, lines_end)]
    if spec.history_as == "turns":
        kept = []
    if not turns:
        return Told((), user_prompt(goal, kept, aim, wording))
    before: list[Turn] = []
    for at in range(lines_end, len(past)):
        first = at == lines_end
        question = (
            user_prompt(goal, kept, past[at].aim, wording) if first else later_prompt(past[at].aim, wording)
        )
        before += _turn(past[at], question, with_picture=len(past) - at <= spec.history_images)
    return Told(tuple(before), later_prompt(aim, wording))


def _turns(earlier: int, spec: ExportSpec) -> int:
    """How many of the earlier answers are turns."""
    if spec.history_as == "turns":
        return earlier if spec.history is None else min(earlier, spec.history)
    return min(earlier, spec.history_images)


def _turn(past: Past, question: str, *, with_picture: bool) -> list[Turn]:
    if past.answer is None or (with_picture and past.picture is None):
        raise RefusedError("earlier_step_is_no_turn")
    picture = past.picture if with_picture else None
    answer = Turn("assistant", past.answer, actions=past.actions, learnt=False)
    return [Turn("user", question, picture), answer]


def forget_pictures(past: Sequence[Past], spec: ExportSpec) -> None:
    """Let go of the screens that no later prompt shows."""
    for earlier in past[: len(past) - spec.history_images]:
        earlier.picture = None
