"""`screen_difference` (R2): how far the pictures before and after differ, as a JSON object.

`blocks` of 40 px that differ, `equal` share of grey pixels, `mse` in squared grey levels (both outside the masks), and
`hash_bits` between the stored fingerprints, null where there are none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled


class ScreenDifference:
    """One value a step whose pictures can be compared."""

    name = "screen_difference"
    meaning = "how far the pictures before and after differ, as a JSON object: blocks, equal, mse, hash_bits"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for place, step in enumerate(episode.steps):
            look = episode.look(place)
            if look.residue is None:
                continue
            numbers = {
                "blocks": look.residue.blocks,
                "equal": round(look.residue.equal_share, 6),
                "mse": round(look.residue.mse, 3),
                "hash_bits": look.hash_bits,
            }
            yield Labelled(step.index, json.dumps(numbers), "rule:screen_difference", 1.0)


LABELLER = ScreenDifference()
