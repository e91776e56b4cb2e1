"""The dataset card of a recording that is pushed as it is."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec import __version__
from gui_rec.datasets.card import counted, front_matter, source_names
from gui_rec.datasets.stats.collect import add, card_section
from gui_rec.datasets.stats.tally import Tally
from gui_rec.store.reader import Recording
from gui_rec.store.schema import STEP_SCHEMA, STORE_VERSION

TITLE = "Recorded GUI trajectories"


def recording_card(recording: Recording, files: Sequence[str], size_bytes: int) -> str:
    """The card of a recording whose data lies in `files` (paths within the repository). Same recording, same text."""
    steps = sum(episode.step_count for episode in recording.every_episode)
    # A withdrawn step is a row all the same, and `datasets` counts what the card promises.
    withdrawn = sum(episode.withdrawn_count for episode in recording.every_episode)
    thrown = f"{len(recording.discarded)} of the episodes discarded; " if recording.discarded else ""
    tally = Tally()
    add(tally, recording)
    sources = sorted({episode.info.source for episode in recording.every_episode})
    head = front_matter(TITLE, STEP_SCHEMA, files, steps + withdrawn, size_bytes=size_bytes)
    return (
        f"{head}\n# {TITLE}\n\n"
        f"{counted(len(recording.every_episode), 'episode')} with {counted(steps, 'step')} ({thrown}{withdrawn} "
        f"more were withdrawn and are marked so), recorded with gui-rec {__version__} (store version {STORE_VERSION}). "
        f"The actions came from: {source_names(sources)}.\n\n"
        "One row is one transition: the screen and its view hierarchy before, the action, the screen and hierarchy "
        "after. Whatever could not be captured is null, and `pre_missing` and `post_missing` say why. `flags` name what "
        "a reader should know before trusting a step. `claimed` is what the actor said, never a fact.\n\n"
        "Where they exist: `episodes.parquet` is the index, `verdicts.parquet` holds what replays found, and "
        "`labels.parquet` holds labels with their sources.\n\n"
        f"{card_section(tally)}\n"
    )
