"""`step_label` (R19): good, neutral or bad. Steps of an episode whose outcome is unknown have none.

* bad: the device did not take it, nothing came of it, it touched nothing, its text did not arrive, it brought up
  trouble, it was undone, or it repeats what was done. A scroll at the end of its list and an action that sends
  nothing are never bad for having no effect.
* good: the device took it, the screen changed (or it was a wait, or an ending), it lies on no detour, and the episode is a
  success. Of a failed episode only steps up to the last milestone that was reached.
* neutral: the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gui_rec.datasets.labels import error_ui
from gui_rec.datasets.labels._api import FALSE, TRUE, UNKNOWN, EpisodeView, Labelled
from gui_rec.datasets.labels.change import Change, change_of
from gui_rec.datasets.labels.course import detours_of, legs_of, repeats_of, undone_of
from gui_rec.datasets.labels.episode_label import FAILURE, SUCCESS, effective
from gui_rec.datasets.labels.executed import was_executed
from gui_rec.datasets.labels.in_target import hits_target
from gui_rec.datasets.labels.milestones import reached
from gui_rec.datasets.labels.scroll_effect import SCROLL_END, scrolled
from gui_rec.datasets.labels.text_effect import text_arrived
from gui_rec.model.actions import NO_DEVICE_EFFECT, DoubleTap, Invalid, LongPress, Tap, Type

NAME = "step_label"
GOOD, NEUTRAL, BAD = "good", "neutral", "bad"
_SOURCE = "rule:step_label"
_TOUCHES = (Tap, DoubleTap, LongPress)


class StepLabel:
    """One value a step of an episode that is a success or a failure."""

    name = NAME
    meaning = "good, neutral or bad for training; only where the episode's outcome is known"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        outcome = effective(episode)
        if outcome.value not in (SUCCESS, FAILURE):
            return
        course = _Course.of(episode, outcome)
        for place, step in enumerate(episode.steps):
            value, confidence = course.value(place)
            yield Labelled(step.index, value, _SOURCE, confidence)


@dataclass(frozen=True, slots=True)
class _Course:
    """The episode as a whole: `good_until` is the place of the last step that can be good."""

    episode: EpisodeView
    detours: frozenset[int]
    undone: frozenset[int]
    repeats: frozenset[int]
    good_until: int
    confidence: float

    @classmethod
    def of(cls, episode: EpisodeView, outcome: Labelled) -> _Course:
        legs = legs_of(episode)
        until = len(episode.steps)
        if outcome.value == FAILURE:
            until = max(reached(episode).places, default=-1)
        return cls(
            episode,
            frozenset(detours_of(legs)),
            frozenset(undone_of(legs)),
            frozenset(repeats_of(legs)),
            until,
            outcome.confidence,
        )

    def value(self, place: int) -> tuple[str, float]:
        """The label of the step at `place`, with its confidence."""
        step = self.episode.steps[place]
        change = change_of(step, self.episode.look(place))
        if self._is_bad(place, change):
            return BAD, 0.9
        sends_nothing = isinstance(step.action, NO_DEVICE_EFFECT)
        taken = sends_nothing or was_executed(step, self.episode.info.source) in (TRUE, UNKNOWN)
        moved = sends_nothing or change.changed is True
        if place <= self.good_until and taken and moved and place not in self.detours:
            return GOOD, round(self.confidence * (0.95 if sends_nothing else change.confidence), 4)
        return NEUTRAL, 0.8

    def _is_bad(self, place: int, change: Change) -> bool:
        step, look = self.episode.steps[place], self.episode.look(place)
        if isinstance(step.action, Invalid) or place in self.undone or place in self.repeats:
            return True
        if error_ui.trouble_of(self.episode, place) in error_ui.TROUBLES:
            return True
        if isinstance(step.action, NO_DEVICE_EFFECT):
            return False
        if was_executed(step, self.episode.info.source) == FALSE:
            return True
        if isinstance(step.action, _TOUCHES) and hits_target(step) is False:
            return True
        if isinstance(step.action, Type) and text_arrived(step, step.action) is False:
            return True
        is_end_of_list = scrolled(step, look) == SCROLL_END
        return change.changed is False and step.settled is True and not is_end_of_list


LABELLER = StepLabel()
