"""How many replays reproduced an episode."""

from __future__ import annotations

from label_walks import OPEN, page, view, walk

from gui_rec.datasets.labels.replay_runs import reproduced
from gui_rec.model.actions import Finish, FinishStatus, Wait
from gui_rec.model.verdict import Code, StepVerdict, Verdict

A, B = page(1), page(2)
STEPS = walk((A, OPEN, B), (B, OPEN, A), (A, Finish(FinishStatus.SUCCESS), A))


def _run(name: str, *verdicts: Verdict, code: Code = Code.OK) -> tuple[StepVerdict, ...]:
    return tuple(
        StepVerdict(name, "e", at, "d", verdict, code, "", 0.9, None, "{}", None)
        for at, verdict in enumerate(verdicts)
    )


def test_a_run_counts_when_every_step_that_acts_came_out_right() -> None:
    runs = _run("a", Verdict.MATCH, Verdict.ACCEPTABLE) + _run("b", Verdict.MATCH, Verdict.MISMATCH)
    short, vague = _run("c", Verdict.MATCH), _run("d", Verdict.MATCH, Verdict.UNKNOWN)
    assert reproduced(view(STEPS, verdicts=runs)) == (1, 2)
    assert reproduced(view(STEPS, verdicts=runs + short + vague)) == (1, 4)


def test_a_run_that_judged_nothing_does_not_count() -> None:
    astray = _run("a", Verdict.MISMATCH, code=Code.START_STATE_MISMATCH)
    lost = _run("b", Verdict.MATCH) + _run("b", Verdict.UNKNOWN, code=Code.DEVICE_LOST)
    assert reproduced(view(STEPS, verdicts=astray + lost)) == (0, 0)


def test_an_episode_that_does_nothing_is_reproduced_by_nobody() -> None:
    assert reproduced(view(walk((A, Wait(1), A)), verdicts=_run("a", Verdict.MATCH))) == (0, 1)
