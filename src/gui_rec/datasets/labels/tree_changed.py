"""`tree_changed` (R3): the stored state key after the step is another. Focus and bounds are outside the key."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer
from gui_rec.datasets.labels.change import tree_change


class TreeChanged:
    """One value a step; unknown where a key is absent."""

    name = "tree_changed"
    meaning = "the hierarchy after the step says something else, by the stored state keys"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for step in episode.steps:
            yield answer(step.index, tree_change(step), "rule:tree_changed", 0.95)


LABELLER = TreeChanged()
