"""`undone` (R11): the step was taken back by the next one, or took one back, or its text was written over."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer
from gui_rec.datasets.labels.course import legs_of, undone_of


class Undone:
    """One value a step; unknown where the states before and after it are."""

    name = "undone"
    meaning = "the step was taken back by the next one, or took one back, or its text was written over"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        legs = legs_of(episode)
        marked = undone_of(legs)
        for place, leg in enumerate(legs):
            said = True if place in marked else None if leg.before is None or leg.after is None else False
            yield answer(leg.step.index, said, "rule:undone", 0.9)


LABELLER = Undone()
