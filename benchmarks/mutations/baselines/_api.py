"""What a baseline is: the recorded and the seen screen go in, an alarm or none comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gui_rec.model.observation import Observation


@dataclass(frozen=True)
class Published:
    """Precision, recall and F1 that an earlier measurement found on other synthetic screens, and on which."""

    precision: float
    recall: float
    f1: float
    said_of: str


class Baseline(Protocol):
    """`score` is how different two screens are; above `threshold` there is an alarm."""

    @property
    def name(self) -> str: ...

    @property
    def threshold(self) -> float: ...

    def score(self, recorded: Observation, seen: Observation, /) -> float: ...
