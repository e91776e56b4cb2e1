"""What a replay would do, told from one look at the device: nothing is sent that changes anything there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table
from rich.text import Text

from gui_rec._clock import Clock, SystemClock
from gui_rec._files import path_text
from gui_rec.capture.observe import Observer
from gui_rec.capture.privacy.masker import Masker
from gui_rec.device._api import Device
from gui_rec.errors import ExitCode
from gui_rec.model.actions import target_point
from gui_rec.model.geometry import to_px
from gui_rec.model.step import Step
from gui_rec.model.words import action_words
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.elsewhere import Elsewhere
from gui_rec.replayer.foresee import refuse_coordinates, refused_actions
from gui_rec.replayer.judge import Circumstances, Judgement, judge_pre
from gui_rec.replayer.locate import NotLocated, locate, target_label
from gui_rec.replayer.looks import Look
from gui_rec.replayer.parameters import with_parameters
from gui_rec.replayer.plan import ReplayPlan, plan_replay
from gui_rec.replayer.session import refuse_another_display
from gui_rec.replayer.stepping import needs_its_screen
from gui_rec.store.reader import open_trajectories

DRY_RUN_VERSION = 1


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """What would be done. `place` says where, as far as that can be known now; `problem` why it would not be done."""

    index: int
    action: str
    target: str | None
    place: str
    located: str | None
    bounds_px: tuple[int, int, int, int] | None
    problem: str | None

    def as_record(self) -> dict[str, object]:
        return {
            "step_index": self.index,
            "action": self.action,
            "target": self.target,
            "place": self.place,
            "located": self.located,
            "bounds_px": None if self.bounds_px is None else list(self.bounds_px),
            "problem": self.problem,
        }


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a replay would do. `start` is the verdict on the screen it would begin on, None where that does not matter
    or comes only of `restore`.
    """

    recording: str
    episode_id: str
    elsewhere: tuple[str, ...]
    restore: str | None
    start: str | None
    steps: tuple[PlannedStep, ...]

    @property
    def exit_code(self) -> ExitCode:
        """1 where something is known that would not go as recorded."""
        problems = any(step.problem is not None for step in self.steps)
        return ExitCode.MISMATCH if problems else ExitCode.OK

    def as_record(self) -> dict[str, object]:
        """The JSON document of `replay --dry-run`."""
        return {
            "dry_run_version": DRY_RUN_VERSION,
            "recording": self.recording,
            "episode_id": self.episode_id,
            "elsewhere": list(self.elsewhere),
            "restore": self.restore,
            "start": self.start,
            "exit_code": int(self.exit_code),
            "steps": [step.as_record() for step in self.steps],
        }

    def table(self) -> Table:
        """The steps for a terminal."""
        table = Table(
            title=f"dry run of {self.episode_id}: nothing is done",
            title_justify="left",
            box=None,
            pad_edge=False,
        )
        for column in ("step", "action", "target", "where"):
            table.add_column(column, justify="right" if column == "step" else "left")
        for step in self.steps:
            style = None if step.problem is None else "red"
            where = step.place if step.problem is None else step.problem
            table.add_row(
                str(step.index), Text(step.action), Text(step.target or ""), Text(where), style=style
            )
        return table

    def notes(self) -> Iterator[str]:
        """What to know besides the steps, a line each."""
        if self.elsewhere:
            yield f"the device differs from the recorded one: {', '.join(self.elsewhere)}"
        if self.restore is not None:
            yield f"first would be done: {self.restore}"
        if self.start is not None:
            yield f"the screen it would begin on: {self.start}"


def dry_run(
    recording: Path, device: Device, config: ReplayConfig | None = None, *, clock: Clock | None = None
) -> DryRun:
    """Look at `device` once and say what `replay` would do there.

    Raises what `replay` raises before it begins: StoreError, UsageError, DeviceError.
    """
    plan = plan_replay(open_trajectories(recording), config or ReplayConfig())
    info, shown = device.info(), device.display()
    refuse_another_display(plan.episode.info, info, plan.config)
    refuse_coordinates(plan.steps, shown.size, shown.rotation, scale=plan.config.scale)
    refused = refused_actions(plan.steps, device)
    masker = Masker(plan.masks)
    for name, value in plan.config.values:
        masker.words.put(value, f"${{{name}}}")
    look = Look.of(Observer(device, clock or SystemClock(), masker=masker).observe())
    elsewhere = Elsewhere.between(plan.episode.info.device, info)
    start = _start(plan, look, elsewhere, info.locale)
    return DryRun(
        recording=path_text(recording),
        episode_id=plan.episode.info.episode_id,
        elsewhere=elsewhere.words(),
        restore=None if plan.start is None else plan.start.words,
        start=None if start is None else _said(start),
        steps=tuple(_planned(plan, look, refused, start)),
    )


def _start(plan: ReplayPlan, look: Look, elsewhere: Elsewhere, locale: str | None) -> Judgement | None:
    """The verdict on the screen now; None where the first step does not mind, or another screen comes before it."""
    first = plan.steps[0]
    if plan.start is not None or not needs_its_screen(first.action):
        return None
    how = Circumstances(
        tolerance=plan.config.tolerance,
        recorded_locale=plan.episode.info.device.locale,
        seen_locale=locale,
        elsewhere=elsewhere,
        parameters=plan.parameters,
        given=plan.guide.given(first, plan.earlier[-1] if plan.earlier else None),
    )
    return judge_pre(first, look.seen, how)


def _said(judged: Judgement) -> str:
    detail = f": {judged.detail}" if judged.detail else ""
    return f"{judged.verdict.value} {judged.code.value}{detail}"


def _planned(
    plan: ReplayPlan, look: Look, refused: Mapping[int, str], start: Judgement | None
) -> Iterator[PlannedStep]:
    for position, recorded in enumerate(plan.steps):
        step = with_parameters(recorded, plan.parameters)
        before = plan.steps[position - 1].index if position else None
        if before is not None and target_point(step.action) is not None:
            yield _row(step, f"cannot be known before step {before} is done", refused.get(step.index))
        elif before is not None or plan.start is not None:
            yield _row(step, _elsewhere_words(step, plan), refused.get(step.index))
        else:
            yield _now(step, look, plan, refused.get(step.index), start)


def _elsewhere_words(step: Step, plan: ReplayPlan) -> str:
    if target_point(step.action) is None:
        return "needs no place"
    assert plan.start is not None
    return f"cannot be known before {plan.start.words}"


def _now(
    step: Step, look: Look, plan: ReplayPlan, refused: str | None, start: Judgement | None
) -> PlannedStep:
    """The first step, on the screen as it is."""
    if start is not None and not start.verdict.successful:
        return _row(step, "the screen is not the recorded one", refused or _said(start))
    found = locate(step, look, scale=plan.config.scale)
    if isinstance(found, NotLocated):
        return _row(step, "", refused or f"{found.code.value}: {found.detail}")
    bounds = None if found.bounds_px is None else found.bounds_px.as_tuple()
    point, size = target_point(found.action), look.seen.size
    at = "" if point is None or size is None else f" at {to_px(point, size).x},{to_px(point, size).y} px"
    place = f"by {found.how}{at}" if point is not None or bounds is not None else "needs no place"
    return _row(step, place, refused, found.how, bounds)


def _row(
    step: Step,
    place: str,
    problem: str | None,
    located: str | None = None,
    bounds: tuple[int, int, int, int] | None = None,
) -> PlannedStep:
    return PlannedStep(
        index=step.index,
        action=action_words(step.action),
        target=None if step.target is None else target_label(step.target),
        place=place,
        located=located,
        bounds_px=bounds,
        problem=problem,
    )
