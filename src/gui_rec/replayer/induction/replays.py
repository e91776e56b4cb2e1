"""Replays of one recording as runs to learn from: which of them count, and why another does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gui_rec.errors import InputError
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.edits import is_hard, tree_edits
from gui_rec.replayer.induction.episodes import LearntFile, TaskRun, learn_file
from gui_rec.replayer.induction.recordings import UNSAID, why_no_success
from gui_rec.replayer.looks import Look
from gui_rec.replayer.parameters import Parameter
from gui_rec.replayer.plan import ReplayPlan
from gui_rec.replayer.report import RunReport, StepReport
from gui_rec.store.reader import open_trajectories
from gui_rec.ui.diff import Edit, EditKind

RUN = "run"
FEWEST = 2
_PAGE_CODES = frozenset(
    {Code.STATE_MISMATCH, Code.SCREEN_MISMATCH, Code.START_STATE_MISMATCH, Code.VISUAL_ONLY_DIFF}
)
_WORDS = frozenset({EditKind.TEXT, EditKind.DESC})


@dataclass(frozen=True, slots=True)
class Attempt:
    """One replay. `why_not` says why it is not learnt from; None where it is."""

    number: int
    report: RunReport
    steps: tuple[Step, ...] = field(repr=False)
    why_not: str | None

    def as_record(self) -> dict[str, object]:
        """For `--json`."""
        return {
            "number": self.number,
            "ok": self.report.ok,
            "learnt_from": self.why_not is None,
            "why_not": self.why_not,
            "counts": self.report.counts,
        }


def attempt(number: int, plan: ReplayPlan, report: RunReport, folder: Path) -> Attempt:
    """The replay whose report was written to `folder`, held against the recording."""
    made: tuple[Step, ...] = ()
    if report.steps and not report.device_lost and (folder / RUN).exists():
        made = tuple(open_trajectories(folder / RUN).steps(report.replayed_episode_id))
    return Attempt(number, report, made, why_not_learnt(plan.steps, report, made))


def why_not_learnt(recorded: Sequence[Step], report: RunReport, made: Sequence[Step]) -> str | None:
    """Why a replay shows nothing of what varies; None for one that differs from the recording in words at most.

    A text that differs may be one that varies; an element that is missing, a switch, a dialog, a text that was typed
    otherwise are failures, and a failure is never learnt from.
    """
    if report.not_run or len(made) != len(recorded):
        last = report.steps[-1] if report.steps else None
        where = "" if last is None else f" at step {last.index}: {last.verdict.code}: {last.verdict.detail}"
        return f"it ended{where}"
    for step, old, new in zip(report.steps, recorded, made, strict=True):
        why = None if step.ok else _why_failed(step, old, new)
        if why is not None:
            return f"step {step.index}: {why}"
    return None


def _why_failed(step: StepReport, recorded: Step, made: Step) -> str | None:
    told = f"{step.verdict.code}: {step.verdict.detail}"
    if step.verdict.verdict is Verdict.UNKNOWN or step.verdict.code not in _PAGE_CODES:
        return told
    pairs = ((recorded.pre, made.pre), (recorded.post, made.post))
    looks = [(Look.of(old), Look.of(new)) for old, new in pairs]
    if any(old.tree is None or new.tree is None for old, new in looks):
        return told
    others = (edit for old, new in looks for edit in tree_edits(old, new) if _is_more_than_words(edit, new))
    worst = next(others, None)
    return None if worst is None else f"{step.verdict.code}: {worst.label}"


def _is_more_than_words(edit: Edit, seen: Look) -> bool:
    if not is_hard(edit, Tolerance.DYNAMIC, frozenset()):
        return False
    node = None if seen.tree is None else seen.tree.at(edit.path)
    return edit.kind not in _WORDS or (node is not None and node.is_editable)


def learn_from(recording: Path, plan: ReplayPlan, attempts: Sequence[Attempt]) -> LearntFile:
    """The rules that the recording and its replays show. Raises InputError where two replays are not left to learn
    from, or where the recording is said to have failed.
    """
    why = why_no_success(open_trajectories(recording), plan.episode, by_verdicts=False)
    if why is not None and why != UNSAID:
        raise InputError(f"{recording}: expected a successful run to learn from, but {why}")
    good = [each for each in attempts if each.why_not is None]
    if len(good) < FEWEST:
        raise InputError(
            f"induction: {len(good)} of {len(attempts)} replays can be learnt from, two are the least"
        )
    episode_id = plan.episode.info.episode_id
    first = TaskRun("the recording", episode_id, plan.steps, _inputs(plan.parameters, recorded=True))
    given = _inputs(plan.parameters, recorded=False)
    rest = [TaskRun(f"replay {each.number}", episode_id, each.steps, given) for each in good]
    return learn_file([first, *rest], recorded=0)


def _inputs(parameters: Sequence[Parameter], *, recorded: bool) -> dict[str, str]:
    return {each.name: each.recorded if recorded else each.text for each in parameters}
