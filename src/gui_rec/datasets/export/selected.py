"""What was selected for an export: the steps left out, with reasons, and each episode's split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gui_rec.datasets.filters._members import FILTERS
from gui_rec.datasets.filters.chain import FilterReport
from gui_rec.datasets.splits._api import SideReport, Split, SplitSpec

ALSO_IN_TRAIN = "split/also_in_train"
TIED = "split/tied"

_SPLIT_WORDS = {
    ALSO_IN_TRAIN: "the training split holds the same action on the same screen",
    TIED: "the episode belongs to one that shows an app held out, and shows none itself",
}


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why a step is left out; with `untold`, later prompts do not tell of it."""

    reason: str
    untold: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """What is left out, by episode and step, and each episode's split; without splits all are `train`."""

    drops: Mapping[str, Mapping[int, Dropped]] = field(default_factory=dict)
    sides: Mapping[str, Split] = field(default_factory=dict)
    filters: tuple[FilterReport, ...] = ()
    split: SplitSpec | None = None
    reports: tuple[SideReport, ...] = ()

    @property
    def splits(self) -> tuple[Split, ...]:
        """Those that hold an episode, in their order."""
        if self.split is None:
            return (Split.TRAIN,)
        return tuple(report.split for report in self.reports)

    def split_of(self, episode_id: str) -> Split:
        """The side of an episode."""
        return self.sides.get(episode_id, Split.TRAIN)

    def dropped(self, episode_id: str, step_index: int) -> Dropped | None:
        """Why a step is left out; None for one that is not."""
        return self.drops.get(episode_id, {}).get(step_index)

    def document(self) -> dict[str, object]:
        """As JSON; empty where nothing was asked for."""
        said: dict[str, object] = {}
        if self.filters:
            said["filters"] = [report.document() for report in self.filters]
        if self.split is not None:
            sides = {report.split.value: report.document() for report in self.reports}
            said["split"] = self.split.document() | {"splits": sides}
        return said


def selection_words(reason: str) -> str | None:
    """Why a filter or the split left a step out, for a person; None for a reason of somebody else."""
    if reason in _SPLIT_WORDS:
        return _SPLIT_WORDS[reason]
    name, slash, why = reason.partition("/")
    if not slash or name not in FILTERS:
        return None
    return FILTERS.get(name).reasons.get(why)
