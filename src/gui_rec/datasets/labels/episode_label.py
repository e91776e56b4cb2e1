"""`episode_label` (R18): success, failure or unknown, and what decided it.

In this order: what was asked of the episode (expectations, milestones, a predicate); the recording person's word; an
end that is a failure by itself (a crash, a claimed failure); a claimed success that replays reproduced; a judge's
stored word. A claim alone decides nothing, and a replay alone never makes a success of an episode that failed.

A person's label outweighs this one when labels are read (see `settled`); both rows stay.
"""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import UNKNOWN, EpisodeView, Labelled
from gui_rec.datasets.labels.ended import CRASH, FINISH_FAILURE, FINISH_SUCCESS, how_ended
from gui_rec.datasets.labels.outcome import LABELLER as OUTCOME
from gui_rec.datasets.labels.replay_runs import reproduced
from gui_rec.datasets.labels.settled import last_word
from gui_rec.datasets.labels.verified import answers_of, together

SUCCESS, FAILURE = "success", "failure"
NAME = "episode_label"
_FAILED_ENDS = (CRASH, FINISH_FAILURE)


class EpisodeLabel:
    """One value an episode."""

    name = NAME
    meaning = "success, failure or unknown; the source names what decided it"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        yield decided(episode)


def decided(episode: EpisodeView) -> Labelled:
    """The value by rule, whatever people said of it afterwards."""
    for decide in (_asked, _person, _end, _replays, _judge):
        found = decide(episode)
        if found is not None:
            return found
    return Labelled(None, UNKNOWN, "rule:episode_label", 0.0)


def effective(episode: EpisodeView) -> Labelled:
    """The same, unless a person has labelled the episode: then that."""
    said = last_word(episode.words, NAME, None, "human:")
    if said is not None:
        return Labelled(None, said.value, said.source, said.confidence)
    return decided(episode)


def _asked(episode: EpisodeView) -> Labelled | None:
    told = answers_of(episode)
    said = together(told.values()) if told else None
    if said is None:
        return None
    deciding = next((name for name, value in told.items() if value is said), "verified")
    return Labelled(None, SUCCESS if said else FAILURE, f"rule:{deciding}", 1.0)


def _person(episode: EpisodeView) -> Labelled | None:
    said = next(iter(OUTCOME.label(episode)), None)
    return None if said is None else Labelled(None, said.value, "rule:outcome", 1.0)


def _end(episode: EpisodeView) -> Labelled | None:
    return Labelled(None, FAILURE, "rule:ended", 0.9) if how_ended(episode) in _FAILED_ENDS else None


def _replays(episode: EpisodeView) -> Labelled | None:
    if how_ended(episode) != FINISH_SUCCESS:
        return None
    good, of = reproduced(episode)
    return Labelled(None, SUCCESS, "replay", good / of) if good * 2 > of else None


def _judge(episode: EpisodeView) -> Labelled | None:
    said = last_word(episode.words, NAME, None, "judge:")
    if said is None or said.value not in (SUCCESS, FAILURE):
        return None
    return Labelled(None, said.value, "rule:judge", said.confidence)


LABELLER = EpisodeLabel()
