"""Answers of yes, no and unknown, put together: unknown is never taken for either of the others."""

from __future__ import annotations

from collections.abc import Iterable


def all_of(answers: Iterable[bool | None]) -> bool | None:
    """False where one is False, else None where one is None, else True; True for no answers."""
    told = list(answers)
    if False in told:
        return False
    return None if None in told else True


def negated(answer: bool | None) -> bool | None:
    """The opposite; None stays None."""
    return None if answer is None else not answer
