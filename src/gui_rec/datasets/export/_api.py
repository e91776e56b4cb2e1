"""What an export is asked for, what it makes of a step, and what it tells afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from gui_rec.datasets.export.selected import Selection
from gui_rec.datasets.splits._api import SplitSpec
from gui_rec.errors import UsageError
from gui_rec.model.episode import Outcome
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.label import LabelRow

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class ExportSpec:
    """What to write.

    `wrapping` None is the dialect's plainest one. `history` is how many earlier steps the prompt tells; None is
    all. `verified_only` keeps steps that a replay found to match (or to be acceptable).
    `outcome` keeps the episodes of which the recording person said so (`success` or `failure`). What a reviewer
    rejected is left out, unless `include_rejected`. `license` and `language` (codes such as `en`) go to the dataset
    card, and are left out there unless given. `filters` are `NAME` or `NAME=OPTION[,OPTION]` (see
    `gui_rec.datasets.filters`); `split` None puts all into one split, `train`.
    """

    format: str = "messages"
    dialect: str = "scalecua"
    wrapping: str | None = None
    history: int | None = None
    verified_only: bool = False
    outcome: str | None = None
    include_rejected: bool = False
    license: str | None = None
    language: tuple[str, ...] = ()
    title: str | None = None
    filters: tuple[str, ...] = ()
    split: SplitSpec | None = None

    def __post_init__(self) -> None:
        if self.history is not None and self.history < 0:
            raise UsageError(f"history: expected 0 or more earlier steps, got {self.history}")
        if self.outcome not in (None, Outcome.SUCCESS, Outcome.FAILURE):
            raise UsageError(f"outcome: expected success or failure, got {self.outcome!r}")


@dataclass(frozen=True, slots=True)
class Sample:
    """One training example: one step, one picture, one target.

    `screen` is the size that the target's numbers were checked on, `image_size` the picture's; both in px.
    `labels` holds the step's label rows by name, and the episode's where the step has none.
    """

    episode_id: str
    step_index: int
    goal: str
    dialect: str
    wrapping: str
    system: str
    user: str
    target: str
    coordinate_space: str
    screen: ScreenSize
    image_size: ScreenSize
    image: bytes = field(repr=False)
    labels: Mapping[str, LabelRow] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShardFile:
    """A file of the export; `path` is relative to its folder."""

    path: str
    rows: int
    bytes: int
    sha256: str
    split: str = "train"


@dataclass(frozen=True, slots=True)
class ExportStats:
    """What became of every step: `steps == samples + sum(refused.values())`.

    `refused` counts by reason, `losses` by action type and what its text could not carry. `discarded` counts the
    episodes that the recording person threw away; none of their steps is in the other numbers.
    """

    out: Path
    episodes: int
    steps: int
    samples: int
    refused: Mapping[str, int]
    losses: Mapping[str, int]
    files: tuple[ShardFile, ...]
    discarded: int = 0
    selection: Selection = field(default_factory=Selection, repr=False)


@runtime_checkable
class ExportFormat(Protocol):
    """One row layout."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def schema(self) -> pa.Schema:
        """The columns, pictures last."""
        ...

    def reviewed(self) -> ExportFormat:
        """The same with a column for the label `review`; recordings without reviews have none."""
        ...

    def row(self, sample: Sample) -> dict[str, object]:
        """A sample as plain values of the schema."""
        ...
