"""What gui-rec's verdicts must come to on the test apps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.model.verdict import Verdict
from mutations import score
from mutations.rows import Result

N1, N3 = "gui-rec, N=1", "gui-rec, N=3"


@dataclass(frozen=True)
class Target:
    """A figure and its limit; `short` is how far `value` lies on the wrong side, 0 where it holds."""

    what: str
    wanted: str
    got: str
    short: float

    @property
    def holds(self) -> bool:
        return self.short <= 0

    @property
    def missing(self) -> str:
        return f"short by {self.short:.3f}"


def targets(test: Sequence[Result]) -> tuple[Target, ...]:
    """All targets, the stricter of both kinds of alarm for F1."""
    benign = score.benign_alarms(test, score.mismatch_or_unknown(N3), Verdict.MATCH, Verdict.ACCEPTABLE)
    named = score.share(test, N3, score.is_named)
    alarms, accuracy = benign[0] / max(1, benign[1]), named[0] / max(1, named[1])
    missed = score.missed(test, N3)
    groups = sorted({one.group for one in missed})
    said = f"{len(missed)} ({', '.join(groups)})" if groups else "0"
    return (
        _at_least("F1, N=3", _f1(test, N3), 0.97),
        Target(
            "false alarms on benign cases, N=3",
            "<= 2 %",
            f"{alarms:.1%} ({benign[0]}/{benign[1]})",
            alarms - 0.02,
        ),
        _at_least("code accuracy, N=3", accuracy, 0.9),
        Target(
            "harmful mutations of value, state, order, count and error called match, N=3",
            "0",
            said,
            float(len(missed)),
        ),
        _at_least("F1, N=1", _f1(test, N1), 0.9),
    )


def _f1(test: Sequence[Result], verifier: str) -> float:
    either = score.rates(test, score.mismatch_or_unknown(verifier)).f1
    return min(either, score.rates(score.without_unknown(test), score.mismatch_only(verifier)).f1)


def _at_least(what: str, value: float, least: float) -> Target:
    return Target(what, f">= {least:g}", f"{value:.3f}", least - value)
