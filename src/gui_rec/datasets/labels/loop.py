"""`loop` (R10): the step repeats: the third time on the same state, or a cycle gone through again."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer
from gui_rec.datasets.labels.course import legs_of, repeats_of


class Loop:
    """One value a step; unknown where the states before and after it are."""

    name = "loop"
    meaning = "the step repeats: the third time on the same state, or a cycle gone through again"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        legs = legs_of(episode)
        marked = repeats_of(legs)
        for place, leg in enumerate(legs):
            said = True if place in marked else None if leg.before is None or leg.after is None else False
            yield answer(leg.step.index, said, "rule:loop", 0.9)


LABELLER = Loop()
