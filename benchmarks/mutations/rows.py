"""Every judge's word on every case, made in as many processes as there are."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from gui_rec.replayer.judge import Judgement
from gui_rec.replayer.looks import _tree_of
from mutations.baselines._members import BASELINES
from mutations.cases import cases, recorded_steps
from mutations.families._api import Truth
from mutations.ours import VERIFIERS, Said

PROCESSES = 2


@dataclass(frozen=True)
class Result:
    """One case with all that was said of it: `said` by a verifier's name, `scores` by a baseline's. `seconds` is what a
    check took whose pictures were decoded already.
    """

    case: str
    app: str
    screen: str
    number: int
    family: str
    group: str
    truth: Truth
    said: dict[str, Said]
    scores: dict[str, float]
    seconds: float


def results(
    part: str,
    numbers: frozenset[int] | None = None,
    screens: Iterable[str] | None = None,
    verifiers: frozenset[str] | None = None,
) -> list[Result]:
    """All cases of a part (or some families, some screens, some verifiers) in the order of their screens."""
    names = [one.name for one in recorded_steps(part) if screens is None or one.name in set(screens)]
    work = [(part, name, numbers, verifiers) for name in names]
    with ProcessPoolExecutor(PROCESSES) as pool:
        return [result for found in pool.map(_of_screen, work) for result in found]


def _of_screen(work: tuple[str, str, frozenset[int] | None, frozenset[str] | None]) -> list[Result]:
    part, screen, numbers, verifiers = work
    return list(_judged(part, screen, numbers, verifiers))


def _judged(
    part: str, screen: str, numbers: frozenset[int] | None, verifiers: frozenset[str] | None
) -> Iterator[Result]:
    judges = [one for one in VERIFIERS if verifiers is None or one.name in verifiers]
    for case in cases(part, numbers, screen):
        recorded = case.transition.runs[0].post
        scores = {base.name: base.score(recorded, case.seen) for base, _ in BASELINES}
        said: dict[str, Said] = {}
        known: dict[int, Judgement] = {}
        seconds = 0.0
        for judge in judges:
            judged = known.get(judge.runs) if judge.sees_all(case) else None
            if judged is None:
                _tree_of.cache_clear()
                started = time.perf_counter()
                judged = judge.judged(case)
                seconds = time.perf_counter() - started if judge.blind is None else seconds
                if judge.sees_all(case):
                    known[judge.runs] = judged
            said[judge.name] = judge.says(judged)
        yield Result(
            case.name,
            case.transition.recorded.app,
            screen,
            case.family.number,
            case.family.name,
            case.family.group,
            case.family.truth,
            said,
            scores,
            seconds,
        )
