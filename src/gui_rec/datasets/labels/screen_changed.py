"""`screen_changed` (R2): blocks of the picture differ outside bars, toasts, banners and the cursor."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer


class ScreenChanged:
    """One value a step; unknown where the pictures cannot be compared."""

    name = "screen_changed"
    meaning = "the picture after the step is another, outside system bars, toasts, banners and the cursor"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for place, step in enumerate(episode.steps):
            found = episode.look(place).residue
            yield answer(step.index, None if found is None else found.blocks > 0, "rule:screen_changed", 0.95)


LABELLER = ScreenChanged()
