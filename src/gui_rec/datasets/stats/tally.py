"""Counting a recording, step by step and without its pictures: memory grows with what differs, not with the steps."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from gui_rec.model.action_fields import to_fields
from gui_rec.model.actions import target_point
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.label import LabelRow
from gui_rec.model.step import Step

GRID = (54, 120)
"""Columns and rows of the heat map: a phone's shape."""


@dataclass(slots=True)
class Tally:
    """Counts of everything that was added. `heat[row][column]` counts the places that were aimed at."""

    episodes: int = 0
    discarded: int = 0
    withdrawn: int = 0
    lengths: list[int] = field(default_factory=list)
    sources: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    apps: Counter[str] = field(default_factory=Counter)
    screens: Counter[str] = field(default_factory=Counter)
    flags: Counter[str] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    labels: dict[str, Counter[str]] = field(default_factory=dict)
    heat: np.ndarray = field(default_factory=lambda: np.zeros((GRID[1], GRID[0]), dtype=np.int64))
    same_picture: int = 0
    same_transition: int = 0
    _pictures: set[str] = field(default_factory=set)
    _transitions: set[int] = field(default_factory=set)

    @property
    def steps(self) -> int:
        return sum(self.lengths)

    def episode(self, info: EpisodeInfo, outcome: str | None, steps: Iterable[Step]) -> None:
        """Count one episode that counts."""
        self.episodes += 1
        self.sources[info.source] += 1
        self.outcomes[outcome or "none"] += 1
        count = 0
        for step in steps:
            count += 1
            self._step(step)
        self.lengths.append(count)

    def _step(self, step: Step) -> None:
        self.actions[step.action.type] += 1
        self.apps[step.pre.package or "unknown"] += 1
        self.screens[str(step.pre.size) if step.pre.size is not None else "unknown"] += 1
        self.flags.update({flag.value for flag in (*step.flags, *step.pre.flags, *step.post.flags)})
        for side, seen in (("pre", step.pre), ("post", step.post)):
            self.missing.update(f"{side}_{item.column}: {item.reason.value}" for item in seen.missing)
        point = target_point(step.action)
        if point is not None:
            column, row = (min(int(v * n), n - 1) for v, n in zip((point.x, point.y), GRID, strict=True))
            self.heat[row, column] += 1
        self._twins(step)

    def _twins(self, step: Step) -> None:
        """Steps whose picture before, or whose page and action, were there already."""
        mark = step.pre.fingerprint
        if mark is not None:
            self.same_picture += mark in self._pictures
            self._pictures.add(mark)
        key = step.pre.state_key
        if key is not None:
            both = hash(
                (key.structure, key.content, key.state, repr(sorted(to_fields(step.action).items(), key=str)))
            )
            self.same_transition += both in self._transitions
            self._transitions.add(both)

    def label(self, rows: Iterable[LabelRow]) -> None:
        """Count the newest row of each label, step and source; older ones were said before."""
        newest = {(row.episode_id, row.step_index, row.label, row.source): row for row in rows}
        for row in newest.values():
            self.labels.setdefault(row.label, Counter())[row.value] += 1

    def document(self) -> dict[str, object]:
        """The counts as JSON; the shape is documented in docs/commands.md."""
        return {
            "episodes": self.episodes,
            "discarded": self.discarded,
            "withdrawn_steps": self.withdrawn,
            "steps": self.steps,
            "length": length_record(self.lengths),
            "sources": _sorted(self.sources),
            "outcomes": _sorted(self.outcomes),
            "actions": _sorted(self.actions),
            "apps": _sorted(self.apps),
            "screens": _sorted(self.screens),
            "flags": _sorted(self.flags),
            "missing": _sorted(self.missing),
            "labels": {name: _sorted(values) for name, values in sorted(self.labels.items())},
            "duplicates": {"same_picture": self.same_picture, "same_page_and_action": self.same_transition},
            "aimed": int(self.heat.sum()),
        }


def length_record(lengths: list[int]) -> dict[str, float]:
    """Shortest, median, mean and longest episode in steps; empty without one."""
    if not lengths:
        return {}
    return {
        "least": min(lengths),
        "median": statistics.median(lengths),
        "mean": round(statistics.fmean(lengths), 2),
        "most": max(lengths),
    }


def _sorted(counts: Counter[str]) -> dict[str, int]:
    """The most frequent first, names in order among equals, so that the same data gives the same text."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
