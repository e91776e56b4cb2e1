"""The tasks of a session: one JSON object a line, and how far each has come.

    {"id": "lamp", "goal": "Buy a lamp", "app": "Shop", "quota": 3}
    {"id": "dark", "goal": "Switch the dark theme on", "app": "com.android.settings", "restore": ["force_stop", "launch"]}

`quota` is how many successful episodes are wanted (1 unless told). `restore` is what is done to `app` before each
attempt: all of `force_stop`, `clear` (its data is deleted) and `launch` unless told. `expect` is a list as in
`--expect FILE`, or the name of such a file; `script` the file of actions for `--source script`. Both are sought
beside the tasks file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gui_rec._files import read_text, unique_keys
from gui_rec.device.restore import WHOLE, RestoreStep
from gui_rec.errors import InputError
from gui_rec.model.episode import Outcome
from gui_rec.recorder.expect import Probe
from gui_rec.recorder.expect_file import parse_expectations, read_expectations
from gui_rec.store.catalog import EpisodeRecord

_MAX_QUOTA = 100_000
_KEYS = ("id", "goal", "app", "quota", "restore", "expect", "script")


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to demonstrate. `app` is a name or a package; None where nothing is restored."""

    task_id: str
    goal: str
    app: str | None = None
    quota: int = 1
    restore: tuple[RestoreStep, ...] = ()
    probes: tuple[Probe, ...] = ()
    script: Path | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How many episodes of a task there are, by the person's word. The quota counts successes."""

    task: Task
    success: int = 0
    failure: int = 0
    discarded: int = 0
    without_outcome: int = 0

    @property
    def is_done(self) -> bool:
        return self.success >= self.task.quota

    @property
    def words(self) -> str:
        """`1 of 3 done, 2 failed, 1 discarded`."""
        rest = (
            (self.failure, "failed"),
            (self.discarded, "discarded"),
            (self.without_outcome, "without an outcome"),
        )
        told = [f"{count} {what}" for count, what in rest if count]
        return ", ".join([f"{self.success} of {self.task.quota} done", *told])

    def document(self) -> dict[str, object]:
        """The progress as `--json` prints it."""
        return {
            "task_id": self.task.task_id,
            "goal": self.task.goal,
            "quota": self.task.quota,
            "success": self.success,
            "failure": self.failure,
            "discarded": self.discarded,
            "without_outcome": self.without_outcome,
            "done": self.is_done,
        }


def read_tasks(path: Path) -> tuple[Task, ...]:
    """The tasks in the file's order. Raises InputError naming `file:line` for the first faulty one."""
    tasks: dict[str, Task] = {}
    for number, line in enumerate(read_text(path, "tasks").split("\n"), 1):
        if not line.strip():
            continue
        task = _task(line, f"{path}:{number}", path.parent)
        if task.task_id in tasks:
            raise InputError(f"{path}:{number}: id: {task.task_id!r} stands twice in this file")
        tasks[task.task_id] = task
    if not tasks:
        raise InputError(f"{path}: expected at least one task, got none")
    return tuple(tasks.values())


def progress_of(tasks: Sequence[Task], episodes: Iterable[EpisodeRecord]) -> list[Progress]:
    """What the episodes of a recording, discarded ones too, have come to for each task."""
    counts: Counter[tuple[str | None, str | None]] = Counter(
        (episode.info.task_id, episode.end.outcome if episode.end is not None else None)
        for episode in episodes
    )
    return [_progress(task, counts) for task in tasks]


def _progress(task: Task, counts: Mapping[tuple[str | None, str | None], int]) -> Progress:
    success, failure, discarded, none = (
        counts[task.task_id, outcome] for outcome in (*(member.value for member in Outcome), None)
    )
    return Progress(task, success, failure, discarded, none)


def _task(line: str, where: str, folder: Path) -> Task:
    try:
        found = json.loads(line, object_pairs_hook=unique_keys)
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{where}: expected a task as a JSON object, got what does not parse: {error}"
        ) from error
    if not isinstance(found, dict):
        raise InputError(f"{where}: expected a task as a JSON object, got {line.strip()[:60]!r}")
    for key in found:
        if key not in _KEYS:
            raise InputError(f"{where}: {key}: no such key; a task has {', '.join(_KEYS)}")
    try:
        return Task(
            task_id=_word(found, "id"),
            goal=_word(found, "goal"),
            app=_word(found, "app") if "app" in found else None,
            quota=_quota(found.get("quota", 1)),
            restore=_restore(found),
            probes=_probes(found.get("expect"), where, folder),
            script=folder / _word(found, "script") if "script" in found else None,
        )
    except InputError as error:
        said = str(error)
        raise InputError(said if said.startswith(where) else f"{where}: {said}") from error


def _word(found: Mapping[str, object], key: str) -> str:
    value = found.get(key)
    if not isinstance(value, str) or not value.strip() or "\x00" in value:
        raise InputError(f"{key}: expected a text, got {value!r}"[:200])
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{key}: expected text that UTF-8 can carry, got a lone surrogate") from error
    return value.strip()


def _quota(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MAX_QUOTA:
        raise InputError(f"quota: expected a whole number 1..{_MAX_QUOTA}, got {value!r}"[:200])
    return value


def _restore(found: Mapping[str, object]) -> tuple[RestoreStep, ...]:
    if "restore" not in found:
        return WHOLE if "app" in found else ()
    steps = found["restore"]
    names = tuple(RestoreStep)
    if (
        not isinstance(steps, list)
        or any(step not in names for step in steps)
        or len(set(steps)) != len(steps)
    ):
        raise InputError(f"restore: expected a list of {', '.join(names)}, got {steps!r}"[:200])
    if steps and "app" not in found:
        raise InputError("restore: expected an app beside it, got none")
    return tuple(RestoreStep(step) for step in steps)


def _probes(found: object, where: str, folder: Path) -> tuple[Probe, ...]:
    if found is None:
        return ()
    if isinstance(found, str):
        return read_expectations(folder / found)
    return parse_expectations(found, f"{where}: expect")
