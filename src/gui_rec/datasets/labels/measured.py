"""How right labels are, as the label benchmark measured it on its test apps (docs/label-benchmark.md).

Hits of what was said, and of what is true: the truth of each step and episode follows from how it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """`hits` of `said` values were right, of `true` ones that there are."""

    hits: int
    said: int
    true: int

    @property
    def precision(self) -> float:
        return self.hits / self.said

    @property
    def recall(self) -> float:
        return self.hits / self.true


MEASURED: Mapping[str, tuple[str, Measured]] = {
    "episode_label": ("success", Measured(49, 49, 50)),
    "step_label": ("good", Measured(280, 280, 284)),
    "no_op": ("true", Measured(49, 49, 54)),
    "in_target": ("false", Measured(41, 41, 41)),
    "undone": ("true", Measured(51, 51, 51)),
    "detour": ("true", Measured(70, 70, 70)),
    "loop": ("true", Measured(42, 42, 45)),
    "error_ui": ("crash, anr, permission, error_text, error_toast", Measured(7, 7, 7)),
}
"""By label: the value that was measured, and its figures. Labels that are not here repeat what was stored."""


def measured_words(label: str) -> str:
    """For the dataset card."""
    if label not in MEASURED:
        return ""
    value, figures = MEASURED[label]
    return f"{figures.precision:.3f} for `{value}` ({figures.hits} of {figures.said})"
