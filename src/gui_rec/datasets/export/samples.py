"""From the steps of an episode to training samples, each checked by reading back what was written.

A step that cannot be an honest sample is refused with a reason, and counted; nothing is bent to fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gui_rec.datasets.export._api import ExportSpec, Sample, Takes, Traits, Unit
from gui_rec.datasets.export._members import FORMATS
from gui_rec.datasets.export.answers import answer_text, called, told_as
from gui_rec.datasets.export.counts import Counts
from gui_rec.datasets.export.past import Past, Told, forget_pictures, tell
from gui_rec.datasets.export.pictures import resize_called
from gui_rec.datasets.export.places import place_of
from gui_rec.datasets.export.prompt import (
    Wording,
    later_prompt,
    place_prompt,
    system_prompt,
    user_prompt,
    wording_called,
)
from gui_rec.datasets.export.refused import OUTCOME_UNKNOWN, RefusedError
from gui_rec.datasets.export.seen import Seen, seen_before
from gui_rec.datasets.export.selected import Dropped, Selection
from gui_rec.datasets.labels._api import UNKNOWN
from gui_rec.datasets.labels.step_label import NAME as STEP_LABEL
from gui_rec.datasets.reviews import REVIEW, Decision
from gui_rec.dsl._api import ActionCodec, FidelityKind
from gui_rec.dsl._members import CODECS
from gui_rec.errors import DslError, UsageError
from gui_rec.model.actions import Invalid
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.label import LabelRow
from gui_rec.model.operations import OPERATION_SOURCE, with_operation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Verdict

Labels = Mapping[tuple[int | None, str], LabelRow]
"""An episode's labels by step (None for the whole episode) and name."""

_POSITIVE = (Verdict.MATCH.value, Verdict.ACCEPTABLE.value)


@dataclass(slots=True)
class SampleMaker:
    """Makes samples for one spec, and counts what it refuses and what a dialect loses.

    `steps` counts all steps it saw, `taught` those that a sample teaches, `derived` those of them whose operation was
    made by template. `holes` counts refused steps that a whole episode cannot do without.
    """

    spec: ExportSpec
    codec: ActionCodec
    wrapping: str | None
    traits: Traits
    wording: Wording
    refused: Counter[str] = field(default_factory=Counter)
    losses: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    selection: Selection = field(default_factory=Selection)
    taught: int = 0
    derived: int = 0
    holes: int = 0

    @classmethod
    def for_spec(cls, spec: ExportSpec) -> SampleMaker:
        """Raises UsageError for an unknown dialect or wrapping, and for what the layout cannot hold."""
        traits = FORMATS.get(spec.format).traits
        _refuse_what_cannot_be_held(spec, traits)
        codec = CODECS.get(spec.dialect)
        wrapping = spec.wrapping
        if wrapping is None and codec.wrappings:
            wrapping = min(codec.wrappings, key=lambda name: len(codec.needs(name)))
        try:
            if wrapping is not None:
                codec.needs(wrapping)
        except DslError as error:
            raise UsageError(str(error)) from error
        if spec.resize is not None:
            resize_called(spec.resize)
        return cls(spec, codec, wrapping, traits, wording_called(spec.wording))

    def samples(self, info: EpisodeInfo, steps: Iterable[Step], labels: Labels) -> Iterator[Sample]:
        """The samples of one episode, in step order."""
        made = self._answers(info, steps, labels)
        yield from self._whole(made) if self.spec.unit is Unit.EPISODE else made

    def drop(self, sample: Sample, reason: str) -> None:
        """Count a sample that was made and is not written after all."""
        self.refused[reason] += sample.steps

    def wrote(self, sample: Sample) -> None:
        """Count a sample that is written."""
        self.taught += sample.steps
        self.derived += sample.derived
        self.losses.update(sample.losses)

    def add(self, counts: Counts) -> None:
        """Take in what another maker counted."""
        self.steps += counts.steps
        self.taught += counts.taught
        self.derived += counts.derived
        self.refused.update(counts.refused)
        self.losses.update(counts.losses)

    def _answers(self, info: EpisodeInfo, steps: Iterable[Step], labels: Labels) -> Iterator[Sample]:
        past: list[Past] = []
        for group in self._grouped(info.episode_id, steps):
            self.steps += len(group)
            dropped = self._dropped(info.episode_id, group)
            done = Past("; ".join(map(self._told, group)), self._aim(group))
            done.actions = tuple(map(called, group))
            untold = _is_none(group[0]) or (dropped is not None and dropped.untold)
            try:
                yield from self._of_group(info, group, done, past, labels, dropped)
            except RefusedError as error:
                self.refused[error.reason] += len(group)
                self.holes += not untold
            if not untold:
                past.append(done)
                forget_pictures(past, self.spec)

    def _of_group(
        self,
        info: EpisodeInfo,
        group: Sequence[Step],
        done: Past,
        past: Sequence[Past],
        labels: Labels,
        dropped: Dropped | None,
    ) -> Iterator[Sample]:
        if dropped is not None:
            self._remember(info, group, done)
            raise RefusedError(dropped.reason)
        seen = seen_before(group[0], info.episode_id, self.spec, self.codec)
        answer = self._answer(group, seen)
        done.picture, done.answer = seen.picture, answer if isinstance(answer, str) else None
        for step in group:
            self._check(info, step, _labels_of(step.index, labels))
        yield from self._samples_of(info, group, seen, answer, past, _labels_of(group[0].index, labels))

    def _remember(self, info: EpisodeInfo, group: Sequence[Step], done: Past) -> None:
        """A step that is left out may still be a turn of later prompts."""
        if self.spec.history_as != "turns" and not self.spec.history_images:
            return
        try:
            seen = seen_before(group[0], info.episode_id, self.spec, self.codec)
        except RefusedError:
            return
        answer = self._answer(group, seen)
        done.picture, done.answer = seen.picture, answer if isinstance(answer, str) else None

    def _dropped(self, episode_id: str, group: Sequence[Step]) -> Dropped | None:
        """Why an answer is left out: one of its steps is."""
        found = (self.selection.dropped(episode_id, step.index) for step in group)
        return next((dropped for dropped in found if dropped is not None), None)

    def _answer(self, group: Sequence[Step], seen: Seen) -> str | RefusedError:
        """The answer's text, or why there is none: later prompts tell of steps that are no samples too."""
        try:
            return answer_text(self.codec, self.wrapping, group, seen)
        except RefusedError as error:
            return error

    def _told(self, step: Step) -> str:
        return told_as(self.codec, step)

    def _grouped(self, episode_id: str, steps: Iterable[Step]) -> Iterator[list[Step]]:
        """The steps of one answer together, where rows are answers; what is told nowhere stands alone."""
        group: list[Step] = []
        alone = True
        for step in map(with_operation, steps):
            dropped = self.selection.dropped(episode_id, step.index)
            was_alone, alone = alone, _is_none(step) or (dropped is not None and dropped.untold)
            same = group and step.turn_id is not None and step.turn_id == group[-1].turn_id
            if group and not (same and not alone and not was_alone and self.spec.unit is not Unit.STEP):
                yield group
                group = []
            group.append(step)
        if group:
            yield group

    def _samples_of(
        self,
        info: EpisodeInfo,
        group: Sequence[Step],
        seen: Seen,
        answer: str | RefusedError,
        past: Sequence[Past],
        labels: Mapping[str, LabelRow],
    ) -> Iterator[Sample]:
        if self.spec.grounding:
            yield from self._places(info, group[0], seen, labels)
            return
        if isinstance(answer, RefusedError):
            raise answer
        told = self._history(info, past, self._aim(group))
        yield self._sample(info, group, seen, told, answer, labels)

    def _history(self, info: EpisodeInfo, past: Sequence[Past], aim: str | None) -> Told:
        if self.spec.unit is not Unit.EPISODE:
            return tell(info.goal or "", past, aim, self.spec, self.wording)
        question = (
            later_prompt(aim, self.wording) if past else user_prompt(info.goal or "", [], aim, self.wording)
        )
        return Told((), question)

    def _sample(
        self,
        info: EpisodeInfo,
        group: Sequence[Step],
        seen: Seen,
        told: Told,
        target: str,
        labels: Mapping[str, LabelRow],
    ) -> Sample:
        first = group[0]
        sample = Sample(
            episode_id=info.episode_id,
            step_index=first.index,
            goal=info.goal or "",
            dialect=self.codec.name,
            wrapping=self.wrapping or "none",
            system=self.spec.system or system_prompt(self.codec, self.wrapping),
            user=told.question,
            target=target,
            coordinate_space=str(self.codec.space_on(seen.numbers)),
            screen=seen.numbers,
            image_size=seen.picture.size,
            image=seen.picture.data,
            labels=labels,
            image_name=seen.picture.name,
            before=told.before,
            actions=tuple(map(called, group)),
            bounds_px=None if first.target is None else first.target.bounds_px,
            recorded=seen.recorded,
            operation_source=first.operation_source if first.operation else None,
            losses=self._losses(group),
            steps=len(group),
            derived=sum(step.operation_source == OPERATION_SOURCE for step in group),
        )
        self._refuse_placeholders(sample)
        return sample

    def _refuse_placeholders(self, sample: Sample) -> None:
        texts = [sample.user, sample.target, *(turn.text for turn in sample.before)]
        if any(token in text for token in self.traits.placeholders for text in texts):
            raise RefusedError("placeholder_in_text")

    def _losses(self, group: Sequence[Step]) -> tuple[str, ...]:
        found = ((step.action.type, self.codec.fidelity(called(step))) for step in group)
        return tuple(
            f"{name}: {fidelity.note}" for name, fidelity in found if fidelity.kind is FidelityKind.LOSSY
        )

    def _places(
        self, info: EpisodeInfo, step: Step, seen: Seen, labels: Mapping[str, LabelRow]
    ) -> Iterator[Sample]:
        place = place_of(step)
        target = answer_text(self.codec, self.wrapping, [place.step], seen)
        samples = [
            self._sample(
                info, [place.step], seen, Told((), place_prompt(words, self.wording)), target, labels
            )
            for words in place.names
        ]
        yield samples[0]
        yield from (replace(sample, steps=0, derived=0, losses=()) for sample in samples[1:])

    def _whole(self, made: Iterator[Sample]) -> Iterator[Sample]:
        """One sample of all answers; none where a step between them is no sample."""
        before = self.holes
        samples = list(made)
        if self.holes > before:
            for sample in samples:
                self.drop(sample, "episode_with_a_hole")
        elif samples:
            turns = tuple(turn for sample in samples for turn in sample.turns)
            yield replace(
                samples[-1],
                step_index=samples[0].step_index,
                before=turns[:-2],
                labels=_of_the_episode(samples[-1].labels),
                bounds_px=None,
                operation_source=None,
                actions=tuple(action for sample in samples for action in sample.actions),
                losses=tuple(loss for sample in samples for loss in sample.losses),
                steps=sum(sample.steps for sample in samples),
                derived=sum(sample.derived for sample in samples),
            )

    def _aim(self, group: Sequence[Step]) -> str | None:
        """What the prompt tells of this step's aim: nothing where the answer must say it."""
        return None if "operation" in self._needs() else group[0].operation

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
        mark = labels.get(STEP_LABEL)
        if self.spec.labels and (mark is None or mark.value == UNKNOWN):
            raise RefusedError(OUTCOME_UNKNOWN)
        if not self.spec.include_rejected and review is not None and review.value == Decision.REJECT:
            raise RefusedError("rejected_in_review")


def _is_none(step: Step) -> bool:
    """True for what is no action of the episode."""
    return step.withdrawn or isinstance(step.action, Invalid)


def _of_the_episode(labels: Mapping[str, LabelRow]) -> dict[str, LabelRow]:
    """Without what is said of one step alone."""
    return {name: row for name, row in labels.items() if row.step_index is None}


def _labels_of(step_index: int, labels: Labels) -> dict[str, LabelRow]:
    of_step = {name: row for (index, name), row in labels.items() if index is None}
    return of_step | {name: row for (index, name), row in labels.items() if index == step_index}


def _refuse_what_cannot_be_held(spec: ExportSpec, traits: Traits) -> None:
    if spec.unit is Unit.EPISODE and not traits.episodes:
        raise UsageError(f"layout {spec.format!r}: a row teaches one answer; export by step or by answer")
    if spec.unit is Unit.EPISODE and (spec.history is not None or spec.history_images):
        raise UsageError("rows by episode: each row holds all turns and all screens; give no history")
    if (spec.history_as == "turns" or spec.history_images) and not traits.turns:
        raise UsageError(
            f"layout {spec.format!r}: a row has one screen and no earlier turns; tell them as lines"
        )
    if spec.most_per_action is not None and traits.takes is Takes.PAIRS:
        raise UsageError(f"layout {spec.format!r}: pairs are not balanced by action; leave the number out")
    if spec.grounding and traits.takes is not Takes.SAMPLES:
        raise UsageError(f"layout {spec.format!r}: places have no better and worse answers")
