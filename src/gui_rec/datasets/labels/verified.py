"""`verified` (R17): what was asked of the episode's end holds, and its milestones were reached. Never what was claimed.

Asked are the expectations stored while recording, and what the person who labels asks of the stored episode:
conditions of the last screen, milestones, a predicate. One that fails decides; one that could not be asked leaves it
unknown. An episode of which nothing was asked has no value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer
from gui_rec.datasets.labels.looks import tree_of
from gui_rec.datasets.labels.milestones import reached


class Verified:
    """One value an episode of which something was asked."""

    name = "verified"
    meaning = "everything that was asked of the episode holds: expectations, milestones, a predicate"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        told = answers_of(episode)
        if told:
            yield answer(None, together(told.values()), "rule:verified", 1.0)


def answers_of(episode: EpisodeView) -> dict[str, bool | None]:
    """What was asked, by the name of the rule that asked it, with the answer."""
    found: dict[str, bool | None] = {}
    conditions = _conditions(episode)
    if conditions:
        found["post_conditions"] = together(conditions)
    if episode.asked.milestones:
        found["milestones"] = reached(episode).whole
    if episode.asked.predicate is not None:
        found["predicate"] = episode.asked.predicate(episode.info, episode.end, episode.steps)
    return found


def together(told: Iterable[bool | None]) -> bool | None:
    """False where one failed, True where all held, else None."""
    said = list(told)
    if any(item is False for item in said):
        return False
    return True if all(item is True for item in said) else None


def _conditions(episode: EpisodeView) -> list[bool | None]:
    stored = () if episode.end is None else episode.end.expectations
    said: list[bool | None] = [item.passed for item in stored]
    for condition in episode.asked.expected:
        last = episode.steps[-1].post if episode.steps else None
        said.append(None if last is None else condition.holds(last, tree_of(last), episode.end))
    return said


LABELLER = Verified()
