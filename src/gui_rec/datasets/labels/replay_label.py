"""`replay_label` (R20): how often replays reached the recorded state after the step, as a JSON object.

`exact`: the same state key, and no element looks otherwise; `structural`: the same structure; `none`: neither; `of`
counts the replays that saw the step. A replay that did not judge the step, or could not tell, is not counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gui_rec.datasets.labels._api import UNKNOWN, EpisodeView, Labelled
from gui_rec.datasets.labels.replay_verdict import NOT_JUDGED
from gui_rec.model.verdict import StepVerdict, Verdict

EXACT, STRUCTURAL, NONE = "exact", "structural", "none"
_PICTURE_CHECK = "visual"


class ReplayLabel:
    """One value a step that was replayed."""

    name = "replay_label"
    meaning = "how often replays reached the recorded state after the step: exact, structural, none, of"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for step in episode.steps:
            given = [
                row for row in episode.verdicts if row.step_index == step.index and row.code not in NOT_JUDGED
            ]
            if given:
                value, confidence = _counted(given)
                yield Labelled(step.index, value, "replay", confidence)


def _counted(given: Sequence[StepVerdict]) -> tuple[str, float]:
    levels = [level for row in given if (level := level_of(row)) is not None]
    if not levels:
        return UNKNOWN, 0.0
    counts: dict[str, int] = {level: levels.count(level) for level in (EXACT, STRUCTURAL, NONE)}
    return json.dumps({**counts, "of": len(levels)}), max(counts.values()) / len(levels)


def level_of(row: StepVerdict) -> str | None:
    """How near a replay came to the recorded state, by the evidence of its verdict; None where it does not tell."""
    if row.verdict is Verdict.UNKNOWN:
        return None
    evidence = _evidence(row)
    recorded, seen = (_key(evidence.get(side)) for side in ("recorded", "seen"))
    if recorded is None or seen is None:
        return None
    if recorded == seen and _looks_alike(evidence):
        return EXACT
    return STRUCTURAL if recorded[0] == seen[0] else NONE


def _evidence(row: StepVerdict) -> Mapping[str, Any]:
    try:
        found = json.loads(row.evidence)
    except (ValueError, RecursionError):
        return {}  # a table from elsewhere: it says nothing
    return found if isinstance(found, dict) else {}


def _key(side: object) -> tuple[str, ...] | None:
    key = side.get("state_key") if isinstance(side, dict) else None
    if not isinstance(key, list) or len(key) != 3 or not all(isinstance(part, str) for part in key):
        return None
    return tuple(key)


def _looks_alike(evidence: Mapping[str, Any]) -> bool:
    checks = evidence.get("checks")
    found = [item for item in checks if isinstance(item, dict)] if isinstance(checks, list) else []
    return all(item.get("passed") is True for item in found if item.get("name") == _PICTURE_CHECK)


LABELLER = ReplayLabel()
