"""What was counted while samples were made, in a form that goes from process to process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Counts:
    """What a sample maker counted over one part."""

    steps: int = 0
    taught: int = 0
    derived: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    losses: Mapping[str, int] = field(default_factory=dict)
