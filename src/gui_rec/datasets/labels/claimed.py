"""`claimed`: what the actor said of the outcome. A claim is recorded as a claim and never becomes success.

`confidence` says how sure it is that this was said, not that it is true.
"""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled
from gui_rec.model.actions import Finish


class Claimed:
    """One value a step that claims something, and the last one for the episode."""

    name = "claimed"
    meaning = "what the actor said of the outcome; a claim, never a fact"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        last: str | None = None
        for step in episode.steps:
            said = step.claimed
            if said is None and isinstance(step.action, Finish):
                said = step.action.status.value
            if said is not None:
                last = said
                yield Labelled(step.index, said, "claim", 1.0)
        if last is not None:
            yield Labelled(None, last, "claim", 1.0)


LABELLER = Claimed()
