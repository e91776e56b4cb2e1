"""`named_facts`: what the screen after the step answers to the facts that were named (`record --facts`).

The value is a JSON object, name to answer; null where the screen does not say. The stored answers are read, never
the screen again, so a label says what was recorded by the definitions of that time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled


class NamedFacts:
    """One value a step whose screen was asked."""

    name = "named_facts"
    meaning = "the answers of the screen after the step to the facts that were named, as a JSON object"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for step in episode.steps:
            named = step.post.facts.named
            if named:
                value = json.dumps(dict(named), ensure_ascii=False, sort_keys=True)
                yield Labelled(step.index, value, "rule:named_facts", 1.0)


LABELLER = NamedFacts()
