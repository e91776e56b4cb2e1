"""`no_op`: the step was meant to do something on the device, and nothing came of it.

Actions that send nothing (wait, answer, finish ...) have no value. An unchanged screen that never came to
rest may still have been about to change: unknown.
"""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import FALSE, TRUE, UNKNOWN, EpisodeView, Labelled
from gui_rec.datasets.labels.change import change_of
from gui_rec.datasets.labels.looks import StepLook
from gui_rec.model.actions import NO_DEVICE_EFFECT
from gui_rec.model.step import Step


class NoOp:
    """One value a step that acts on the device."""

    name = "no_op"
    meaning = "the step was meant to act on the device, and nothing came of it"
    version = 2

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for place, step in enumerate(episode.steps):
            if not isinstance(step.action, NO_DEVICE_EFFECT):
                value, confidence = _value(step, episode.look(place))
                yield Labelled(step.index, value, "rule:no_op", confidence)


def _value(step: Step, look: StepLook) -> tuple[str, float]:
    change = change_of(step, look)
    if change.changed is None:
        return UNKNOWN, 0.0
    if change.changed:
        return FALSE, change.confidence
    if step.settled is not True:
        return UNKNOWN, 0.0
    return TRUE, change.confidence


LABELLER = NoOp()
