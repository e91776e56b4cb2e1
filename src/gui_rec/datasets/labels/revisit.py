"""`revisit` (R9): the state after the step was met before: `exact`, only its `structure`, or `none`."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import UNKNOWN, EpisodeView, Labelled
from gui_rec.datasets.labels.course import earlier_visit, legs_of, page_of

EXACT, STRUCTURE, NONE = "exact", "structure", "none"


class Revisit:
    """One value a step; a step that stays where it is revisits nothing."""

    name = "revisit"
    meaning = "the state after the step was met before in the episode: exact, structure or none"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        legs = legs_of(episode)
        pages = set()
        for place, leg in enumerate(legs):
            pages.add(page_of(leg.step.pre))
            here = page_of(leg.step.post)
            if leg.after is None:
                yield Labelled(leg.step.index, UNKNOWN, "rule:revisit", 0.0)
            elif earlier_visit(legs, place) is not None:
                yield Labelled(leg.step.index, EXACT, "rule:revisit", 0.95)
            elif here is not None and here in pages and here != page_of(leg.step.pre):
                yield Labelled(leg.step.index, STRUCTURE, "rule:revisit", 0.9)
            else:
                yield Labelled(leg.step.index, NONE, "rule:revisit", 0.9)


LABELLER = Revisit()
