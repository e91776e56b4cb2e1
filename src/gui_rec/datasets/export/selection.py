"""Which steps of the recordings are exported and on which side of the split: one look over all of them, no pictures.

It is a pure function of the recordings and the spec; every part of an export, in whatever process, comes to the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.selected import ALSO_IN_TRAIN, TIED, Dropped, Selection
from gui_rec.datasets.filters._api import Candidate, Labels
from gui_rec.datasets.filters.chain import Chain
from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels._members import LABELS
from gui_rec.datasets.labels.compute import label_episode
from gui_rec.datasets.labels.settled import settled
from gui_rec.datasets.splits.assign import assign
from gui_rec.datasets.splits.origin import Origin, origin_of
from gui_rec.model.label import LabelRow
from gui_rec.model.step import Step
from gui_rec.store.reader import EpisodeRecord, Recording


def select(recordings: Sequence[Recording], spec: ExportSpec) -> Selection:
    """Ask the filters of `spec`, then its split. Raises UsageError for filters that are none."""
    chain = Chain(spec.filters)
    if not spec.filters and spec.split is None:
        return Selection()
    drops: dict[str, dict[int, Dropped]] = {}
    origins: list[Origin] = []
    sources = _sources(recordings)
    for candidate in _candidates(recordings, chain):
        episode_id = candidate.info.episode_id
        found = {
            drop.step_index: Dropped(f"{name}/{drop.reason}", drop.untold)
            for name, drop in chain.drops(candidate)
        }
        if found:
            drops[episode_id] = found
        if spec.split is not None:
            kept = {step.index for step in candidate.whole} - found.keys()
            origins.append(
                origin_of(candidate.info, candidate.whole, kept, sorted(sources.get(episode_id, ())))
            )
    if spec.split is None:
        return Selection(drops, filters=chain.reports())
    assigned = assign(origins, spec.split)
    for origin in origins:
        held_back = {index: Dropped(ALSO_IN_TRAIN) for index in assigned.removed.get(origin.episode_id, ())}
        if origin.episode_id in assigned.tied:
            held_back = {index: Dropped(TIED) for index in origin.indices}
        if held_back:
            drops[origin.episode_id] = {**held_back, **drops.get(origin.episode_id, {})}
    return Selection(drops, assigned.sides, chain.reports(), spec.split, assigned.reports)


def _candidates(recordings: Sequence[Recording], chain: Chain) -> Iterator[Candidate]:
    for recording in recordings:
        stored = _stored(recording, chain.needs_labels)
        for episode in recording.episodes:
            steps = tuple(recording.steps(episode.info.episode_id, images=False, xml=chain.needs_xml))
            labels = _labels(episode, steps, chain.needs_labels, stored.get(episode.info.episode_id, {}))
            yield Candidate(episode.info, episode.end, steps, steps, labels)


def _labels(episode: EpisodeRecord, steps: tuple[Step, ...], names: Sequence[str], stored: Labels) -> Labels:
    known = [name for name in names if name in LABELS]
    if not known:
        return stored
    rows = label_episode(EpisodeView(episode.info, episode.end, steps), 0, known)
    return {**{(row.step_index, row.label): row for row in rows}, **stored}


def _stored(recording: Recording, names: Sequence[str]) -> dict[str, Labels]:
    """Stored labels by episode, of each the one that counts."""
    found: dict[str, dict[tuple[int | None, str], LabelRow]] = defaultdict(dict)
    if names:
        for row in settled(recording.labels()).values():
            if row.label in names:
                found[row.episode_id][(row.step_index, row.label)] = row
    return dict(found)


def _sources(recordings: Sequence[Recording]) -> Mapping[str, set[str]]:
    """The episodes that each recorded replay was derived from."""
    found: dict[str, set[str]] = defaultdict(set)
    for recording in recordings:
        for verdict in recording.verdicts():
            if verdict.replayed_episode_id is not None:
                found[verdict.replayed_episode_id].add(verdict.episode_id)
    return found
