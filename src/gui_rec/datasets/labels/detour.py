"""`detour` (R9): the step lies between two visits of one state, and nothing that was written on the way stood."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer
from gui_rec.datasets.labels.course import detours_of, legs_of


class Detour:
    """One value a step; unknown where the states before and after it are."""

    name = "detour"
    meaning = "the step lies between two visits of one state, and nothing that was written on the way stood"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        legs = legs_of(episode)
        marked = detours_of(legs)
        for place, leg in enumerate(legs):
            said = True if place in marked else None if leg.before is None or leg.after is None else False
            yield answer(leg.step.index, said, "rule:detour", 0.9)


LABELLER = Detour()
