"""A family of mutations: what is done, and the truth that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gui_rec.model.observation import Observation
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.elsewhere import LIKE_THERE, Elsewhere
from mutations.recorded import Recorded
from mutations.stage import Stage


@dataclass(frozen=True)
class Truth:
    """The right verdict. `codes` are right for a mismatch or an unknown, `shades` for what is acceptable.

    `reason` is the sub-reason of STATE_MISMATCH. Where none are given, only the verdict counts.
    """

    verdict: Verdict
    codes: frozenset[Code] = frozenset()
    shades: frozenset[str] = frozenset()
    reason: str | None = None


def match() -> Truth:
    return Truth(Verdict.MATCH)


def acceptable(*shades: str) -> Truth:
    return Truth(Verdict.ACCEPTABLE, shades=frozenset(shades))


def mismatch(*codes: Code, reason: str | None = None) -> Truth:
    return Truth(Verdict.MISMATCH, frozenset(codes), reason=reason)


def unknown(*codes: Code) -> Truth:
    return Truth(Verdict.UNKNOWN, frozenset(codes))


Shown = Stage | Observation
Mutate = Callable[[Recorded], Iterator[tuple[str, Shown]]]


@dataclass(frozen=True, eq=False)
class Family:
    """Number and name as in the table of mutations; `mutate` gives (variant, what is then on the phone).

    `locale` is the language
    that the device speaks in the replay, `elsewhere` what else of it a replay knows to differ. `group` is what the target of the
    benchmark calls it: value, state, order, count, error, or nothing.
    """

    number: int
    name: str
    truth: Truth
    mutate: Mutate
    group: str = ""
    locale: str = "en-US"
    elsewhere: Elsewhere = LIKE_THERE
