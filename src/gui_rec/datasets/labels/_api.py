"""What every label is made from, and what it says.

A label is a pure function of a stored episode, what was asked of it, its verdict table and the words that people
and judges stored: same inputs, same rows. A value is text; `true`, `false` and `unknown` where it answers a
question. What cannot be known is `unknown` with confidence 0, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from gui_rec.datasets.labels.asked import NOTHING_ASKED, Asked
from gui_rec.datasets.labels.looks import StepLook
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.label import LabelRow
from gui_rec.model.step import Step
from gui_rec.model.verdict import StepVerdict

TRUE, FALSE, UNKNOWN = "true", "false", "unknown"


@dataclass(frozen=True, slots=True)
class EpisodeView:
    """One stored episode: its steps without the withdrawn ones, and the verdicts that replays gave them.

    `looks` is what pictures and hierarchies told of each step, parallel to `steps`; empty where nobody looked, and
    then the stored columns alone speak. `asked` is what the person who labels asks beyond the stored expectations.
    `words` are the stored label rows of people and judges, oldest first.
    """

    info: EpisodeInfo
    end: EpisodeEnd | None
    steps: tuple[Step, ...]
    verdicts: tuple[StepVerdict, ...] = ()
    looks: tuple[StepLook, ...] = ()
    asked: Asked = NOTHING_ASKED
    words: tuple[LabelRow, ...] = ()

    def look(self, place: int) -> StepLook:
        """What was seen of the step at `place` in `steps`; of one that nobody looked at, what its columns say."""
        return self.looks[place] if self.looks else StepLook()


@dataclass(frozen=True, slots=True)
class Labelled:
    """One value. `step_index` is None for the whole episode; `confidence` is in [0, 1]."""

    step_index: int | None
    value: str
    source: str
    confidence: float


@runtime_checkable
class Labeller(Protocol):
    """One label. A change of its definition raises `version`."""

    @property
    def name(self) -> str: ...

    @property
    def meaning(self) -> str:
        """One line for the dataset card."""
        ...

    @property
    def version(self) -> int: ...

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """The values for one episode, in step order. Never raises."""
        ...


def answer(step_index: int | None, said: bool | None, source: str, confidence: float) -> Labelled:
    """`true`, `false`, or `unknown` with confidence 0."""
    if said is None:
        return Labelled(step_index, UNKNOWN, source, 0.0)
    return Labelled(step_index, TRUE if said else FALSE, source, confidence)
