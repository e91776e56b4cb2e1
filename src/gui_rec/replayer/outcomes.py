"""What a replayed step came to, and how that is told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from gui_rec.capture.act import Phase
from gui_rec.model.action_fields import to_fields
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.model.words import action_words
from gui_rec.replayer.asking import Answer, Question
from gui_rec.replayer.checks._api import CheckResult
from gui_rec.replayer.judge import Judgement
from gui_rec.replayer.locate import Located, target_label
from gui_rec.replayer.looks import Look
from gui_rec.replayer.recovering import Recovered
from gui_rec.replayer.report import StepReport

_SURE = 0.97


@dataclass(frozen=True, slots=True)
class Outcome:
    """`replayed` is the transition that was made, None where nothing was done; then `seen` is what stood in the way.

    `answer` is what a person said of it already.
    """

    judgement: Judgement
    replayed: Step | None = None
    located: Located | None = None
    seen: Observation | None = None
    answer: Answer | None = None
    recoveries: tuple[Recovered, ...] = ()


@dataclass(frozen=True, slots=True)
class RunFrame:
    """What all verdict rows of a run share. `device` is a name fit for a file."""

    run_id: str
    episode_id: str
    device: str


def failure(
    verdict: Verdict,
    code: Code,
    detail: str,
    by: str,
    before: Judgement | None = None,
    numbers: Mapping[str, str | None] | None = None,
) -> Judgement:
    """A judgement that no comparison of post-states led to; `before` is that of the pre-state."""
    result = CheckResult(by, False, verdict, code, detail, _SURE, dict(numbers or {}))
    evidence = {} if before is None else before.evidence
    results = () if before is None else before.results
    return Judgement(verdict, code, detail, _SURE, None, (result, *results), evidence)


def started_elsewhere(recorded: Look, seen: Look, judged: Judgement) -> Judgement:
    """The first step failed on a device that was not where the recording starts: that is the reason."""
    detail = (
        f"the recording starts on {_screen(recorded.seen)}, the device showed {_screen(seen.seen)}; "
        f"bring it there and replay again ({judged.code}: {judged.detail})"
    )
    return replace(judged, verdict=Verdict.MISMATCH, code=Code.START_STATE_MISMATCH, detail=detail)


def question(step: Step, judged: Judgement, *, acted: bool) -> Question:
    """What a person is asked about a step that failed."""
    return Question(
        step_index=step.index,
        action=action_words(step.action),
        target=None if step.target is None else target_label(step.target),
        judgement=judged,
        expected=_screen(step.post if acted else step.pre),
        seen=_seen(judged),
        acted=acted,
    )


def step_report(frame: RunFrame, step: Step, outcome: Outcome, elapsed_ms: int) -> StepReport:
    """The report of one step, its verdict row inside."""
    judged, located = outcome.judgement, outcome.located
    deciding = judged.deciding
    return StepReport(
        index=step.index,
        action=action_words(step.action),
        target=None if step.target is None else target_label(step.target),
        verdict=_row(frame, step.index, outcome, elapsed_ms),
        acted=outcome.replayed is not None,
        located=None if located is None else located.how,
        decided_by=None if deciding is None else deciding.name,
        expected=_screen(step.post if outcome.replayed is not None else step.pre),
        seen=_seen(judged),
        numbers={} if deciding is None else deciding.numbers,
        elapsed_ms=elapsed_ms,
        seen_picture=None if outcome.seen is None else outcome.seen.screenshot,
    )


def _row(frame: RunFrame, index: int, outcome: Outcome, elapsed_ms: int) -> StepVerdict:
    judged = outcome.judgement
    located = None if outcome.located is None else _located_record(outcome.located)
    evidence = {**judged.evidence, "located": located, "elapsed_ms": elapsed_ms}
    evidence["replayed_step"] = None if outcome.replayed is None else outcome.replayed.index
    evidence["ledger"] = _ledger(outcome)
    evidence["recoveries"] = [recovery.as_record() for recovery in outcome.recoveries]
    return StepVerdict(
        run_id=frame.run_id,
        episode_id=frame.episode_id,
        step_index=index,
        device=frame.device,
        verdict=judged.verdict,
        code=judged.code,
        detail=judged.detail,
        confidence=judged.confidence,
        outcome=judged.outcome,
        evidence=json.dumps(evidence, ensure_ascii=False, sort_keys=True),
        replayed_episode_id=None,
    )


def _ledger(outcome: Outcome) -> dict[str, object]:
    """How far the step's action came; it is sent at most once. Times are of the machine's monotonic clock."""
    replayed = outcome.replayed
    if replayed is None:
        return {"phases": [Phase.PLANNED.value], "sent": None}
    sent = replayed.sent
    phases = [Phase.PLANNED, *([] if sent is None else [Phase.DISPATCHED])]
    if outcome.judgement.code is not Code.DEVICE_LOST:
        phases.append(Phase.OBSERVED)
    told = (
        None
        if sent is None
        else {
            "method": sent.method,
            "exit_status": sent.exit_status,
            "started_us": sent.started_us,
            "ended_us": sent.ended_us,
        }
    )
    return {"phases": [phase.value for phase in phases], "sent": told}


def _located_record(located: Located) -> dict[str, object]:
    bounds = None if located.bounds_px is None else list(located.bounds_px.as_tuple())
    return {
        "how": located.how,
        "bounds_px": bounds,
        "confidence": located.confidence,
        "action": to_fields(located.action),
    }


def _screen(observation: Observation) -> str:
    key = observation.state_key
    place = observation.facts.title or observation.activity or observation.package or "a screen"
    return f"{place} ({'no key' if key is None else key.state})"


def _seen(judged: Judgement) -> str:
    side = judged.evidence.get("seen")
    if not isinstance(side, dict):
        return "nothing"
    key = side.get("state_key")
    place = side.get("title") or side.get("activity") or side.get("package") or "a screen"
    return f"{place} ({key[2] if key else 'no key'})"
