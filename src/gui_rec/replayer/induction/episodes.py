"""A rule file out of whole successful runs of one task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from gui_rec.errors import InputError
from gui_rec.model.step import Step
from gui_rec.replayer.checks._windows import SYSTEM_UI, is_launcher
from gui_rec.replayer.induction.learn import Learnt, learn
from gui_rec.replayer.induction.runs import Inputs, rule_id_of
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules.model import NamedContext, RuleFile, StepMatch, StepRule


@dataclass(frozen=True, slots=True)
class TaskRun:
    """One successful run. `name` is what messages call it; `inputs` is what the task was given."""

    name: str
    episode_id: str
    steps: tuple[Step, ...] = field(repr=False)
    inputs: Inputs = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LearntStep:
    """What was learnt of one step; `why_not` says why nothing was."""

    index: int
    learnt: Learnt | None
    why_not: str | None = None


@dataclass(frozen=True, slots=True)
class LearntFile:
    """A rule file with what each of its rules was concluded from."""

    rules: RuleFile
    runs: tuple[str, ...]
    steps: tuple[LearntStep, ...]


def induce_file(runs: Sequence[TaskRun], *, any_version: bool = False) -> RuleFile:
    """The rules that the runs show; see `learn_file`."""
    return learn_file(runs, any_version=any_version).rules


def learn_file(
    runs: Sequence[TaskRun], *, any_version: bool = False, recorded: int | None = None, fewest: int = 2
) -> LearntFile:
    """The rules that successful runs of one task show, step by step, with the reasons.

    The rules are for the first run's steps. `recorded` is the place of the recording where all other runs are replays
    of it. A step whose screens say nothing to learn from is told in `why_not` and gets no rule. Raises InputError
    where the runs are fewer than `fewest`, do not do the same, or are of several versions of the app.
    """
    if len(runs) < fewest:
        raise InputError(
            f"induction: expected at least {fewest} successful runs of one task, got {len(runs)}; "
            "gui-rec replay --learn makes more of them"
        )
    _check_same_steps(runs)
    package = _package(runs)
    versions = _versions(runs, package, any_version)
    steps = [_step(runs, place, recorded) for place in range(len(runs[0].steps))]
    rules, contexts = _parts(steps)
    file = RuleFile(package=package, versions=versions, contexts=contexts, steps=rules)
    return LearntFile(file, tuple(run.name for run in runs), tuple(steps))


def _check_same_steps(runs: Sequence[TaskRun]) -> None:
    """Raise InputError where one run has other steps than the first; what each step does is looked at later."""
    first = runs[0]
    for run in runs[1:]:
        mine, theirs = ([step.action.type for step in each.steps] for each in (first, run))
        place = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), None)
        if place is not None:
            raise InputError(
                f"step {place}: expected the same actions in every run, got {mine[place]} in {first.name} and "
                f"{theirs[place]} in {run.name}"
            )
        if len(mine) != len(theirs):
            raise InputError(
                f"expected as many steps in every run, got {len(mine)} in {first.name} and {len(theirs)} in {run.name}"
            )


def _step(runs: Sequence[TaskRun], place: int, recorded: int | None) -> LearntStep:
    index = runs[0].steps[place].index
    steps = [run.steps[place] for run in runs]
    opaque = [run.name for run, step in zip(runs, steps, strict=True) if Look.of(step.post).is_opaque]
    if opaque:
        return LearntStep(index, None, f"the screen after it has no usable hierarchy in {opaque[0]}")
    learnt = learn(
        steps,
        inputs=[run.inputs for run in runs],
        others=[step for number, step in enumerate(runs[0].steps) if number != place],
        match=StepMatch(episode=runs[0].episode_id, index=index),
        recorded=recorded,
        rule_id=rule_id_of(runs[0].episode_id, index),
    )
    return LearntStep(index, learnt)


def _parts(steps: Sequence[LearntStep]) -> tuple[tuple[StepRule, ...], tuple[NamedContext, ...]]:
    learnt = [step.learnt for step in steps if step.learnt is not None]
    return tuple(each.rule for each in learnt), tuple(context for each in learnt for context in each.contexts)


def _package(runs: Sequence[TaskRun]) -> str:
    """The app that most steps end in; a home screen or system window only where nothing else is."""
    counts = Counter(step.post.package for run in runs for step in run.steps if step.post.package)
    if not counts:
        raise InputError("induction: expected steps that end in some app, got none whose app is known")
    return max(counts, key=lambda name: (not is_launcher(name) and name != SYSTEM_UI, counts[name]))


def _versions(runs: Sequence[TaskRun], package: str, any_version: bool) -> tuple[str, ...]:
    """The app's versions in the runs' order. Raises InputError for several, unless that is wanted."""
    told = {run.name: _version(run, package) for run in runs}
    versions = tuple(dict.fromkeys(version for version in told.values() if version is not None))
    if len(versions) > 1 and not any_version:
        listed = "; ".join(f"{name}: {version or 'unknown'}" for name, version in told.items())
        raise InputError(
            f"expected runs of one version of {package}, got {listed}; rules induce --any-version takes them all"
        )
    return versions


def _version(run: TaskRun, package: str) -> str | None:
    mine = (step.app_version for step in run.steps if step.pre.package == package)
    return next((version for version in mine if version is not None), None)
