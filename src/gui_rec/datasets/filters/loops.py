"""`loops`: steps that went round in a circle, as the labels `loop`, `detour` and `undone` say.

Without this filter they are kept. A stored label, such as a reviewer's, is taken before the rule's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from gui_rec.datasets.filters._api import Candidate, Drop, chosen_reasons
from gui_rec.datasets.labels._api import TRUE

_TOLD = "told"


class Loops:
    """Cuts what the labels mark: not taught, and not told in the prompts of later steps unless asked for."""

    name = "loops"
    version = 1
    meaning = "steps that went round in a circle; without this filter they are kept"
    reasons = MappingProxyType(
        {
            "loop": "the step repeats what was done on the same screen before",
            "detour": "the step lies between two visits of one screen",
            "undone": "the step was taken back by the next one, or took one back",
        }
    )
    options = MappingProxyType({_TOLD: "not taught, and still told in the prompts of later steps"})
    needs_xml = False
    needs_labels = ("loop", "detour", "undone")

    def begin(self, options: Sequence[str]) -> _Judge:
        """See `Filter.begin`."""
        return _Judge(chosen_reasons(self, options), untold=_TOLD not in options)


@dataclass(frozen=True, slots=True)
class _Judge:
    chosen: frozenset[str]
    untold: bool

    def judge(self, episode: Candidate) -> Iterator[Drop]:
        for step in episode.steps:
            for reason in Loops.reasons:
                row = episode.labels.get((step.index, reason))
                if reason in self.chosen and row is not None and row.value == TRUE:
                    yield Drop(step.index, reason, untold=self.untold)
                    break


FILTER = Loops()
