"""The text of an answer: one step's call, or the calls of several steps that were said together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gui_rec.datasets.export.refused import RefusedError
from gui_rec.datasets.export.reread import refusal_of_answer
from gui_rec.datasets.export.seen import Seen
from gui_rec.dsl._api import ActionCodec
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, OpenApp
from gui_rec.model.step import Step


def answer_text(codec: ActionCodec, wrapping: str | None, steps: Sequence[Step], seen: Seen) -> str:
    """The answer that says `steps`, read back. Raises RefusedError where it cannot be an honest one."""
    named = [replace(step, action=called(step)) for step in steps]
    for step in named:
        fidelity = codec.fidelity(step.action)
        if not fidelity.expressible:
            raise RefusedError(f"inexpressible:{step.action.type}: {fidelity.note}")
    try:
        text = _joined(codec, wrapping, named, seen)
    except DslError as error:
        raise RefusedError("words_do_not_fit_the_wrapping") from error
    reason = refusal_of_answer(codec, text, named, seen.numbers, seen.recorded)
    if reason is not None:
        several = reason == "reread_failed" and len(steps) > 1
        raise RefusedError("one_call_an_answer" if several else reason)
    return text


def _joined(codec: ActionCodec, wrapping: str | None, steps: Sequence[Step], seen: Seen) -> str:
    first = steps[0]
    text = codec.encode(
        first.action,
        screen=seen.numbers,
        thought=first.thought,
        operation=first.operation,
        wrapping=wrapping,
    )
    if len(steps) == 1:
        return text
    calls = [codec.encode(step.action, screen=seen.numbers) for step in steps]
    before, call, after = text.rpartition(calls[0])
    return f"{before}{call}\n" + "\n".join(calls[1:]) + after


def called(step: Step) -> Action:
    """The action; an app that was opened by its package is called by the name that stands in the row."""
    action = step.action
    if isinstance(action, OpenApp) and not action.name and step.app_name:
        return replace(action, name=step.app_name)
    return action


def told_as(codec: ActionCodec, step: Step) -> str:
    """How later prompts tell of a step: what it was meant to do, else its bare call."""
    if step.operation and step.operation.strip():
        return step.operation.strip()
    if not codec.fidelity(step.action).expressible:
        return f"({step.action.type})"
    try:
        return codec.encode(called(step), screen=step.pre.size)
    except DslError:  # numbers in pixels, of a step whose screen's size nobody knows
        return f"({step.action.type})"
