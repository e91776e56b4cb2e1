"""A recording as an export reads it: episodes with their labels, one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache
from pathlib import Path

from gui_rec.datasets.export._api import Sample
from gui_rec.datasets.export.samples import Labels, SampleMaker
from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels._members import ROW_LABELS
from gui_rec.datasets.labels.compute import label_episode
from gui_rec.datasets.labels.episode_label import NAME as EPISODE_LABEL
from gui_rec.datasets.labels.settled import settled
from gui_rec.datasets.labels.step_label import NAME as STEP_LABEL
from gui_rec.datasets.reviews import REVIEW, latest_reviews, review_of_each
from gui_rec.model.label import LabelRow
from gui_rec.model.verdict import StepVerdict
from gui_rec.store.reader import EpisodeRecord, Recording, open_trajectories


class Source:
    """One recording; its side tables are read once."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording

    @cached_property
    def reviews(self) -> list[LabelRow]:
        """Only of episodes that are data, so that a word on a discarded one changes nothing."""
        kept = {episode.info.episode_id for episode in self.recording.episodes}
        rows = latest_reviews(self._labels)
        return [row for row in rows if row.label == REVIEW and row.episode_id in kept]

    def samples(self, maker: SampleMaker, wanted: Collection[str]) -> Iterator[Sample]:
        """The samples of the episodes whose ids are `wanted`, in the recording's order."""
        for episode in self.recording.episodes:
            if episode.info.episode_id in wanted:
                steps = self.recording.steps(episode.info.episode_id, xml=False, withdrawn=True)
                yield from maker.samples(episode.info, steps, self._labels_of(episode))

    @cached_property
    def _labels(self) -> list[LabelRow]:
        return self.recording.labels()

    @cached_property
    def _verdicts(self) -> dict[str, list[StepVerdict]]:
        found: dict[str, list[StepVerdict]] = defaultdict(list)
        for verdict in self.recording.verdicts():
            found[verdict.episode_id].append(verdict)
        return found

    @cached_property
    def _marks(self) -> dict[str, list[LabelRow]]:
        found: dict[str, list[LabelRow]] = defaultdict(list)
        for row in settled(self._labels).values():
            if row.label in (EPISODE_LABEL, STEP_LABEL):
                found[row.episode_id].append(row)
        return found

    def _labels_of(self, episode: EpisodeRecord) -> Labels:
        episode_id = episode.info.episode_id
        steps = self.recording.steps(episode_id, images=False, xml=False)
        view = EpisodeView(episode.info, episode.end, tuple(steps), tuple(self._verdicts.get(episode_id, ())))
        rows = [*label_episode(view, names=ROW_LABELS), *self._marks.get(episode_id, ())]
        return {
            **{(row.step_index, row.label): row for row in rows},
            **{(step, REVIEW): row for step, row in review_of_each(self.reviews, episode_id).items()},
        }


@lru_cache(maxsize=8)
def source_at(path: Path) -> Source:
    """The recording at `path`, for a process that writes several parts of it."""
    return Source(open_trajectories(path))
