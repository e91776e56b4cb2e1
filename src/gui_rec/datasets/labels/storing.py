"""Compute all labels of a recording and store what is new beside it.

Rows are only added. A row is added where it says something else than the newest computed one of the same thing; where
a thing is no longer labelled, a row `unknown` says so. What people and judges said stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gui_rec._clock import Clock, SystemClock
from gui_rec.datasets.labels._api import UNKNOWN
from gui_rec.datasets.labels._members import LABELS
from gui_rec.datasets.labels.asked import NOTHING_ASKED, Asked
from gui_rec.datasets.labels.compute import MADE_BY, label_episode, seen_views
from gui_rec.datasets.labels.episode_label import NAME as EPISODE_LABEL
from gui_rec.datasets.labels.settled import Thing, computed, settled, thing_of
from gui_rec.datasets.labels.step_label import NAME as STEP_LABEL
from gui_rec.model.label import LabelRow
from gui_rec.store.reader import open_trajectories
from gui_rec.store.side_tables import append_labels, read_labels


@dataclass(frozen=True, slots=True)
class Labelling:
    """What came of labelling one recording.

    `added` rows were stored, `unchanged` stood there already; of the added ones `replacing` say something else than an
    earlier row, and `withdrawn` take one back. `counts` are the values that count now, people's words included:
    label -> value -> how many. `decided` counts episodes by value and source of their label; `unlabelled_steps` are the
    steps of the `unknown` episodes, which have no step label.
    """

    recording: Path
    episodes: int
    steps: int
    added: int
    unchanged: int
    replacing: int
    withdrawn: int
    counts: dict[str, dict[str, int]]
    decided: dict[str, dict[str, int]]
    unknown: tuple[str, ...]
    unlabelled_steps: int


def label_recording(
    recording: Path, asked: Asked = NOTHING_ASKED, *, clock: Clock | None = None
) -> Labelling:
    """Compute, store, and count. Raises StoreError for a damaged recording or a full disk."""
    made_at_us = (clock or SystemClock()).wall_us()
    opened = open_trajectories(recording)
    rows: list[LabelRow] = []
    steps: dict[str, int] = {}
    for view in seen_views(opened, asked):
        steps[view.info.episode_id] = len(view.steps)
        rows += label_episode(view, made_at_us)
    stored = opened.labels()
    before = computed(stored)
    new = [row for row in rows if not _says_the_same(before.get(thing_of(row)), row)]
    gone = _withdrawals(before, rows, set(steps), made_at_us)
    if new or gone:
        append_labels(recording, [*new, *gone])
    counted = settled(read_labels(recording))
    return _told(recording, steps, rows, (new, gone), before, counted)


def _says_the_same(before: LabelRow | None, row: LabelRow) -> bool:
    return before is not None and (before.value, before.source, before.confidence, before.version) == (
        row.value,
        row.source,
        row.confidence,
        row.version,
    )


def _withdrawals(
    before: dict[Thing, LabelRow], rows: Sequence[LabelRow], episodes: set[str], made_at_us: int
) -> list[LabelRow]:
    """A row `unknown` for each thing of ours that was labelled and no longer is."""
    now = {thing_of(row) for row in rows}
    return [
        LabelRow(episode, step, label, UNKNOWN, f"rule:{label}", 0.0, MADE_BY, made_at_us, row.version)
        for (episode, step, label), row in before.items()
        if (episode, step, label) not in now
        and episode in episodes
        and label in LABELS
        and row.value != UNKNOWN
    ]


def _told(
    recording: Path,
    steps: dict[str, int],
    rows: Sequence[LabelRow],
    stored: tuple[list[LabelRow], list[LabelRow]],
    before: dict[Thing, LabelRow],
    counted: dict[Thing, LabelRow],
) -> Labelling:
    new, gone = stored
    ours = [row for row in counted.values() if row.label in LABELS and row.episode_id in steps]
    counts: dict[str, Counter[str]] = {}
    decided: dict[str, Counter[str]] = {}
    for row in ours:
        counts.setdefault(row.label, Counter())[row.value] += 1
        if row.label == EPISODE_LABEL:
            decided.setdefault(row.value, Counter())[row.source] += 1
    unknown = tuple(row.episode_id for row in ours if row.label == EPISODE_LABEL and row.value == UNKNOWN)
    labelled = sum(row.label == STEP_LABEL and row.value != UNKNOWN for row in ours)
    return Labelling(
        recording,
        len(steps),
        sum(steps.values()),
        len(new) + len(gone),
        len(rows) - len(new),
        sum(thing_of(row) in before for row in new),
        len(gone),
        {label: dict(values) for label, values in counts.items()},
        {value: dict(sources) for value, sources in decided.items()},
        unknown,
        sum(steps.values()) - labelled,
    )
