"""Which facts of many are kept: those that tell the step's outcome best from the app's other states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gui_rec.replayer.induction.scores import wilson_lower
from gui_rec.replayer.rules.facts import DELTAS, Fact, FactTest, Score

MOST_FACTS = 8
_MIN_LIFT = 0.2
_SOFT_SHARE = 0.9
_SOFT_SUPPORT = 5

Holds = Callable[[FactTest], bool | None]
"""Whether a fact holds of one state or transition; None where it is not defined there."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A fact with its score and the places of the other states that it rejects."""

    fact: Fact
    rejects: frozenset[int]


def scored(
    test: FactTest, own: Sequence[Holds], rivals: Sequence[Holds], others: Sequence[Holds] | None = None
) -> Scored | None:
    """The fact as mandatory or soft, by how it fared; None where it is not worth keeping.

    Mandatory is what held in every run where it was defined; soft what held in nine tenths of five or more. Either
    must be true 0.2 less often among `others` (the app's other transitions) than it surely is here. `rivals` are
    what the runs would have been had they ended in the others' states; without `others` they stand for them.
    """
    answers = [answer for answer in (holds(test) for holds in own) if answer is not None]
    support, held = len(answers), sum(answers)
    if not support:
        return None
    confidence = wilson_lower(held, support)
    rejects = frozenset(place for place, holds in enumerate(rivals) if holds(test) is not True)
    compared = rivals if others is None else others
    rate = sum(holds(test) is True for holds in compared) / len(compared) if compared else 0.0
    lift = confidence - rate
    is_soft = held < support
    if lift <= _MIN_LIFT or (is_soft and (support < _SOFT_SUPPORT or held / support < _SOFT_SHARE)):
        return None
    score = Score(support, round(confidence, 4), round(lift, 4))
    return Scored(Fact(test, weight=round(confidence, 4) if is_soft else None, score=score), rejects)


def cover(facts: Sequence[Scored], others: int, most: int = MOST_FACTS) -> list[Fact]:
    """Up to `most` facts that together reject the most of the `others`, greedily; of equals a change comes first.

    Where there are no others to reject, the first facts about the change are kept, else the first of all.
    """
    if not others:
        chosen = [each for each in facts if isinstance(each.fact.test, DELTAS)] or list(facts)
        return [each.fact for each in chosen[:most]]
    left, open_ = list(facts), set(range(others))
    kept: list[Fact] = []
    while left and open_ and len(kept) < most:
        best = max(left, key=lambda each: _worth(each, open_))
        if not best.rejects & open_:
            break
        kept.append(best.fact)
        open_ -= best.rejects
        left.remove(best)
    return kept


def _worth(each: Scored, open_: set[int]) -> tuple[int, bool, bool, float]:
    score = each.fact.score
    lift = 0.0 if score is None else score.lift
    return (len(each.rejects & open_), each.fact.is_delta, each.fact.mandatory, lift)
