"""`replay_verdict`: what replays of the step found, taken together.

One mismatch outweighs every success. A replay that did not judge the step does not count: one that began on
another screen than the recording, or whose device went away. A run whose verdict is unknown adds nothing but doubt: alone it leaves
the label unknown, beside successes it lowers their confidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from gui_rec.datasets.labels._api import EpisodeView, Labelled
from gui_rec.model.verdict import Code, StepVerdict, Verdict

NOT_JUDGED = frozenset({Code.START_STATE_MISMATCH, Code.DEVICE_LOST})


class ReplayVerdict:
    """One value a step that was replayed: `match`, `acceptable`, `mismatch` or `unknown`."""

    name = "replay_verdict"
    meaning = "what replays found: match, acceptable, mismatch or unknown"
    version = 2

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for step in episode.steps:
            given = [
                row for row in episode.verdicts if row.step_index == step.index and row.code not in NOT_JUDGED
            ]
            if given:
                value, confidence = _together(given)
                yield Labelled(step.index, value, "replay", confidence)


def _together(given: Sequence[StepVerdict]) -> tuple[str, float]:
    of = {kind: [row.confidence for row in given if row.verdict is kind] for kind in Verdict}
    if of[Verdict.MISMATCH]:
        return Verdict.MISMATCH, max(of[Verdict.MISMATCH])
    good = of[Verdict.MATCH] + of[Verdict.ACCEPTABLE]
    if not good:
        return Verdict.UNKNOWN, 0.0
    value = Verdict.ACCEPTABLE if of[Verdict.ACCEPTABLE] else Verdict.MATCH
    return value, fmean(good) * len(good) / len(given)


LABELLER = ReplayVerdict()
