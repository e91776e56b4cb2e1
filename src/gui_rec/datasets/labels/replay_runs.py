"""What whole replays of an episode came to."""

from __future__ import annotations

from collections import defaultdict

from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels.replay_verdict import NOT_JUDGED
from gui_rec.model.actions import NO_DEVICE_EFFECT
from gui_rec.model.verdict import StepVerdict


def reproduced(episode: EpisodeView) -> tuple[int, int]:
    """(k, n): of n replays that judged the episode, k found every step that acts to be match or acceptable.

    A replay that began elsewhere, or whose device went away, judged nothing.
    """
    runs: dict[str, list[StepVerdict]] = defaultdict(list)
    for row in episode.verdicts:
        runs[row.run_id].append(row)
    acting = {step.index for step in episode.steps if not isinstance(step.action, NO_DEVICE_EFFECT)}
    judged = [rows for rows in runs.values() if not any(row.code in NOT_JUDGED for row in rows)]
    good = [
        rows
        for rows in judged
        if acting
        and acting <= {row.step_index for row in rows}
        and all(row.verdict.successful for row in rows)
    ]
    return len(good), len(judged)
