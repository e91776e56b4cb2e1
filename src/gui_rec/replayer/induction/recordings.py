"""The successful runs of one task, out of recordings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gui_rec.errors import InputError, UsageError
from gui_rec.model.episode import Outcome
from gui_rec.replayer.induction.episodes import TaskRun
from gui_rec.replayer.induction.runs import Inputs
from gui_rec.store.reader import EpisodeRecord, Recording, open_trajectories

Found = tuple[Recording, EpisodeRecord]
UNSAID = "nobody said how it ended"


def task_runs(
    paths: Sequence[Path],
    *,
    task: str | None = None,
    inputs: Inputs | None = None,
    assume_success: bool = False,
) -> list[TaskRun]:
    """The runs of one task in the recordings at `paths`, in their order.

    A task is known by its id, else by its goal; `task` names one where the recordings hold several. With
    `assume_success` a run of which nobody said how it ended counts, too; one that is said to have failed never does.
    Raises UsageError for several tasks and none named, InputError for a run that was no success, StoreError.
    """
    found = _of_one_task([pair for path in paths for pair in _episodes(path)], task)
    for recording, record in found:
        why = why_no_success(recording, record)
        if why is None or (assume_success and why == UNSAID):
            continue
        hint = "; --assume-success takes it all the same" if why == UNSAID else ""
        raise InputError(
            f"{recording.path}: episode {record.info.episode_id}: expected a successful run, but {why}{hint}"
        )
    return [_run(recording, record, inputs or {}) for recording, record in found]


def _episodes(path: Path) -> Iterator[Found]:
    recording = open_trajectories(path)
    for record in recording.episodes:
        yield recording, record


def _of_one_task(found: Sequence[Found], wanted: str | None) -> list[Found]:
    kept = [pair for pair in found if wanted is None or wanted in (pair[1].info.task_id, pair[1].info.goal)]
    names = dict.fromkeys(record.info.task_id or record.info.goal for _, record in kept)
    if not kept or len(names) > 1:
        told = dict.fromkeys(record.info.task_id or record.info.goal or "(no goal)" for _, record in found)
        asked = "several tasks and none named" if wanted is None else f"no one task {wanted!r}"
        raise UsageError(
            f"rules: {asked}; the recordings hold {', '.join(map(repr, told)) or 'nothing'}; give --task"
        )
    return kept


def why_no_success(recording: Recording, record: EpisodeRecord, *, by_verdicts: bool = True) -> str | None:
    """Why the episode is not known to have succeeded; None for a success.

    A replay whose verdicts lie beside it was a success only if they say so.
    """
    rows = recording.verdicts() if by_verdicts else []
    mine = (row for row in rows if row.replayed_episode_id == record.info.episode_id)
    failed = next((row for row in mine if not row.verdict.successful), None)
    if failed is not None:
        return f"its step {failed.step_index} was judged {failed.verdict} {failed.code}"
    unmet = [] if record.end is None else [each for each in record.end.expectations if each.passed is False]
    if unmet:
        return f"{unmet[0].probe} was not as expected"
    outcome = None if record.end is None else record.end.outcome
    if outcome == Outcome.SUCCESS:
        return None
    if outcome is not None:
        return f"its outcome is {outcome}"
    return None if _expectations_met(record) else UNSAID


def _expectations_met(record: EpisodeRecord) -> bool:
    told = () if record.end is None else record.end.expectations
    return bool(told) and all(each.passed for each in told)


def _run(recording: Recording, record: EpisodeRecord, inputs: Inputs) -> TaskRun:
    episode_id = record.info.episode_id
    return TaskRun(f"{recording.path} ({episode_id})", episode_id, tuple(recording.steps(episode_id)), inputs)
