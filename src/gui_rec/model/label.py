"""A label: one named value about a step or a whole episode, and where it came from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LabelRow:
    """A row of `labels.parquet`.

    `step_index` is None for a label of the whole episode. `value` is text, whatever its meaning.
    `source` says who holds it (`rule:<id>`, `replay`, `human:<who>`, `judge:<name>`), `made_by` names the
    program and its release, `version` the label's definition. `confidence` is in [0, 1].
    """

    episode_id: str
    step_index: int | None
    label: str
    value: str
    source: str
    confidence: float
    made_by: str
    made_at_us: int
    version: int
