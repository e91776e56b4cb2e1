"""`milestones` (R17): which of the milestones that were asked for the episode reached, in their order.

A milestone is reached by the first step on whose last screen it holds, from the step of the one before it on. The value of a
step names what it reached, that of the episode is `2/3`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gui_rec.datasets.labels._api import EpisodeView, Labelled
from gui_rec.datasets.labels.asked import Condition
from gui_rec.datasets.labels.looks import tree_of
from gui_rec.model.step import Step


@dataclass(frozen=True, slots=True)
class Reached:
    """`places` are those of the steps that reached the first milestones, one each; `all_told` is False where a screen
    could not be asked for the next one.
    """

    places: tuple[int, ...]
    asked: int
    all_told: bool

    @property
    def whole(self) -> bool | None:
        """All were reached; None where that cannot be known."""
        if len(self.places) == self.asked:
            return True
        return False if self.all_told else None


class Milestones:
    """Values where milestones were asked for."""

    name = "milestones"
    meaning = "the milestones that a step reached, and how many of them the episode did"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        asked = episode.asked.milestones
        if not asked:
            return
        found = reached(episode)
        for place, step in enumerate(episode.steps):
            names = [asked[number].name for number, at in enumerate(found.places) if at == place]
            if names:
                yield Labelled(step.index, "; ".join(names), "rule:milestones", 1.0)
        yield Labelled(None, f"{len(found.places)}/{found.asked}", "rule:milestones", 1.0)


def reached(episode: EpisodeView) -> Reached:
    """How far the episode came."""
    places: list[int] = []
    start, all_told = 0, True
    for condition in episode.asked.milestones:
        at, told = _first(condition, episode.steps, start)
        if at is None:
            all_told = told
            break
        places.append(at)
        start = at
    return Reached(tuple(places), len(episode.asked.milestones), all_told)


def _first(condition: Condition, steps: Sequence[Step], start: int) -> tuple[int | None, bool]:
    told = True
    for place in range(start, len(steps)):
        held = condition.holds(steps[place].post, tree_of(steps[place].post), None)
        if held:
            return place, True
        told = told and held is not None
    return None, told


LABELLER = Milestones()
