"""`blocked` (R14): the screen after the step could not be seen: `secure`, `black`, `failed`, `no_tree`, or `none`."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.observation import Observation

NONE = "none"
_FAILED = frozenset(
    {MissingReason.SCREENCAP_FAILED, MissingReason.SCREENCAP_TRUNCATED, MissingReason.DEVICE_LOST}
)
_NO_TREE = frozenset(
    {
        MissingReason.DUMP_NOT_IDLE,
        MissingReason.DUMP_NULL_ROOT,
        MissingReason.DUMP_CRASHED,
        MissingReason.DUMP_KILLED,
        MissingReason.DUMP_EMPTY,
        MissingReason.NO_TREE,
    }
)


class Blocked:
    """One value a step."""

    name = "blocked"
    meaning = "the screen after the step could not be seen: secure, black, failed, no_tree, or none"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for step in episode.steps:
            yield Labelled(step.index, _value(step.post), "rule:blocked", 1.0)


def _value(seen: Observation) -> str:
    reasons = {item.reason for item in seen.missing}
    if Flag.SECURE_SCREEN in seen.flags or MissingReason.SECURE_SCREEN in reasons:
        return "secure"
    if Flag.BLANK_SCREEN in seen.flags:
        return "black"
    if reasons & _FAILED:
        return "failed"
    return "no_tree" if reasons & _NO_TREE else NONE


LABELLER = Blocked()
