"""All labels of a recording."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gui_rec import __version__
from gui_rec._clock import Clock, SystemClock
from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels._members import LABELS
from gui_rec.model.label import LabelRow
from gui_rec.store.reader import Recording, open_trajectories

MADE_BY = f"gui-rec {__version__}"


def compute_labels(
    recording: Path, *, names: Sequence[str] | None = None, clock: Clock | None = None
) -> list[LabelRow]:
    """The labels `names` (all, unless named) of every episode of `recording`, in order; nothing is written.

    `clock` stamps `made_at_us`, the only thing in a row that is no function of the recording. Raises StoreError
    for a damaged recording and UsageError for an unknown name.
    """
    made_at_us = (clock or SystemClock()).wall_us()
    opened = open_trajectories(recording)
    return [row for view in episode_views(opened) for row in label_episode(view, made_at_us, names)]


def episode_views(recording: Recording) -> Iterator[EpisodeView]:
    """The episodes as labels see them: no pictures, no withdrawn steps."""
    verdicts = tuple(recording.verdicts())
    for episode in recording.episodes:
        episode_id = episode.info.episode_id
        steps = recording.steps(episode_id, images=False, xml=False)
        yield EpisodeView(
            episode.info,
            episode.end,
            tuple(step for step in steps if not step.withdrawn),
            tuple(verdict for verdict in verdicts if verdict.episode_id == episode_id),
        )


def label_episode(
    view: EpisodeView, made_at_us: int = 0, names: Sequence[str] | None = None
) -> list[LabelRow]:
    """The rows of one episode, label by label."""
    rows: list[LabelRow] = []
    for name in names if names is not None else tuple(LABELS):
        labeller = LABELS.get(name)
        rows += [
            LabelRow(
                view.info.episode_id,
                found.step_index,
                labeller.name,
                found.value,
                found.source,
                found.confidence,
                MADE_BY,
                made_at_us,
                labeller.version,
            )
            for found in labeller.label(view)
        ]
    return rows
