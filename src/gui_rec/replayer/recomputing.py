"""Verdicts computed again from the store: from the recorded step, the replayed one and the stored circumstances."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from gui_rec.errors import InputError
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.replayer.checks._api import Phase
from gui_rec.replayer.judge import Circumstances, Judgement, judge, judge_pre
from gui_rec.store.reader import Recording, open_trajectories
from gui_rec.store.side_tables import read_verdicts


class Again(StrEnum):
    """How a stored verdict came out. `not_kept`: the run holds no such step (nothing was done there, or the device was
    lost). `not_given`: it is of another run than those that are at hand.
    """

    SAME = "same"
    DIFFERS = "differs"
    NOT_KEPT = "not_kept"
    NOT_GIVEN = "not_given"


@dataclass(frozen=True, slots=True)
class Recomputed:
    """One stored verdict; `detail` says what differs, or what was not kept."""

    row: StepVerdict
    again: Again
    detail: str = ""

    def as_record(self) -> dict[str, object]:
        """A row of the JSON document."""
        return {
            "run_id": self.row.run_id,
            "episode_id": self.row.episode_id,
            "step_index": self.row.step_index,
            "verdict": self.row.verdict.value,
            "code": self.row.code.value,
            "again": self.again.value,
            "detail": self.detail,
        }


def recompute(recording: Path, runs: Iterable[Path]) -> list[Recomputed]:
    """Every verdict of `recording`'s table, computed again with the replayed runs of `runs` (what a replay left in its
    report's folder `run`). Raises StoreError for a recording or a run that cannot be read.
    """
    opened = open_trajectories(recording)
    replayed = {
        episode.info.episode_id: tuple(run.steps(episode.info.episode_id))
        for run in map(open_trajectories, runs)
        for episode in run.episodes
    }
    recorded: dict[str, dict[int, Step]] = {}
    return [_again(row, opened, replayed, recorded) for row in read_verdicts(recording)]


def _again(
    row: StepVerdict,
    opened: Recording,
    replayed: Mapping[str, tuple[Step, ...]],
    recorded: dict[str, dict[int, Step]],
) -> Recomputed:
    run = replayed.get(row.replayed_episode_id or "")
    if run is None:
        return Recomputed(row, Again.NOT_GIVEN, f"its run {row.replayed_episode_id} was not given")
    if row.episode_id not in recorded:
        steps = opened.steps(row.episode_id)
        recorded[row.episode_id] = {step.index: step for step in steps}
    try:
        evidence = json.loads(row.evidence)
        found = _judged(row, evidence, recorded[row.episode_id], run)
    except (KeyError, TypeError, ValueError, InputError) as error:
        return Recomputed(row, Again.DIFFERS, f"its evidence is damaged: {type(error).__name__}: {error}")
    if found is None:
        return Recomputed(row, Again.NOT_KEPT, "no step of its run led to what was judged")
    differences = list(_differences(row, evidence, found))
    return Recomputed(row, Again.DIFFERS if differences else Again.SAME, "; ".join(differences))


def _judged(
    row: StepVerdict, evidence: Mapping[str, Any], recorded: Mapping[int, Step], run: tuple[Step, ...]
) -> Judgement | None:
    """The judgement anew; None where nothing was done, so that the run holds no step for it."""
    circumstances, index = evidence.get("circumstances"), evidence.get("replayed_step")
    done = next((step for step in run if step.index == index), None)
    if circumstances is None or done is None:
        return None
    step, how = recorded[row.step_index], Circumstances.from_record(circumstances)
    following = None if evidence["following"] is None else recorded.get(evidence["following"])
    if Phase(evidence["phase"]) is Phase.PRE:
        return judge_pre(step, done.pre, how)
    return judge(step, done.pre, done.post, how, following)


def _differences(row: StepVerdict, evidence: Mapping[str, Any], found: Judgement) -> Iterator[str]:
    yield from _evidence_differences(evidence, found)
    if _began_elsewhere(row, found):
        return
    for name in ("verdict", "code", "detail", "confidence", "outcome"):
        stored, now = getattr(row, name), getattr(found, name)
        is_same = abs(stored - now) < 1e-6 if name == "confidence" else stored == now
        if not is_same:
            yield f"{name}: stored {stored!s:.200}, computed {now!s:.200}"


def _evidence_differences(evidence: Mapping[str, Any], found: Judgement) -> Iterator[str]:
    """What of the evidence comes out otherwise. A part that is not stored is of a gui-rec that did not tell it yet."""
    computed = json.loads(json.dumps(found.evidence, ensure_ascii=False))
    for name in sorted(computed.keys() & evidence.keys()):
        if evidence[name] != computed[name]:
            yield f"evidence.{name}: stored {evidence[name]!s:.200}, computed {computed[name]!s:.200}"


def _began_elsewhere(row: StepVerdict, found: Judgement) -> bool:
    """The first step's failure on a device that was elsewhere is told as that, the failure itself behind it."""
    told = row.detail.endswith(f"({found.code}: {found.detail})")
    return row.code is Code.START_STATE_MISMATCH and found.verdict is Verdict.MISMATCH and told
