"""`changed`: the screen after the step is another than before it."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import FALSE, TRUE, UNKNOWN, EpisodeView, Labelled
from gui_rec.datasets.labels.change import change_of


class Changed:
    """One value a step."""

    name = "changed"
    meaning = "the screen after the step is another than before"
    version = 2

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for place, step in enumerate(episode.steps):
            change = change_of(step, episode.look(place))
            value = UNKNOWN if change.changed is None else TRUE if change.changed else FALSE
            yield Labelled(step.index, value, "rule:changed", change.confidence)


LABELLER = Changed()
