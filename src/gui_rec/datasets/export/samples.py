"""From the steps of an episode to training samples, each checked by reading back what was written.

A step that cannot be an honest sample is refused with a reason, and counted; nothing is bent to fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from gui_rec.datasets.export._api import ExportSpec, Sample
from gui_rec.datasets.export.prompt import system_prompt, user_prompt
from gui_rec.datasets.export.reread import refusal_of
from gui_rec.datasets.export.selected import Selection
from gui_rec.datasets.reviews import REVIEW, Decision
from gui_rec.dsl._api import ActionCodec, FidelityKind
from gui_rec.dsl._members import CODECS
from gui_rec.errors import DslError, InputError, UsageError
from gui_rec.model.actions import Action, Invalid, OpenApp
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.label import LabelRow
from gui_rec.model.step import Step
from gui_rec.model.verdict import Verdict
from gui_rec.store.integrity import check_picture

Labels = Mapping[tuple[int | None, str], LabelRow]
"""An episode's labels by step (None for the whole episode) and name."""

_POSITIVE = (Verdict.MATCH.value, Verdict.ACCEPTABLE.value)


class RefusedError(Exception):
    """A step that is no sample. `reason` is what is counted."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class SampleMaker:
    """Makes samples for one spec, and counts what it refuses and what a dialect loses."""

    spec: ExportSpec
    codec: ActionCodec
    wrapping: str | None
    refused: Counter[str] = field(default_factory=Counter)
    losses: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    selection: Selection = field(default_factory=Selection)

    @classmethod
    def for_spec(cls, spec: ExportSpec) -> SampleMaker:
        """Raises UsageError for an unknown dialect or wrapping."""
        codec = CODECS.get(spec.dialect)
        wrapping = spec.wrapping
        if wrapping is None and codec.wrappings:
            wrapping = min(codec.wrappings, key=lambda name: len(codec.needs(name)))
        try:
            if wrapping is not None:
                codec.needs(wrapping)
        except DslError as error:
            raise UsageError(str(error)) from error
        return cls(spec, codec, wrapping)

    def samples(self, info: EpisodeInfo, steps: Iterable[Step], labels: Labels) -> Iterator[Sample]:
        """The samples of one episode, in step order."""
        history: list[tuple[int, str]] = []
        for step in steps:
            self.steps += 1
            dropped = self.selection.dropped(info.episode_id, step.index)
            try:
                if dropped is not None:
                    raise RefusedError(dropped.reason)
                yield self._sample(info, step, history, labels)
            except RefusedError as error:
                self.refused[error.reason] += 1
            if dropped is not None and dropped.untold:
                continue
            if not step.withdrawn and not isinstance(step.action, Invalid):
                history.append((len(history) + 1, self._told(step)))

    def _sample(
        self, info: EpisodeInfo, step: Step, history: list[tuple[int, str]], labels: Labels
    ) -> Sample:
        image, screen, image_size = self._picture(step)
        of_step = _labels_of(step.index, labels)
        self._check(info, step, of_step)
        target = self._target(step, screen)
        kept = history if self.spec.history is None else history[max(0, len(history) - self.spec.history) :]
        needs = self._needs()
        return Sample(
            episode_id=info.episode_id,
            step_index=step.index,
            goal=info.goal or "",
            dialect=self.codec.name,
            wrapping=self.wrapping or "none",
            system=system_prompt(self.codec, self.wrapping),
            user=user_prompt(info.goal or "", kept, None if "operation" in needs else step.operation),
            target=target,
            coordinate_space=str(self.codec.space_on(screen)),
            screen=screen,
            image_size=image_size,
            image=image,
            labels=of_step,
        )

    def _needs(self) -> frozenset[str]:
        return frozenset() if self.wrapping is None else self.codec.needs(self.wrapping)

    def _check(self, info: EpisodeInfo, step: Step, labels: Mapping[str, LabelRow]) -> None:
        if step.withdrawn:
            raise RefusedError("withdrawn")
        if isinstance(step.action, Invalid):
            raise RefusedError("invalid_action")
        if not info.goal:
            raise RefusedError("no_goal")
        self._select(labels)
        verdict = labels.get("replay_verdict")
        if self.spec.verified_only and (verdict is None or verdict.value not in _POSITIVE):
            raise RefusedError("not_verified")
        for name in sorted(self._needs()):
            if not (getattr(step, name) or "").strip():
                raise RefusedError(f"no_{name}")

    def _select(self, labels: Mapping[str, LabelRow]) -> None:
        """What people said of it: the recording person of the episode, reviewers of this step or the episode."""
        said, review = labels.get("outcome"), labels.get(REVIEW)
        if self.spec.outcome is not None and (said is None or said.value != self.spec.outcome):
            raise RefusedError("other_outcome")
        if not self.spec.include_rejected and review is not None and review.value == Decision.REJECT:
            raise RefusedError("rejected_in_review")

    def _picture(self, step: Step) -> tuple[bytes, ScreenSize, ScreenSize]:
        data = step.pre.screenshot
        if data is None:
            raise RefusedError("no_pre_screenshot")
        if Flag.PRE_STATE_STALE in (*step.flags, *step.pre.flags):
            raise RefusedError("pre_state_stale")
        size = image_size(data)
        resized = Flag.IMAGE_RESIZED in (*step.flags, *step.pre.flags)
        if step.pre.size not in (None, size) and not resized:
            raise RefusedError("screenshot_of_another_size")
        return data, step.pre.size or size, size

    def _target(self, step: Step, screen: ScreenSize) -> str:
        step = replace(step, action=called(step))
        fidelity = self.codec.fidelity(step.action)
        if not fidelity.expressible:
            raise RefusedError(f"inexpressible:{step.action.type}: {fidelity.note}")
        try:
            target = self.codec.encode(
                step.action,
                screen=screen,
                thought=step.thought,
                operation=step.operation,
                wrapping=self.wrapping,
            )
        except DslError as error:
            raise RefusedError("words_do_not_fit_the_wrapping") from error
        reason = refusal_of(self.codec, target, step, screen)
        if reason is not None:
            raise RefusedError(reason)
        if fidelity.kind is FidelityKind.LOSSY:
            self.losses[f"{step.action.type}: {fidelity.note}"] += 1
        return target

    def _told(self, step: Step) -> str:
        """How later prompts tell of a step: what it was meant to do, else its bare call."""
        if step.operation and step.operation.strip():
            return step.operation.strip()
        if not self.codec.fidelity(step.action).expressible:
            return f"({step.action.type})"
        try:
            return self.codec.encode(called(step), screen=step.pre.size)
        except DslError:  # numbers in pixels, of a step whose screen's size nobody knows
            return f"({step.action.type})"


def called(step: Step) -> Action:
    """The action; an app that was opened by its package is called by the name that stands in the row."""
    action = step.action
    if isinstance(action, OpenApp) and not action.name and step.app_name:
        return replace(action, name=step.app_name)
    return action


def _labels_of(step_index: int, labels: Labels) -> dict[str, LabelRow]:
    of_step = {name: row for (index, name), row in labels.items() if index is None}
    return of_step | {name: row for (index, name), row in labels.items() if index == step_index}


def image_size(data: bytes) -> ScreenSize:
    """The size of a whole picture. Raises RefusedError for one that is cut off, damaged or none."""
    try:
        return check_picture(data)
    except InputError as error:
        raise RefusedError("unreadable_screenshot") from error
