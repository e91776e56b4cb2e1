"""A step that is no sample."""

from __future__ import annotations

OUTCOME_UNKNOWN = "outcome_unknown"
"""Nothing and nobody says whether the step's episode succeeded."""


class RefusedError(Exception):
    """A step that is no sample. `reason` is what is counted."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
