"""`duplicate_trajectories`: episodes that do for a task what an earlier one did, screen by screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from gui_rec.datasets.dedup.keys import course_key
from gui_rec.datasets.filters._api import Candidate, Drop, chosen_reasons


class DuplicateTrajectories:
    """Keeps the first episode of those that are equal; one with an unknown screen is equal to none."""

    name = "duplicate_trajectories"
    version = 1
    meaning = "episodes of one task with the same screens and actions as an earlier one, on a grid of 5 %"
    reasons = MappingProxyType({"same_course": "an earlier episode of the task took the same course"})
    options = MappingProxyType[str, str]({})
    needs_xml = False
    needs_labels: tuple[str, ...] = ()

    def begin(self, options: Sequence[str]) -> _Judge:
        """See `Filter.begin`."""
        chosen_reasons(self, options)
        return _Judge()


@dataclass(slots=True)
class _Judge:
    seen: set[int] = field(default_factory=set)

    def judge(self, episode: Candidate) -> Iterator[Drop]:
        key = course_key(episode.info.goal, episode.whole) if episode.whole else None
        if key is None:
            return
        if key in self.seen:
            yield from (Drop(step.index, "same_course") for step in episode.steps)
        elif episode.steps:
            self.seen.add(key)


FILTER = DuplicateTrajectories()
