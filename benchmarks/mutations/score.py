"""Figures of a judge: how often it is right, on what, and how well it knows."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gui_rec.model.verdict import Code, Verdict
from mutations.ours import Said
from mutations.rows import Result

BINS = 10
RESAMPLES = 1000
_BAD = (Verdict.MISMATCH, Verdict.UNKNOWN)


@dataclass(frozen=True)
class Rates:
    """Of alarms against what is harmful."""

    hits: int
    false_alarms: int
    misses: int
    quiet: int

    @property
    def precision(self) -> float:
        return self.hits / max(1, self.hits + self.false_alarms)

    @property
    def recall(self) -> float:
        return self.hits / max(1, self.hits + self.misses)

    @property
    def f1(self) -> float:
        return 2 * self.hits / max(1, 2 * self.hits + self.false_alarms + self.misses)


Alarm = Callable[[Result], bool]


def rates(found: Sequence[Result], alarm: Alarm) -> Rates:
    """Alarms against the truths mismatch and unknown."""
    counted = Counter((result.truth.verdict in _BAD, alarm(result)) for result in found)
    return Rates(counted[True, True], counted[False, True], counted[True, False], counted[False, False])


def mismatch_or_unknown(verifier: str) -> Alarm:
    """Whatever is no success is an alarm."""
    return lambda result: result.said[verifier].verdict in _BAD


def mismatch_only(verifier: str) -> Alarm:
    """`unknown` is no alarm; cases whose truth is unknown do not belong to this figure (see `without_unknown`)."""
    return lambda result: result.said[verifier].verdict is Verdict.MISMATCH


def without_unknown(found: Sequence[Result]) -> list[Result]:
    """The cases whose truth is not unknown."""
    return [result for result in found if result.truth.verdict is not Verdict.UNKNOWN]


def above(baseline: str, threshold: float) -> Alarm:
    """A baseline's score is over its threshold."""
    return lambda result: result.scores[baseline] > threshold


def tuned(found: Sequence[Result], baseline: str) -> float:
    """The threshold with the best F1 on these cases; of equals the lowest."""
    candidates = sorted({-1.0, *(result.scores[baseline] for result in found)})
    return max(candidates, key=lambda threshold: (rates(found, above(baseline, threshold)).f1, -threshold))


def benign_alarms(found: Sequence[Result], alarm: Alarm, *verdicts: Verdict) -> tuple[int, int]:
    """(alarms, cases) among those whose truth is one of `verdicts`."""
    asked = [result for result in found if result.truth.verdict in verdicts]
    return sum(map(alarm, asked)), len(asked)


def confusion(found: Sequence[Result], verifier: str) -> dict[tuple[Verdict, Verdict], int]:
    """(truth, said) -> cases."""
    return Counter((result.truth.verdict, result.said[verifier].verdict) for result in found)


def is_named(result: Result, said: Said) -> bool | None:
    """Whether the verdict and its code (or shade) are the right ones; None where the truth names none."""
    truth = result.truth
    if truth.codes:
        return said.verdict is truth.verdict and said.code in truth.codes
    if truth.shades:
        return said.verdict is truth.verdict and bool(said.shades & truth.shades)
    return None


def has_reason(result: Result, said: Said) -> bool | None:
    """As `is_named`, with the sub-reason of STATE_MISMATCH."""
    if result.truth.reason is None:
        return is_named(result, said)
    return said.code is Code.STATE_MISMATCH and said.detail.startswith(result.truth.reason)


def share(
    found: Sequence[Result], verifier: str, asked: Callable[[Result, Said], bool | None]
) -> tuple[int, int]:
    """(right, asked) of the cases for which `asked` has an answer."""
    answers = [answer for result in found if (answer := asked(result, result.said[verifier])) is not None]
    return sum(answers), len(answers)


def missed(found: Sequence[Result], verifier: str) -> list[Result]:
    """Harmful cases of the families that must never pass which were called a match."""
    return [one for one in found if one.group and one.said[verifier].verdict is Verdict.MATCH]


def is_right(result: Result, said: Said) -> bool:
    """Success where success is right, no success where it is not."""
    return said.verdict.successful == (result.truth.verdict not in _BAD)


def brier(pairs: Sequence[tuple[float, bool]]) -> float:
    """Mean squared distance of (confidence, right)."""
    return sum((confidence - right) ** 2 for confidence, right in pairs) / max(1, len(pairs))


def ece(pairs: Sequence[tuple[float, bool]]) -> float:
    """Expected calibration error over ten bins of confidence."""
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for confidence, right in pairs:
        bins[min(BINS - 1, int(confidence * BINS))].append((confidence, right))
    total = 0.0
    for inside in bins.values():
        sure = sum(confidence for confidence, _ in inside) / len(inside)
        total += abs(sure - sum(right for _, right in inside) / len(inside)) * len(inside)
    return total / max(1, len(pairs))


def answered(found: Sequence[Result], verifier: str) -> list[tuple[float, bool]]:
    """(confidence, right) of every case that was not called unknown."""
    said = [(result, result.said[verifier]) for result in found]
    return [
        (one.confidence, is_right(result, one)) for result, one in said if one.verdict is not Verdict.UNKNOWN
    ]


def isotonic(pairs: Sequence[tuple[float, bool]]) -> Callable[[float], float]:
    """Confidence as it turned out: the rising step function nearest to the (confidence, right) pairs."""
    blocks: list[tuple[float, float, int]] = []
    for confidence, right in sorted(pairs):
        blocks.append((confidence, float(right), 1))
        while len(blocks) > 1 and (blocks[-2][0] == blocks[-1][0] or blocks[-2][1] >= blocks[-1][1]):
            (_, low, many), (top, high, more) = blocks[-2], blocks[-1]
            blocks[-2:] = [(top, (low * many + high * more) / (many + more), many + more)]

    def calibrated(confidence: float) -> float:
        return next(
            (value for top, value, _ in blocks if confidence <= top), blocks[-1][1] if blocks else confidence
        )

    return calibrated


def risk_at(pairs: Sequence[tuple[float, bool]], cases: int, coverage: float) -> float | None:
    """The share of wrong answers among the surest `coverage` of all cases; None where fewer were answered."""
    wanted = round(coverage * cases)
    if wanted > len(pairs) or not wanted:
        return None
    surest = sorted(pairs, key=lambda pair: -pair[0])[:wanted]
    return sum(not right for _, right in surest) / wanted


def interval(found: Sequence[Result], alarm: Alarm) -> tuple[float, float]:
    """The middle 95 % of F1 where the apps are drawn anew, with repetition."""
    apps = sorted({result.app for result in found})
    by_app = {app: [result for result in found if result.app == app] for app in apps}
    chance = random.Random(0)
    drawn = sorted(
        rates([one for app in chance.choices(apps, k=len(apps)) for one in by_app[app]], alarm).f1
        for _ in range(RESAMPLES)
    )
    return drawn[round(0.025 * RESAMPLES)], drawn[round(0.975 * RESAMPLES) - 1]
