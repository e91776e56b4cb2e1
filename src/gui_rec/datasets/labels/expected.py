"""`expected`: what was expected of the episode's end held (`record --expect`).

`unknown` where something could not be asked and nothing that was asked failed.
"""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import FALSE, TRUE, UNKNOWN, EpisodeView, Labelled

_SOURCE = "rule:expected"


class Expected:
    """One value an episode of which something was expected."""

    name = "expected"
    meaning = "everything that was expected of the episode's end held"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        told = () if episode.end is None else episode.end.expectations
        if not told:
            return
        if any(item.passed is False for item in told):
            yield Labelled(None, FALSE, _SOURCE, 1.0)
        elif all(item.passed is True for item in told):
            yield Labelled(None, TRUE, _SOURCE, 1.0)
        else:
            yield Labelled(None, UNKNOWN, _SOURCE, 0.0)


LABELLER = Expected()
