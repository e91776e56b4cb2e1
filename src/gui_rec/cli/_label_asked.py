"""What `gui-rec label` asks of stored episodes: expectations, milestones and a predicate, as files spell them."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gui_rec.errors import InputError, UsageError

if TYPE_CHECKING:
    from gui_rec.datasets.labels.asked import Asked, Condition, Holds, Predicate
    from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
    from gui_rec.model.observation import Observation
    from gui_rec.model.step import Step
    from gui_rec.recorder.expect import Probe, ShellProbe
    from gui_rec.ui.tree import Tree

FUNCTION = "verify"


def asked_by(
    expect: Path | None, milestones: Path | None, predicate: Path | None, apps: Sequence[str]
) -> Asked:
    """Read the files. Raises InputError naming file and item."""
    from gui_rec.datasets.labels.asked import Asked

    return Asked(
        () if expect is None else _conditions(expect, at_the_end=True),
        () if milestones is None else _conditions(milestones, at_the_end=False),
        None if predicate is None else read_predicate(predicate),
        tuple(apps),
    )


def _conditions(path: Path, *, at_the_end: bool) -> tuple[Condition, ...]:
    from gui_rec.datasets.labels.asked import Condition
    from gui_rec.recorder.expect import ShellProbe
    from gui_rec.recorder.expect_file import read_expectations

    found = []
    for number, probe in enumerate(read_expectations(path), 1):
        if isinstance(probe, ShellProbe) and not at_the_end:
            raise InputError(
                f"{path}: item {number}: {probe.name}: a stored screen cannot be asked this; milestones are texts, "
                "selectors, pages, apps and facts"
            )
        found.append(Condition(_spelled(probe), _holds(probe)))
    return tuple(found)


def _spelled(probe: Probe) -> str:
    from gui_rec.model.observation import Observation
    from gui_rec.recorder.expect import evaluate

    (said,) = evaluate((probe,), Observation(), None, {})
    return " ".join(filter(None, (said.probe, said.expected)))


def _holds(probe: Probe) -> Holds:
    from gui_rec.recorder.expect import ShellProbe, evaluate

    if isinstance(probe, ShellProbe):
        return _answered(probe)

    def holds(seen: Observation, tree: Tree | None, _end: EpisodeEnd | None) -> bool | None:
        return evaluate((probe,), seen, tree, {})[0].passed

    return holds


def _answered(probe: ShellProbe) -> Holds:
    """By the answer that was stored when the episode ended: a setting cannot be asked of a stored screen."""
    from gui_rec.recorder.expect import MOST_ANSWER

    asked = f"{probe.name} {' '.join(probe.question)}"

    def holds(_seen: Observation, _tree: Tree | None, end: EpisodeEnd | None) -> bool | None:
        for stored in () if end is None else end.expectations:
            if stored.probe == asked and stored.answer is not None and len(stored.answer) < MOST_ANSWER:
                return probe.wanted.holds(stored.answer)
        return None

    return holds


def read_predicate(path: Path) -> Predicate:
    """The function `verify(info, end, steps)` of a person's own Python file, which is run as it is.

    Raises UsageError for a file that cannot be run or has no such function. What the function itself raises, and an
    answer that is neither True, False nor None, become InputError.
    """
    if not path.is_file():
        raise UsageError(f"label: --predicate: no file {path}")
    try:
        found = runpy.run_path(str(path)).get(FUNCTION)
    except Exception as error:
        raise UsageError(f"label: --predicate: {path}: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise UsageError(f"label: --predicate: {path}: expected a function {FUNCTION}(info, end, steps)")
    return _checked(path, found)


def _checked(path: Path, verify: Callable[..., object]) -> Predicate:
    def predicate(info: EpisodeInfo, end: EpisodeEnd | None, steps: Sequence[Step]) -> bool | None:
        where = f"{path}: {FUNCTION}: episode {info.episode_id}"
        try:
            said = verify(info, end, steps)
        except Exception as error:
            raise InputError(f"{where}: {type(error).__name__}: {error}") from error
        if said is not None and not isinstance(said, bool):
            raise InputError(f"{where}: expected True, False or None, got {said!r:.80}")
        return said

    return predicate
