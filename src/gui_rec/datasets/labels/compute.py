"""All labels of a recording."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from gui_rec import __version__
from gui_rec._clock import Clock, SystemClock
from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels._members import LABELS
from gui_rec.datasets.labels.asked import NOTHING_ASKED, Asked
from gui_rec.datasets.labels.looks import Eyes
from gui_rec.datasets.labels.settled import is_word
from gui_rec.model.label import LabelRow
from gui_rec.model.step import Step
from gui_rec.model.verdict import StepVerdict
from gui_rec.store.reader import Recording, open_trajectories

MADE_BY = f"gui-rec {__version__}"


def compute_labels(
    recording: Path,
    *,
    names: Sequence[str] | None = None,
    clock: Clock | None = None,
    asked: Asked = NOTHING_ASKED,
) -> list[LabelRow]:
    """The labels `names` (all, unless named) of every episode of `recording`, in order; nothing is written.

    `asked` is what is asked of the episodes beyond the stored expectations.
    `clock` stamps `made_at_us`, the only thing in a row that is no function of the recording. Raises StoreError
    for a damaged recording and UsageError for an unknown name.
    """
    made_at_us = (clock or SystemClock()).wall_us()
    opened = open_trajectories(recording)
    return [row for view in seen_views(opened, asked) for row in label_episode(view, made_at_us, names)]


def episode_views(recording: Recording) -> Iterator[EpisodeView]:
    """The episodes by their stored columns: no pictures, no hierarchies, no withdrawn steps."""
    verdicts = tuple(recording.verdicts())
    for episode in recording.episodes:
        episode_id = episode.info.episode_id
        steps = recording.steps(episode_id, images=False, xml=False)
        yield EpisodeView(episode.info, episode.end, tuple(steps), _of(verdicts, episode_id))


def seen_views(recording: Recording, asked: Asked = NOTHING_ASKED) -> Iterator[EpisodeView]:
    """The episodes with what their pictures and hierarchies told; one picture of each state is held at a time."""
    verdicts, words = tuple(recording.verdicts()), [row for row in recording.labels() if is_word(row)]
    for episode in recording.episodes:
        episode_id = episode.info.episode_id
        eyes, steps, looks = Eyes(), [], []
        for step in recording.steps(episode_id):
            looks.append(eyes.look(step))
            steps.append(_without_pictures(step))
        said = tuple(row for row in words if row.episode_id == episode_id)
        yield EpisodeView(
            episode.info, episode.end, tuple(steps), _of(verdicts, episode_id), tuple(looks), asked, said
        )


def _of(verdicts: Sequence[StepVerdict], episode_id: str) -> tuple[StepVerdict, ...]:
    return tuple(verdict for verdict in verdicts if verdict.episode_id == episode_id)


def _without_pictures(step: Step) -> Step:
    return replace(step, pre=replace(step.pre, screenshot=None), post=replace(step.post, screenshot=None))


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
