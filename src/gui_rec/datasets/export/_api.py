"""What an export is asked for, what it makes of a step, and what it tells afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from gui_rec.datasets.export.selected import Selection
from gui_rec.datasets.splits._api import SplitSpec
from gui_rec.errors import UsageError
from gui_rec.model.actions import Action
from gui_rec.model.episode import Outcome
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.label import LabelRow

if TYPE_CHECKING:
    import pyarrow as pa


class Unit(StrEnum):
    """What one row is: a step, an answer (the calls of one `turn_id`), or a whole episode."""

    STEP = "step"
    ANSWER = "answer"
    EPISODE = "episode"


@dataclass(frozen=True, slots=True)
class ExportSpec:
    """What to write.

    `wrapping` None is the dialect's plainest one. `history` is how many earlier steps the prompt tells; None is
    all. With `history_as` `turns` they are turns of the conversation instead of lines, and with `history_images`
    the last so many are turns with their screens.
    `verified_only` keeps steps that a replay found to match (or to be acceptable).
    `outcome` keeps the episodes of which the recording person said so (`success` or `failure`). What a reviewer
    rejected is left out, unless `include_rejected`. `labels` keeps only steps that have a stored `step_label` that is not
    `unknown`, and puts it and the `episode_label` in the rows. `license` and `language` (codes such as `en`) go to the dataset
    card, and are left out there unless given. `filters` are `NAME` or `NAME=OPTION[,OPTION]` (see
    `gui_rec.datasets.filters`); `split` None puts all into one split, `train`.
    `system` is a system prompt of one's own; None writes it from the dialect's signatures. `wording` names the words
    of the user's turn. `grounding` asks for the place of a named part instead of the next step.
    `resize` names a processor whose resize the pictures get, `image_size` a size for upright pictures.
    `most_per_action` keeps so many rows of each action type and split, chosen by `seed`.
    """

    format: str = "messages"
    dialect: str = "scalecua"
    wrapping: str | None = None
    history: int | None = None
    verified_only: bool = False
    outcome: str | None = None
    include_rejected: bool = False
    labels: bool = False
    license: str | None = None
    language: tuple[str, ...] = ()
    title: str | None = None
    filters: tuple[str, ...] = ()
    split: SplitSpec | None = None
    unit: Unit = Unit.STEP
    history_as: str = "lines"
    history_images: int = 0
    system: str | None = None
    wording: str = "inference"
    grounding: bool = False
    resize: str | None = None
    image_size: ScreenSize | None = None
    most_per_action: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.history is not None and self.history < 0:
            raise UsageError(f"history: expected 0 or more earlier steps, got {self.history}")
        if self.history_images < 0:
            raise UsageError(f"history images: expected 0 or more, got {self.history_images}")
        if self.history_as not in ("lines", "turns"):
            raise UsageError(f"history as: expected lines or turns, got {self.history_as!r}")
        if self.outcome not in (None, Outcome.SUCCESS, Outcome.FAILURE):
            raise UsageError(f"outcome: expected success or failure, got {self.outcome!r}")
        if self.resize is not None and self.image_size is not None:
            raise UsageError("pictures: expected a processor's resize or a size, got both")
        if self.most_per_action is not None and self.most_per_action < 1:
            raise UsageError(f"rows of an action: expected 1 or more, got {self.most_per_action}")
        if self.grounding and self.unit is not Unit.STEP:
            raise UsageError(f"grounding: a row is one place; expected rows by step, got by {self.unit}")
        if self.system is not None and not self.system.strip():
            raise UsageError("system prompt: expected text, got none")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is written: `name` is its file in an export of files, `size` in px."""

    name: str
    size: ScreenSize
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a conversation; `role` is `user` or `assistant`, and a picture stands before the text.

    `actions` is what an assistant's text says; `learnt` is False for an answer that is only told.
    """

    role: str
    text: str
    picture: Picture | None = None
    actions: tuple[Action, ...] = ()
    learnt: bool = True


@dataclass(frozen=True, slots=True)
class Sample:
    """One training example: the turns before, the last screen with its question, and the answer to it.

    `screen` is the size that the target's numbers were checked on, `image_size` the picture's; both in px.
    `labels` holds the step's label rows by name, and the episode's where the step has none. `before` are earlier
    turns, user and assistant in turn. `actions` is what the target says, `bounds_px` the recorded target's bounds on
    the recorded screen `recorded`, where there is one; `steps` counts the recorded steps that this example teaches,
    `derived` those of them whose operation was made by template, and `losses` tells what their texts do not carry.
    `rejected` is the worse answer of a preference pair; `good` is the mark of an unpaired one.
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
    image_name: str = "images/picture.png"
    before: tuple[Turn, ...] = ()
    actions: tuple[Action, ...] = ()
    bounds_px: Rect | None = None
    recorded: ScreenSize | None = None
    operation_source: str | None = None
    losses: tuple[str, ...] = ()
    steps: int = 1
    derived: int = 0
    rejected: str | None = None
    good: bool | None = None

    @property
    def prompt(self) -> tuple[Turn, ...]:
        """Everything before the answer, without the system prompt."""
        return (*self.before, Turn("user", self.user, Picture(self.image_name, self.image_size, self.image)))

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The whole conversation, without the system prompt."""
        return (*self.prompt, Turn("assistant", self.target, actions=self.actions))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """In the order of their places."""
        return tuple(turn.picture for turn in self.prompt if turn.picture is not None)


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
    """What became of every step: `steps == taught + sum(refused.values())`.

    `samples` counts rows; it is `taught` where a row is a step. `derived` counts rows whose operation was made by
    template.

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
    taught: int = 0
    derived: int = 0


class Takes(StrEnum):
    """What a layout's rows are made of: samples, pairs of a better and a worse answer, or marked samples."""

    SAMPLES = "samples"
    PAIRS = "pairs"
    MARKED = "marked"


class Files(StrEnum):
    """How a layout is stored: Parquet with pictures inside, or lines of JSON beside picture files."""

    PARQUET = "parquet"
    JSONL = "jsonl"


@dataclass(frozen=True, slots=True)
class Traits:
    """What a layout can hold.

    `turns`: earlier turns; `episodes`: several answers to learn in one row. `placeholders` are texts that its
    trainer, or a model's tokeniser, would take for something else than text.
    """

    files: Files = Files.PARQUET
    takes: Takes = Takes.SAMPLES
    turns: bool = True
    episodes: bool = False
    placeholders: tuple[str, ...] = ()
    picture_files: bool = True


@runtime_checkable
class ExportFormat(Protocol):
    """One row layout."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def traits(self) -> Traits: ...

    @property
    def schema(self) -> pa.Schema | None:
        """The columns, pictures last; None for lines of JSON."""
        ...

    def reviewed(self) -> ExportFormat:
        """The same with a column for the label `review`; recordings without reviews have none."""
        ...

    def labelled(self) -> ExportFormat:
        """The same with columns for the labels `episode_label` and `step_label`."""
        ...

    def row(self, sample: Sample) -> dict[str, object]:
        """A sample as plain values of the schema."""
        ...

    def beside(self, rows: Mapping[str, int]) -> Mapping[str, object]:
        """JSON files that the trainer wants beside the rows, by name; `rows` counts them by split."""
        ...
