"""Recordings -> tasks of the step protocol: one document an episode, whole or not at all."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gui_rec import __version__
from gui_rec.datasets.export.task_steps import action_of, say, strokes_before
from gui_rec.datasets.reviews import REVIEW, Decision, latest_reviews
from gui_rec.dsl._api import FidelityKind
from gui_rec.dsl.task_protocol.model import MAX_STEPS, VERSIONS, Task, TaskInput, TaskStep
from gui_rec.dsl.task_protocol.parse import parse_task
from gui_rec.dsl.task_protocol.write import task_text
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.model.actions import Action, Scroll, Swipe
from gui_rec.model.episode import Outcome
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.store import durable
from gui_rec.store.catalog import EpisodeRecord
from gui_rec.store.ids import is_safe_id
from gui_rec.store.reader import Recording, open_trajectories

RECORD = "export.json"


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """`agent_name` is the device that shall run the tasks. `version` None takes the lowest that says an episode."""

    agent_name: str
    version: int | None = None
    outcome: str | None = None
    include_rejected: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """An episode as a task; `losses` counts what the protocol does not keep."""

    episode_id: str
    task: Task
    losses: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An episode that is no task: the first step that cannot be said, None where that is not about a step."""

    episode_id: str
    step_index: int | None
    reason: str


@dataclass(slots=True)
class TaskStats:
    """What became of every episode."""

    out: Path
    written: list[Written] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def as_record(self) -> dict[str, object]:
        """The record that stands beside the tasks."""
        return {
            "made_by": f"gui-rec {__version__}",
            "format": "task_protocol",
            "tasks": [
                {
                    "episode_id": item.episode_id,
                    "file": f"{item.episode_id}.json",
                    "schema_version": item.task.version,
                    "steps": len(item.task.steps),
                    "inputs": [given.name for given in item.task.inputs],
                    "losses": dict(item.losses),
                }
                for item in self.written
            ],
            "left_out": [
                {"episode_id": item.episode_id, "step": item.step_index, "reason": item.reason}
                for item in self.left_out
            ],
        }


def export_tasks(recordings: Sequence[Path], out: Path, spec: TaskSpec) -> TaskStats:
    """Write each episode of `recordings` as `EPISODE.json` into the new folder `out`, with a record of what was lost.

    An episode with a step that cannot be said is left out whole, and told. The folder appears whole or not at all.
    Raises OutputExistsError, UsageError, and InputError when not one task is left.
    """
    if not recordings:
        raise UsageError("export: expected at least one recording, got none")
    if os.path.lexists(out):
        raise OutputExistsError(f"{out}: it exists already; export into another place")
    stats = TaskStats(out)
    for recording in map(open_trajectories, recordings):
        for item in _episodes(recording, spec):
            stats.written.append(item) if isinstance(item, Written) else stats.left_out.append(item)
    _refuse_empty(stats)
    staging = out.with_name(f".{out.name}.{secrets.token_hex(4)}.partial")
    with durable.storing(out, "nothing was exported; free some room and export again"):
        out.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write(staging, stats)
            staging.rename(out)
        except BaseException:
            shutil.rmtree(staging, ignore_errors=True)
            raise
    return stats


def _refuse_empty(stats: TaskStats) -> None:
    ids = Counter(item.episode_id for item in stats.written)
    twice = [name for name, count in ids.items() if count > 1]
    if twice:
        raise InputError(f"{stats.out}: episode {twice[0]} is in several of the recordings; give it once")
    if not stats.written:
        reasons = "; ".join(f"{_where(item)}: {item.reason}" for item in stats.left_out[:5])
        raise InputError(f"{stats.out}: no episode can be a task: {reasons or 'there are none'}")


def _where(item: LeftOut) -> str:
    return item.episode_id if item.step_index is None else f"{item.episode_id}, step {item.step_index}"


def _write(folder: Path, stats: TaskStats) -> None:
    folder.mkdir()
    for item in stats.written:
        (folder / f"{item.episode_id}.json").write_text(task_text(item.task), encoding="utf-8")
    record = json.dumps(stats.as_record(), ensure_ascii=False, indent=2) + "\n"
    (folder / RECORD).write_text(record, encoding="utf-8")


def _episodes(recording: Recording, spec: TaskSpec) -> Iterator[Written | LeftOut]:
    rejected = {
        row.episode_id
        for row in latest_reviews(recording.labels())
        if row.label == REVIEW and row.value == Decision.REJECT and not spec.include_rejected
    }
    for record in recording.episodes:
        name = record.info.episode_id
        if not is_safe_id(name):
            raise InputError(f"{recording.path}: episode {name!r}: its id names no file")
        if name in rejected:
            yield LeftOut(name, None, "rejected_in_review")
        elif spec.outcome is not None and not _ended(record, spec.outcome):
            yield LeftOut(name, None, "other_outcome")
        else:
            yield episode_task(name, tuple(recording.steps(name)), spec)


def _ended(record: EpisodeRecord, outcome: str) -> bool:
    return record.end is not None and record.end.outcome == Outcome(outcome)


def episode_task(episode_id: str, steps: Sequence[Step], spec: TaskSpec) -> Written | LeftOut:
    """An episode as a task, in the version asked for or the lowest that says it; else what stands in the way."""
    found: Written | LeftOut | None = None
    for version in VERSIONS if spec.version is None else (spec.version,):
        found = _in_version(episode_id, steps, spec.agent_name, version)
        if isinstance(found, Written):
            break
    assert found is not None  # there is at least one version
    return found


def _in_version(episode_id: str, steps: Sequence[Step], agent_name: str, version: int) -> Written | LeftOut:
    said: list[TaskStep] = []
    inputs: dict[str, TaskInput] = {}
    losses: Counter[str] = Counter()
    for position, step in enumerate(steps):
        following = next(
            (later for later in steps[position + 1 :] if not isinstance(later.action, Scroll | Swipe)), None
        )
        one = say(step, following, version, steps[strokes_before(steps, position)].pre)
        if not one.fidelity.expressible:
            return LeftOut(episode_id, step.index, f"{step.action.type}: {one.fidelity.note}")
        if one.fidelity.kind is FidelityKind.LOSSY:
            losses[f"{step.action.type}: {one.fidelity.note}"] += 1
        said += [] if one.step is None else [one.step]
        inputs |= {item.name: item for item in one.inputs}
    if not 1 <= len(said) <= MAX_STEPS:
        return LeftOut(episode_id, None, f"a task has 1 to {MAX_STEPS} steps, and this has {len(said)}")
    task = Task(version, episode_id, agent_name, tuple(said), inputs=tuple(inputs.values()))
    try:
        again = parse_task(task_text(task))
    except InputError as error:
        return LeftOut(episode_id, None, f"it does not read back: {error}")
    assert again == task  # what is written is what was meant
    return Written(episode_id, task, tuple(sorted(losses.items())))


def task_actions(task: Task, screens: Sequence[Observation]) -> tuple[Action | None, ...]:
    """What each step of `task` means as a canonical action on its screen, `screens` being one a step.

    None where it has no single target there, or is more than one action.
    """
    if len(screens) != len(task.steps):
        raise UsageError(f"task_actions: expected {len(task.steps)} screens, one a step, got {len(screens)}")
    return tuple(action_of(step, seen) for step, seen in zip(task.steps, screens, strict=True))
