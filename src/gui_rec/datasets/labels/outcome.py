"""`outcome`: what the person who recorded the episode said of it, success or failure, under that person's name.

An episode without such a word has no value; a discarded one is no data at all and is never asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled
from gui_rec.model.episode import Outcome

_UNNAMED = "unnamed"


class PersonsOutcome:
    """One value an episode that its person judged."""

    name = "outcome"
    meaning = "what the recording person said of the episode: success or failure"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        said = None if episode.end is None else episode.end.outcome
        if said in (Outcome.SUCCESS, Outcome.FAILURE):
            who = " ".join((episode.info.annotator or "").split()) or _UNNAMED
            yield Labelled(None, str(said), f"human:{who}", 1.0)


LABELLER = PersonsOutcome()
