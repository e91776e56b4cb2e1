"""What every label is made from, and what it says.

A label is a pure function of a stored episode and its verdict table: same inputs, same rows. A value is
text; `true`, `false` and `unknown` where it answers a question. What cannot be known is `unknown` with
confidence 0, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.step import Step
from gui_rec.model.verdict import StepVerdict

TRUE, FALSE, UNKNOWN = "true", "false", "unknown"


@dataclass(frozen=True, slots=True)
class EpisodeView:
    """One stored episode: its steps without the withdrawn ones, and the verdicts that replays gave them."""

    info: EpisodeInfo
    end: EpisodeEnd | None
    steps: tuple[Step, ...]
    verdicts: tuple[StepVerdict, ...] = ()


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
