"""A step of a replay's report, next to its recorded one, for a person's word on it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gui_rec.errors import InputError, UsageError
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.documents import ReportDocument, StepDocument, read_report
from gui_rec.replayer.induction.acceptance import Shown
from gui_rec.replayer.induction.replays import RUN
from gui_rec.replayer.parameters import Parameter, with_parameters
from gui_rec.store.reader import open_trajectories


def shown_step(recording: Path, folder: Path, index: int) -> Shown:
    """Step `index` of the replay whose report lies in `folder`, with the same step of `recording`.

    Raises UsageError for a report of another recording, a step that is not in it or that was not performed;
    InputError and StoreError for files that are not what they should be.
    """
    report = read_report(folder)
    told = _told(report, folder, index)
    opened = open_trajectories(recording)
    episode_id = report["episode_id"]
    if episode_id not in {record.info.episode_id for record in opened.episodes}:
        raise UsageError(f"{folder}: is the report of episode {episode_id}, which is not in {recording}")
    steps = {step.index: step for step in opened.steps(episode_id)}
    if index not in steps:
        raise UsageError(f"{recording}: no step {index} in episode {episode_id}")
    parameters = _parameters(told)
    return Shown(
        episode_id=episode_id,
        recorded=with_parameters(steps[index], parameters),
        replayed=_replayed(report, folder, index),
        verdict=_verdict(told, folder),
        code=_code(told, folder),
        others=tuple(step for other, step in steps.items() if other != index),
        inputs={each.name: each.text for each in parameters},
    )


def _told(report: ReportDocument, folder: Path, index: int) -> StepDocument:
    found = next((step for step in report["steps"] if step["step_index"] == index), None)
    if found is None:
        known = ", ".join(str(step["step_index"]) for step in report["steps"])
        raise UsageError(f"{folder}: no step {index} in this report; there are {known or 'none'}")
    if not found["acted"]:
        raise UsageError(
            f"step {index}: was not performed ({found['code']}: {found['detail']}); what stood in its way is the state "
            "after the step before it"
        )
    return found


def _replayed(report: ReportDocument, folder: Path, index: int) -> Step:
    """The run's step that the report's step performed; a run holds those that were performed, in their order."""
    place = [step["step_index"] for step in report["steps"] if step["acted"]].index(index)
    if report["replayed_episode_id"] is None:
        raise UsageError(f"{folder}: the replay kept no trajectory of its own")
    steps = list(open_trajectories(folder / RUN).steps(report["replayed_episode_id"]))
    if place >= len(steps):
        raise InputError(
            f"{folder / RUN}: expected {place + 1} steps at least, as the report says, got {len(steps)}"
        )
    return steps[place]


def _parameters(told: StepDocument) -> tuple[Parameter, ...]:
    how = told["evidence"].get("circumstances")
    listed = how.get("parameters", []) if isinstance(how, Mapping) else []
    if not isinstance(listed, list) or not all(isinstance(each, list) and len(each) == 3 for each in listed):
        raise InputError("report: circumstances.parameters: expected a list of [name, recorded, text]")
    return tuple(Parameter(*map(str, each)) for each in listed)


def _verdict(told: StepDocument, folder: Path) -> Verdict:
    if told["verdict"] not in tuple(Verdict):
        raise InputError(f"{folder}: step {told['step_index']}: no such verdict: {told['verdict']!r:.80}")
    return Verdict(told["verdict"])


def _code(told: StepDocument, folder: Path) -> Code:
    if told["code"] not in tuple(Code):
        raise InputError(f"{folder}: step {told['step_index']}: no such code: {told['code']!r:.80}")
    return Code(told["code"])
